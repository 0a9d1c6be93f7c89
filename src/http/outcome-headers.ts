import type { Operation } from '#generated/server/operations.ts'
import { scopesOf } from '../runtime/accounts/scope-classes.ts'
import type { Failure, Outcome } from '../runtime/calls/outcome.ts'
import { addRateLimitHeaders } from '../runtime/limits/headers.ts'
import { formatCredits } from '../runtime/money/amounts.ts'
import type { Charge } from '../runtime/money/bill.ts'
import { receiptHeaders } from '../runtime/money/x402/index.ts'

/** The challenge of a 401 for which nothing more is known (RFC 6750). */
export const bearerChallenge = 'Bearer realm="onedoor"'

interface ChallengeParts {
  readonly error?: 'invalid_token' | 'insufficient_scope' | undefined
  /** The scopes that a token needs. */
  readonly scopes?: readonly string[] | undefined
  readonly resourceMetadata?: string | undefined
}

/** The challenge that says what a program needs, and where it learns how to get it (RFC 6750, 3; RFC 9728, 5.1). */
export function challengeWith({ error, scopes = [], resourceMetadata }: ChallengeParts): string {
  const parts = [
    bearerChallenge,
    error && `error="${error}"`,
    scopes.length > 0 && `scope="${scopes.join(' ')}"`,
    resourceMetadata && `resource_metadata="${resourceMetadata}"`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Adds the headers of an outcome, as alternating names and values: deprecation, limits, price, payment, error. */
export function addOutcomeHeaders(headers: string[], outcome: Outcome): void {
  const { operation, error, charge, limits } = outcome
  if (operation?.deprecation) headers.push(...deprecationHeaders(operation))
  if (limits) addRateLimitHeaders(headers, limits)
  if (outcome.isReplay) headers.push('Idempotency-Replayed', 'true')
  if (charge) headers.push(...creditHeaders(charge))
  if (!error && outcome.receipt) headers.push(...Object.entries(receiptHeaders(outcome.receipt)).flat())
  if (error) addErrorHeaders(headers, outcome)
}

/**
 * The headers of a deprecated operation, as alternating names and values: since when it is deprecated (RFC 9745), from
 * when it may be missing (RFC 8594), and where it is described. None for any other operation.
 */
export function deprecationHeaders({ deprecation, family, method }: Operation): string[] {
  if (!deprecation) return []
  const [since, end] = [deprecation.since, deprecation.end].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date]
  return [
    'Deprecation',
    `@${since.getTime() / 1000}`,
    'Sunset',
    end.toUTCString(),
    'Link',
    `</docs/${family}/${method}>; rel="deprecation"; type="text/html"`,
  ]
}

/** Credits as decimal numbers, exact to the millionth. */
function creditHeaders({ charged, available }: Charge): string[] {
  return ['X-Credits-Charged', formatCredits(charged), 'X-Credits-Balance', formatCredits(available)]
}

/** Adds the headers of an error. */
function addErrorHeaders(headers: string[], outcome: Failure): void {
  const { error } = outcome
  if (error.allow) headers.push('Allow', error.allow.join(', '))
  if (error.challenge) headers.push(...Object.entries(error.challenge.headers).flat())
  if (error.retryAfterS !== undefined) headers.push('Retry-After', String(Math.ceil(error.retryAfterS)))
  const challenge = challengeOf(outcome)
  if (challenge !== undefined) headers.push('WWW-Authenticate', challenge)
}

function challengeOf({ operation, error, isForbidden, resourceMetadata }: Failure): string | undefined {
  if (error.scopes) return challengeWith({ error: 'insufficient_scope', scopes: error.scopes, resourceMetadata })
  if (error.code !== 'unauthenticated') return undefined
  // A request without a credential gets no error code (RFC 6750, 3.1).
  const fault = operation && !isForbidden ? 'invalid_token' : undefined
  return challengeWith({ error: fault, scopes: operation && scopesOf(operation), resourceMetadata })
}
