import { ApiError } from '../base/errors.ts'
import { type Verdict, windowInWords } from './policy.ts'

/**
 * Adds the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10) as alternating names and values:
 * structured lists with one item per limit; `q` is the quota, `w` its window, `r` what remains and `t` the seconds until more
 * is available.
 */
export function addRateLimitHeaders(headers: string[], verdicts: readonly Verdict[]): void {
  if (verdicts.length === 0) return
  headers.push('RateLimit-Policy', verdicts.map(policyItem).join(', '))
  headers.push('RateLimit', verdicts.map(limitItem).join(', '))
}

function policyItem({ policy, quota }: Verdict): string {
  return `"${policy.name}";q=${quota};w=${policy.windowMs / 1000}`
}

function limitItem({ policy, remaining, resetS }: Verdict): string {
  return `"${policy.name}";r=${remaining};t=${resetS}`
}

/** @throws ApiError rate_limited if the limit is reached */
export function refuseBeyond(verdict: Verdict | undefined): void {
  if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
}

/** The error of a call that exceeds its limit. */
export function rateLimited({ policy, quota, resetS }: Verdict): ApiError {
  return new ApiError(
    'rate_limited',
    `The limit of ${quota} ${policy.unit} per ${windowInWords(policy.windowMs)} for each ${policy.per} was reached. Try again in ${resetS} ${resetS === 1 ? 'second' : 'seconds'}.`,
    { retryAfterS: resetS },
  )
}
