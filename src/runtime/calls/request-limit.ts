import { rateLimited } from '../limits/headers.ts'
import type { Limits } from '../limits/limits.ts'
import type { Verdict } from '../limits/policy.ts'
import { accountOf, type Caller } from './caller.ts'
import type { IncomingCall } from './incoming.ts'

/** Calls are counted by account, wherever they come from; calls without one by address. */
export function requestLimit(limits: Pick<Limits, 'ofAccount' | 'ofAddress'>, caller: Caller, call: IncomingCall) {
  const account = accountOf(caller)
  return account ? limits.ofAccount(account.id) : limits.ofAddress(call.clientAddress)
}

/** Adds the verdict of a limit. @throws ApiError rate_limited */
export function allow(verdicts: Verdict[], verdict: Verdict | undefined): void {
  if (!verdict) return
  verdicts.push(verdict)
  if (!verdict.isAllowed) throw rateLimited(verdict)
}
