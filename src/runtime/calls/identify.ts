import type { Operation } from '#generated/server/operations.ts'
import { parseAuthorization } from '../accounts/authorization.ts'
import type { Csrf } from '../accounts/csrf.ts'
import { isForPeople } from '../accounts/grant.ts'
import { scopeRefusal } from '../accounts/permissions.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Tokens } from '../accounts/tokens.ts'
import { ApiError } from '../base/errors.ts'
import { accountOf, accountRequired, anonymous, type Caller, originOf, rightsOf } from './caller.ts'
import type { BrowserCredential, IncomingCall } from './incoming.ts'

/** How callers are identified. */
export interface Identity {
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly sessions: Pick<Sessions, 'find'>
  readonly csrf: Csrf
}

/**
 * Identifies the caller. A credential that is present decides, valid or not, and a header before a cookie. A caller that the
 * door has already identified needs no further proof. Without any credential nothing has to be awaited.
 *
 * @throws ApiError unauthenticated, csrf
 */
export function callerOf(
  call: Pick<IncomingCall, 'caller' | 'authorization' | 'audience' | 'browser' | 'clientAddress'>,
  operation: Pick<Operation, 'verb'>,
  identity: Identity,
): Caller | Promise<Caller> {
  if (call.caller) return call.caller
  if (call.authorization !== undefined) return byToken(call, identity.tokens)
  const { browser } = call
  return browser === undefined ? anonymous : bySession(browser, operation, identity)
}

async function byToken(
  { authorization, audience, clientAddress }: Pick<IncomingCall, 'authorization' | 'audience' | 'clientAddress'>,
  tokens: Identity['tokens'],
): Promise<Caller> {
  const secret = parseAuthorization(authorization)
  if (secret === undefined) return anonymous
  const grant = await tokens.authenticate(secret, audience, clientAddress)
  return { kind: 'account', via: 'token', account: grant.account, grant }
}

/** A browser also sends its cookie with requests that other sites cause, so changes need additional proof. */
async function bySession(
  { sessionSecret, csrfToken }: BrowserCredential,
  { verb }: Pick<Operation, 'verb'>,
  { sessions, csrf }: Identity,
): Promise<Caller> {
  const session = await sessions.find(sessionSecret)
  if (!session) {
    throw new ApiError('unauthenticated', 'The session in the cookie has ended. Sign in again at /signin.')
  }
  if (verb !== 'GET' && !csrf.matches(session.sessionId, csrfToken)) {
    throw new ApiError(
      'csrf',
      'A POST with the session cookie requires the X-CSRF-Token header. Its value is in <meta name="csrf-token"> on /settings. A call with a token does not need this header.',
    )
  }
  const { sessionId, account } = session
  return { kind: 'account', via: 'session', sessionId, account }
}

/**
 * Why this caller may not call the operation, regardless of the arguments; undefined if it may. A signed-in person may do
 * everything, a token only what it was created for, and a payment identifies a caller, but not an account.
 *
 * @returns ApiError permission_denied, unauthenticated, account_required
 */
export function admissionRefusal(
  operation: Operation,
  caller: Caller,
  { payment }: Pick<IncomingCall, 'payment'>,
): ApiError | undefined {
  const { id, family, needs, microCredits, withheld } = operation
  const rights = rightsOf(caller)
  const lacking = rights && scopeRefusal(rights, operation)
  if (lacking) return lacking
  const origin = originOf(caller)
  // The agent may propose what a person then approves, but neither start runs nor decide about approvals.
  if (withheld && (origin === 'app' || (origin === 'agent' && isForPeople(operation)))) {
    const from = origin === 'agent' ? 'the agent' : 'hosted apps'
    return new ApiError('permission_denied', `${id} is withheld from ${from}. A person or a program may call it.`)
  }
  if (needs === 'open' || accountOf(caller)) return undefined
  if (needs === 'caller' && microCredits > 0) return undefined
  if (needs === 'account' && (payment || caller.kind === 'wallet')) return accountRequired(operation)
  return new ApiError(
    'unauthenticated',
    `${id} requires a caller. Send a token as "Authorization: Bearer od_…". Create one at /settings/tokens on this server, or with: onedoor token create NAME --services ${family}`,
  )
}
