import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { operations } from '../../generated/server/operations.ts'
import { createHealthChecks, type PartStates } from '../doors/http/health-checks.ts'
import type { TrialSandbox } from '../doors/pages/kit/trial-sandbox.ts'
import { coreScopes } from '../framework/kernel/admission/admission.ts'
import { isCapability } from '../runtime/accounts/grant.ts'
import { scopesOf, sortedScopes } from '../runtime/accounts/scope-classes.ts'
import type { Alerts } from '../runtime/alerts/alerts.ts'
import { ApiError, errorBody } from '../runtime/base/errors.ts'
import { once } from '../runtime/base/once.ts'
import type { Calls } from '../runtime/calls/pipeline.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import type { Offered } from '../runtime/oauth/scopes.ts'
import { families as allFamilies } from './families.ts'
import type { OpenFamilies } from './open-families.ts'
import { familyOfTable, markedTables } from './owned-tables.ts'
import type { RuntimeServices } from './runtime-services.ts'
import { createUpdateCheck } from './update-check.ts'

interface PagesParts {
  readonly runtime: RuntimeServices
  readonly families: Pick<OpenFamilies, 'pages' | 'routes' | 'health' | 'spenders' | 'contactsAmong'>
  readonly calls: Calls
  readonly states: () => Promise<PartStates>
  readonly alerts: Pick<Alerts, 'list'>
  readonly isStopping: () => boolean
  readonly sandbox: TrialSandbox | undefined
  /** The state of what is beside the server. */
  readonly findings?: (() => readonly Finding[]) | undefined
}

/**
 * Everything that is not a call: health checks, documents, pages. Documents and pages are loaded with the first request
 * for any of them; requests that arrive meanwhile wait. If they fail to load, these get a 500, and the next one tries
 * again.
 */
export function createLazyPages(parts: PagesParts): RequestListener {
  const { log } = parts.runtime
  const respondToCheck = createHealthChecks(parts)
  let loaded: RequestListener | undefined
  const load = once(async () => {
    loaded = await loadPages(parts)
    return loaded
  })
  return (req, res) => {
    if (respondToCheck(req, res)) return
    if (loaded) return loaded(req, res)
    load().then(
      (pages) => pages(req, res),
      (failure: unknown) => {
        log.error({ err: failure }, 'pages failed to load')
        refuse(req, res)
      },
    )
  }
}

async function loadPages({
  runtime,
  families,
  calls,
  alerts,
  sandbox,
  findings,
}: PagesParts): Promise<RequestListener> {
  const { config, services, metrics, live, audit } = runtime
  const { baseUrl, usesCredits, trustedProxies } = config
  const newVersion = createUpdateCheck(runtime)
  const [{ createPages }, { accountServices }, { createOAuth }] = await Promise.all([
    import('../doors/pages/app.ts'),
    import('../doors/pages/account/services.ts'),
    import('../runtime/oauth/oauth.ts'),
  ])
  return createPages({
    ...runtime,
    registry: metrics,
    baseUrl,
    serves: calls.serves,
    usesCredits,
    topics: new Map(allFamilies.map(({ name, publishes = [] }) => [name, publishes])),
    account: accountServices({
      ...runtime,
      calls,
      oauth: createOAuth({
        ...runtime,
        baseUrl,
        offered: offeredScopes(calls.serves),
        registrationsPerHour: config.registrationsPerHour,
        onLoss: () => live.accessChanged(),
        onReplay: ({ tokenId, what }) =>
          void audit.record({ action: 'program_revoked', via: 'page', detail: `${tokenId} ${what} came twice` }),
      }),
      familyOfTable,
      markedTables,
      alerts,
      health: async () => (await Promise.all([families.health(), findings?.() ?? [], newVersion()])).flat(),
      spenders: families.spenders,
      contactsAmong: families.contactsAmong,
      serviceNames: services,
      baseUrl,
    }),
    familyPages: families.pages.owner,
    familyPrefixes: families.routes.filter(({ route }) => route.host === undefined).map(({ route }) => route.prefix),
    publicPages: families.pages.everyone,
    visitorPages: families.pages.visitor,
    trustedProxies,
    sandbox,
  })
}

/** What programs can be allowed: the scopes of served methods. Areas and the framework's services are not tools. */
function offeredScopes(serves: (operationId: string) => boolean): Offered {
  const served = operations.filter(({ id }) => serves(id))
  const scopes = (chosen: typeof served) => chosen.flatMap((operation) => scopesOf(operation))
  return {
    instance: sortedScopes([...scopes(served), ...coreScopes]),
    mcp: sortedScopes(scopes(served.filter(({ family }) => !isCapability(family)))),
  }
}

function refuse(req: IncomingMessage, res: ServerResponse): void {
  const error = new ApiError(
    'internal',
    'The pages of this server cannot be loaded. See the server log for the reason.',
  )
  // The rest of the body is not read, so it must not keep the connection open.
  res.writeHead(error.status, { 'content-type': 'application/json', ...(req.complete ? {} : { connection: 'close' }) })
  res.end(JSON.stringify(errorBody(error)))
}
