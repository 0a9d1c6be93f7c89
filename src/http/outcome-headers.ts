import type { Outcome } from '../runtime/calls/outcome.ts'
import { addRateLimitHeaders } from '../runtime/limits/headers.ts'
import { formatCredits } from '../runtime/money/amounts.ts'
import type { Charge } from '../runtime/money/bill.ts'
import { receiptHeaders } from '../runtime/money/x402/index.ts'

/** What a 401 says about how to come back (RFC 6750). */
export const bearerChallenge = 'Bearer realm="onedoor"'

/** Adds what an outcome tells beside its body, as names and values in turn: limits, price, payment, what went wrong. */
export function addOutcomeHeaders(headers: string[], outcome: Outcome): void {
  const { error, charge, limits } = outcome
  if (limits) addRateLimitHeaders(headers, limits)
  if (outcome.isReplay) headers.push('Idempotency-Replayed', 'true')
  if (charge) headers.push(...creditHeaders(charge))
  if (!error && outcome.receipt) headers.push(...Object.entries(receiptHeaders(outcome.receipt)).flat())
  if (error) addErrorHeaders(headers, error)
}

/** Credits as decimal numbers, exact to the millionth. */
function creditHeaders({ charged, available }: Charge): string[] {
  return ['X-Credits-Charged', formatCredits(charged), 'X-Credits-Balance', formatCredits(available)]
}

/** Adds what an error tells beside its body. */
export function addErrorHeaders(headers: string[], error: NonNullable<Outcome['error']>): void {
  if (error.allow) headers.push('Allow', error.allow.join(', '))
  if (error.challenge) headers.push(...Object.entries(error.challenge.headers).flat())
  if (error.retryAfterS !== undefined) headers.push('Retry-After', String(Math.ceil(error.retryAfterS)))
  if (error.code === 'unauthenticated') headers.push('WWW-Authenticate', bearerChallenge)
}
