import { ApiError } from '../base/errors.ts'
import { type Policy, type Verdict, windowInWords } from './policy.ts'

/** A policy is the same in every answer. */
const policyItems = new WeakMap<Policy, string>()

function policyItem({ policy, quota }: Verdict): string {
  let item = policyItems.get(policy)
  if (item === undefined) {
    item = `"${policy.name}";q=${quota};w=${policy.windowMs / 1000}`
    policyItems.set(policy, item)
  }
  return item
}

/**
 * Adds the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10) as names and values in turn:
 * structured lists with one item a limit; `q` is the quota, `w` its window, `r` what is left and `t` the seconds for
 * which that is all there is.
 */
export function addRateLimitHeaders(headers: string[], verdicts: readonly Verdict[]): void {
  const [first] = verdicts
  if (first === undefined) return
  if (verdicts.length === 1) headers.push('RateLimit-Policy', policyItem(first), 'RateLimit', limitItem(first))
  else
    headers.push(
      'RateLimit-Policy',
      verdicts.map(policyItem).join(', '),
      'RateLimit',
      verdicts.map(limitItem).join(', '),
    )
}

function limitItem({ policy, remaining, resetS }: Verdict): string {
  return `"${policy.name}";r=${remaining};t=${resetS}`
}

/** The refusal of a call that is over its limit. */
export function rateLimited({ policy, quota, resetS }: Verdict): ApiError {
  return new ApiError(
    'rate_limited',
    `The limit of ${quota} ${policy.unit} per ${windowInWords(policy.windowMs)} for each ${policy.per} is reached; try again in ${resetS} ${resetS === 1 ? 'second' : 'seconds'}.`,
    { retryAfterS: resetS },
  )
}
