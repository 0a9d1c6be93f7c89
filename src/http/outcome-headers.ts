import type { Outcome } from '../runtime/calls/outcome.ts'
import { addRateLimitHeaders } from '../runtime/limits/headers.ts'
import { formatCredits } from '../runtime/money/amounts.ts'
import type { Charge } from '../runtime/money/bill.ts'
import { receiptHeaders } from '../runtime/money/x402/index.ts'

/** The challenge of a 401 (RFC 6750). */
export const bearerChallenge = 'Bearer realm="onedoor"'

/** Adds the headers of an outcome, as alternating names and values: limits, price, payment, error. */
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

/** Adds the headers of an error. */
function addErrorHeaders(headers: string[], error: NonNullable<Outcome['error']>): void {
  if (error.allow) headers.push('Allow', error.allow.join(', '))
  if (error.challenge) headers.push(...Object.entries(error.challenge.headers).flat())
  if (error.retryAfterS !== undefined) headers.push('Retry-After', String(Math.ceil(error.retryAfterS)))
  if (error.code === 'unauthenticated') headers.push('WWW-Authenticate', bearerChallenge)
}
