import { expect, test } from 'vitest'
import { asker } from '#testing/outbound.ts'
import { Exact } from '../decimals.ts'
import { instruments } from '../instruments.ts'
import { fetchPrices } from './prices.ts'

const provided = (data: unknown, asOfMs: number) => ({
  read: async () => ({ data, asOfMs, isStale: false, isFree: false, provenance: {} }),
})
const day = (day: string, pounds: string) => ({
  day,
  rates: new Map([
    ['EUR', new Exact(1)],
    ['USD', new Exact(1)],
    ['GBP', new Exact(pounds)],
  ]),
})
const pound = instruments.filter(({ symbol }) => symbol === 'GBP')

test.each([
  ['2026-11-19T22:59:00Z', 25],
  // In Frankfurt the next day has begun, so that the rate of the day before is the latest of an earlier one.
  ['2026-11-19T23:01:00Z', 100],
])('the change of a currency at %s is since the last day in Frankfurt', async (at, pct) => {
  const now = Date.parse(at)
  const deps = {
    coinbase: provided(new Map([['GBP', new Exact('1')]]), now),
    frankfurter: provided([day('2026-11-18', '1.25'), day('2026-11-19', '2')], now),
    clock: { now: () => now },
  }
  const [found] = await fetchPrices(deps as never, asker(), pound)
  expect(found?.price?.change?.pct).toBe(pct)
})
