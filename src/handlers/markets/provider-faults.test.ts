import { type FaultyMethod, testProviderFaults } from '#testing/provider-faults.ts'
import { marketExamples as answers, marketSettingsAt as settings } from './fixtures/markets-server.ts'
import { pastAges, priceAges, rateAges } from './providers/ages.ts'

// Fixed days: the default ones move with the clock.
const range = { symbol: 'AAPL', start: '2026-11-02', end: '2026-11-13' }

// Coins and currencies have two providers each, both with the same fault.
const methods: FaultyMethod[] = [
  { id: 'markets.list', args: { category: 'crypto' }, answers, settings },
  { id: 'markets.quote', args: { symbol: 'EUR' }, answers, ages: priceAges, settings },
  { id: 'markets.history', args: range, answers, ages: pastAges, settings },
  { id: 'markets.convert', args: { from: 'GBP', to: 'JPY' }, answers, ages: rateAges, settings },
]

testProviderFaults(methods)
