import { describe, expect, test } from 'vitest'
import { addRateLimitHeaders, rateLimited } from './headers.ts'
import type { Policy, Verdict } from './policy.ts'

const account: Policy = { name: 'account', unit: 'requests', per: 'account', quota: 1200, windowMs: 60_000 }
const writes: Policy = { name: 'public-writes', unit: 'public writes', per: 'account', quota: 60, windowMs: 3_600_000 }
const verdict = (policy: Policy, remaining: number, resetS: number): Verdict => ({
  policy,
  quota: policy.quota as number,
  isAllowed: remaining > 0,
  remaining,
  resetS,
})

function rateLimitHeaders(verdicts: Verdict[]): string[] {
  const headers: string[] = []
  addRateLimitHeaders(headers, verdicts)
  return headers
}

describe('RateLimit and RateLimit-Policy', () => {
  test('are one item a limit', () => {
    expect(rateLimitHeaders([verdict(account, 1199, 63)])).toEqual([
      'RateLimit-Policy',
      '"account";q=1200;w=60',
      'RateLimit',
      '"account";r=1199;t=63',
    ])
  })

  test('are lists if several limits apply', () => {
    expect(rateLimitHeaders([verdict(account, 7, 12), verdict(writes, 0, 3000)])).toEqual([
      'RateLimit-Policy',
      '"account";q=1200;w=60, "public-writes";q=60;w=3600',
      'RateLimit',
      '"account";r=7;t=12, "public-writes";r=0;t=3000',
    ])
  })

  test('are absent if no limit applies', () => {
    expect(rateLimitHeaders([])).toEqual([])
  })
})

test('a rejection names the limit and when to retry', () => {
  expect(rateLimited(verdict(account, 0, 12))).toMatchObject({
    code: 'rate_limited',
    status: 429,
    retryAfterS: 12,
    message: 'The limit of 1200 requests per minute for each account was reached. Try again in 12 seconds.',
  })
  expect(rateLimited(verdict({ ...writes, windowMs: 900_000 }, 0, 1)).message).toBe(
    'The limit of 60 public writes per 15 minutes for each account was reached. Try again in 1 second.',
  )
})
