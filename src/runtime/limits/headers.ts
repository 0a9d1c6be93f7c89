import { ApiError } from '../base/errors.ts'
import { type Policy, type Verdict, windowInWords } from './policy.ts'

/** Cached, because a policy never changes. */
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
 * Adds the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10) as alternating names and values:
 * structured lists with one item per limit; `q` is the quota, `w` its window, `r` what remains and `t` the seconds until more
 * is available.
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
