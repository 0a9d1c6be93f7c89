import { ApiError } from '../errors.ts'
import { type Policy, type Verdict, windowInWords } from './policy.ts'

/** `RateLimit-Policy` never changes for a policy, so it is written once. */
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
 * The fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10) as names and values in turn:
 * structured lists with one item a limit; `q` is the quota, `w` its window, `r` what is left and `t` the seconds for
 * which that is all there is.
 */
export function rateLimitHeaders(verdicts: readonly Verdict[]): string[] {
  const [first] = verdicts
  if (first === undefined) return []
  if (verdicts.length === 1) return ['RateLimit-Policy', policyItem(first), 'RateLimit', limitItem(first)]
  return ['RateLimit-Policy', verdicts.map(policyItem).join(', '), 'RateLimit', verdicts.map(limitItem).join(', ')]
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
