import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { parseQuery } from '#runtime/calls/arguments.ts'
import { anonymous, type Caller, type Delegate } from '#runtime/calls/caller.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { RouteVisit } from '#runtime/kit/route-visit.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import { contractOfApps, isForEverybody, operationCalled, requireCallable } from '../check/callable.ts'
import { grantFor } from '../rows/grants.ts'
import { nobody, type Passes } from './passes.ts'

const maxCallBytes = 256 * 1024

interface CallServices {
  readonly world: Pick<FamilyWorld, 'store'>
  readonly passes: Passes
  readonly paidCalls: PaidCalls
}

/** The calls of apps that cost their viewers credits. */
export interface PaidCalls {
  /** @throws ApiError rate_limited for an app that has made as many for this viewer as it may in a day */
  count(viewer: string, app: string): Promise<void>
}

/** What an app may spend of a viewer is bounded, so that one that goes wrong does not spend everything. */
export function createPaidCalls(
  { limits, transfers }: Pick<FamilyWorld, 'limits' | 'transfers'>,
  perDay: number | undefined,
): PaidCalls {
  const counts = limits.exact({
    name: 'paid-app-calls',
    unit: 'calls that cost credits',
    per: 'app and viewer',
    quota: transfers.isOn ? perDay : undefined,
    windowMs: 86_400_000,
  })
  return { count: async (viewer, app) => refuseBeyond(await counts.take(`${viewer} ${app}`)) }
}

/**
 * Carries out the call of an app for the viewer who has it open: with no more rights than the viewer has given this app, and as
 * nobody in particular where everybody may call. The session says who the viewer is, the pass that the page with the app asks.
 */
export async function answerCall(
  req: IncomingMessage,
  res: ServerResponse,
  visit: RouteVisit,
  services: CallServices,
): Promise<void> {
  const { passes } = services
  try {
    if (req.method !== 'POST') throw new ApiError('method_not_allowed', 'Apps call with POST.', { allow: ['POST'] })
    const caller = await visit.caller()
    if (caller.kind === 'account' && caller.via !== 'session') {
      throw new ApiError(
        'unauthenticated',
        'Programs call services themselves; this address is for the page of an app.',
      )
    }
    const viewer = caller.kind === 'account' ? { accountId: caller.account.id, sessionId: caller.sessionId } : nobody
    const pass = req.headers['x-app-pass']
    const app = typeof pass === 'string' ? await passes.appOfPass(pass, viewer) : undefined
    if (app === undefined) throw new ApiError('csrf', 'This page of the app is out of date: load it again.')
    const { operation, args } = await callIn(await visit.readJson(maxCallBytes))
    requireCallable(operation)
    const acting = isForEverybody(operation) ? anonymous : await narrowed(caller, app, operation, { ...services, res })
    await visit.answer({ operationId: operation.id, args, caller: acting })
  } catch (failure) {
    visit.refuse(failure)
  }
}

/** What the app calls, as its page has sent it. */
async function callIn(sent: Record<string, unknown>): Promise<{ operation: Operation; args: Record<string, unknown> }> {
  const { service, method, verb, query = '', args = {} } = sent
  const isCall =
    typeof service === 'string' &&
    typeof method === 'string' &&
    (verb === undefined || typeof verb === 'string') &&
    typeof query === 'string' &&
    typeof args === 'object' &&
    args !== null &&
    !Array.isArray(args)
  if (!isCall) throw new ApiError('invalid_argument', 'A call has a service, a method and an object of arguments.')
  const operation = operationCalled(await contractOfApps(), service, method, verb)
  return { operation, args: { ...parseQuery(query, operation), ...(args as Record<string, unknown>) } }
}

/**
 * The viewer, with the rights that the app has been given.
 *
 * @throws ApiError unauthenticated, permission_denied, rate_limited
 */
async function narrowed(
  caller: Caller,
  app: string,
  operation: Operation,
  { world, paidCalls, res }: Omit<CallServices, 'passes'> & { res: ServerResponse },
): Promise<Delegate> {
  if (caller.kind !== 'account') {
    throw new ApiError(
      'unauthenticated',
      `${operation.id} needs an account: sign in at /signin, then open the app again.`,
    )
  }
  const grant = await grantFor(world.store, caller.account.id, app)
  const name = operation.formOf ?? operation.id
  if (!grant?.operations.has(name)) {
    res.setHeader('X-App-Asks', name)
    throw new ApiError('permission_denied', `You have not allowed this app to use ${name}; decide so on its page.`)
  }
  if (operation.microCredits > 0 || operation.priceUnit !== undefined) await paidCalls.count(caller.account.id, app)
  const { account } = caller
  const rights = {
    account,
    kind: 'services',
    allServices: false,
    services: new Set([operation.family]),
    capabilities: new Set<never>(),
    actions: true,
  } as const
  // Work in the background that the call begins, such as an event with a prompt, has no more rights than the grant either.
  return { kind: 'delegated', origin: 'app', account, rights, credentialId: grant.id }
}
