import type { Operation } from '#generated/server/operations.ts'
import { ApiError, type ArgumentFault } from '../../runtime/base/errors.ts'
import { rateLimited } from '../../runtime/limits/headers.ts'
import type { Verdict } from '../../runtime/limits/policy.ts'
import { type DocumentedResponse, errorCodeIn } from './documented.ts'

interface ExampleBody {
  readonly error?: string
  readonly detail?: string
  readonly details?: ArgumentFault[]
  readonly approval?: string
  readonly x402Version?: number
  readonly accepts?: readonly unknown[]
}

/** As the example in the document says. */
const usualRetryS = 12

/** The limit of calls, where a call has not met it. */
const usualLimit = { name: 'account', unit: 'requests', per: 'account', quota: 1200, windowMs: 60_000 } as const

/**
 * The verdict of a limit that is reached.
 *
 * @param met the verdicts of the call so far
 */
export function exhausted(met: readonly Verdict[], retryAfterS = usualRetryS): Verdict {
  const policy = met.at(-1)?.policy ?? usualLimit
  const quota = met.at(-1)?.quota ?? usualLimit.quota
  return { policy, quota, isAllowed: false, remaining: 0, resetS: retryAfterS }
}

/**
 * The error whose response is a documented one.
 *
 * @param limit that is reached, if it is about a limit
 */
export function errorOf(
  { body }: DocumentedResponse,
  limit: Verdict,
  operation?: Pick<Operation, 'verb' | 'microCredits'>,
): ApiError {
  const code = errorCodeIn(body)
  if (code === 'rate_limited') return rateLimited(limit)
  const { error, detail, details, approval, x402Version = 1, accepts } = body as ExampleBody
  // What a metered method costs is added by the pipeline.
  const isOffered = operation !== undefined && operation.microCredits > 0
  return new ApiError(code, error ?? detail ?? code, {
    ...(details && { details }),
    ...(approval !== undefined && { approval }),
    ...(accepts && !isOffered && { challenge: { headers: {}, body: { x402Version, accepts } } }),
    ...(code === 'method_not_allowed' && { allow: [operation?.verb ?? 'GET'] }),
  })
}
