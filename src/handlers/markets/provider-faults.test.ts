import type { Examples } from '#runtime/outbound/description.ts'
import { type FaultyMethod, testProviderFaults } from '#testing/provider-faults.ts'
import { pastAges, priceAges, rateAges } from './providers/ages.ts'
import { coinbaseExamples, coingeckoExamples, frankfurterExamples, yahooExamples } from './providers/market-examples.ts'

/** Coins and currencies have two providers each, both with the same fault. */
const all: Examples = (request, now) =>
  coinbaseExamples(request, now) ??
  coingeckoExamples(request, now) ??
  frankfurterExamples(request, now) ??
  yahooExamples(request, now)

const settings = (url: string) => ({
  COINBASE_BASE_URL: url,
  COINGECKO_BASE_URL: url,
  FRANKFURTER_BASE_URL: url,
  YAHOO_FINANCE_BASE_URL: url,
})

// Fixed days: the default ones move with the clock.
const range = { symbol: 'AAPL', start: '2026-11-02', end: '2026-11-13' }

const methods: FaultyMethod[] = [
  { id: 'markets.list', args: { category: 'crypto' }, answers: all, settings },
  { id: 'markets.quote', args: { symbol: 'EUR' }, answers: all, ages: priceAges, settings },
  { id: 'markets.history', args: range, answers: all, ages: pastAges, settings },
  { id: 'markets.convert', args: { from: 'GBP', to: 'JPY' }, answers: all, ages: rateAges, settings },
]

testProviderFaults(methods)
