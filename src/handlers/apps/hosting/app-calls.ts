import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { parseQuery } from '#runtime/calls/arguments.ts'
import { anonymous, type Caller, type Delegate } from '#runtime/calls/caller.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { RouteVisit } from '#runtime/kit/route-visit.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { Program } from '#runtime/policy/types.ts'
import { isForEverybody, operationCalled, requireCallable } from '../check/callable.ts'
import type { AppsDeps } from '../index.ts'
import { grantFor } from '../rows/grants.ts'
import { anonymousViewer, type OpenApp } from './passes.ts'

const maxCallBytes = 256 * 1024

/** Limits the calls that cost credits, for each app and viewer: a faulty app must not spend everything. */
export type PaidCalls = ReturnType<Limits['exact']>

export function openPaidCalls(
  { limits, transfers }: Pick<FamilyWorld, 'limits' | 'transfers'>,
  perDay: number | undefined,
): PaidCalls {
  return limits.exact({
    name: 'paid-app-calls',
    unit: 'calls that cost credits',
    per: 'app and viewer',
    quota: transfers.isOn ? perDay : undefined,
    windowMs: 86_400_000,
  })
}

/**
 * Runs the call of an app for the viewer who has it open: with the rights that the viewer has given this app, or anonymously if
 * anyone may call. The session identifies the viewer; the pass proves that the call comes from the page of the app.
 */
export async function handleAppCall(
  req: IncomingMessage,
  res: ServerResponse,
  visit: RouteVisit,
  deps: AppsDeps,
): Promise<void> {
  try {
    if (req.method !== 'POST') throw new ApiError('method_not_allowed', 'Apps must use POST.', { allow: ['POST'] })
    const caller = await visit.caller()
    if (caller.kind === 'account' && caller.via !== 'session') {
      throw new ApiError('unauthenticated', 'This address is only for app pages. Programs must call services directly.')
    }
    const viewer =
      caller.kind === 'account' ? { accountId: caller.account.id, sessionId: caller.sessionId } : anonymousViewer
    const pass = req.headers['x-app-pass']
    const app = typeof pass === 'string' ? await deps.passes.appOfPass(pass, viewer) : undefined
    if (app === undefined) throw new ApiError('csrf', 'This app page is out of date. Reload it.')
    const { operation, args } = parseCall(await visit.readJson(maxCallBytes))
    requireCallable(operation)
    const acting = isForEverybody(operation) ? undefined : await delegateOf(caller, app, operation, deps, res)
    const program = programOf(caller, app.id, acting?.name)
    await visit.answer({ operationId: operation.id, args, caller: acting?.caller ?? anonymous, program })
  } catch (failure) {
    visit.refuse(failure)
  }
}

/** The app as a program of its viewer's account: what it reads anonymously also counts. */
function programOf(caller: Caller, app: string, name: string | undefined): Program | undefined {
  if (caller.kind !== 'account') return undefined
  return {
    actor: { kind: 'app', id: app, ...(name !== undefined && { name }) },
    accountId: caller.account.id,
    credentialId: app,
  }
}

/** The call that the page of an app has sent. */
function parseCall(sent: Record<string, unknown>): { operation: Operation; args: Record<string, unknown> } {
  const { service, method, verb, query = '', args = {} } = sent
  const isCall =
    typeof service === 'string' &&
    typeof method === 'string' &&
    (verb === undefined || typeof verb === 'string') &&
    typeof query === 'string' &&
    typeof args === 'object' &&
    args !== null &&
    !Array.isArray(args)
  if (!isCall)
    throw new ApiError('invalid_argument', 'A call must contain a service, a method and an object with the arguments.')
  const operation = operationCalled(service, method, verb)
  return { operation, args: { ...parseQuery(query, operation), ...(args as Record<string, unknown>) } }
}

/**
 * The viewer, with the rights that the app has been given, and the name of the app.
 *
 * @throws ApiError unauthenticated, permission_denied, rate_limited
 */
async function delegateOf(
  caller: Caller,
  { id: app, version }: OpenApp,
  operation: Operation,
  { store, paidCalls }: AppsDeps,
  res: ServerResponse,
): Promise<{ readonly caller: Delegate; readonly name: string | undefined }> {
  if (caller.kind !== 'account') {
    throw new ApiError(
      'unauthenticated',
      `${operation.id} requires an account. Sign in at /signin, and then open the app again.`,
    )
  }
  const { account } = caller
  const grant = await grantFor(store, { owner: account.id, app, version })
  const name = operation.formOf ?? operation.id
  if (!grant?.operations.has(name) || grant.since === 'calls_more') {
    res.setHeader('X-App-Asks', name)
    const reason = grant?.operations.has(name)
      ? 'This app has changed since you allowed it, and now calls more methods'
      : `You have not allowed this app to use ${name}`
    throw new ApiError('permission_denied', `${reason}. You can allow it on the app's page.`)
  }
  if (operation.microCredits > 0 || operation.priceUnit !== undefined)
    refuseBeyond(await paidCalls.take(`${account.id} ${app}`))
  const rights = {
    account,
    allServices: false,
    services: new Set([operation.family]),
    capabilities: new Set<never>(),
    actions: true,
    scopes: new Set<never>(),
  } as const
  // Background work that the call starts, such as an event with a prompt, has no more rights than the grant either.
  const delegate = { kind: 'delegated', origin: 'app', account, rights, credentialId: grant.id } as const
  return { caller: delegate, name: grant.name }
}
