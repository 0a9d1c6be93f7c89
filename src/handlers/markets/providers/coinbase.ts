import { z } from 'zod'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Reading } from '#runtime/outbound/provider.ts'
import { recordOf } from '#runtime/outbound/record-lists.ts'
import { Exact } from '../decimals.ts'
import { marketSettings } from '../settings.ts'
import { minuteMs, priceAges } from './ages.ts'

const mebibyte = 1024 * 1024

export const coinbase: ProviderDescription = {
  name: 'coinbase',
  source: 'Coinbase',
  attribution: 'Prices from Coinbase',
  baseUrl: marketSettings.coinbaseBaseUrl,
  pace: { calls: 30, perMs: minuteMs },
  kept: { maxEntries: 2, maxBytes: mebibyte },
  probe: { path: '/v2/exchange-rates', query: { currency: 'USD' } },
  examples: async () => (await import('./market-examples.ts')).coinbaseExamples,
}

/** How many units of each currency and coin one US dollar buys, by code. */
export type DollarRates = ReadonlyMap<string, Exact>

/** Rates are text, so that no digits are lost. Some of the hundreds of coins are listed without a value, as 0. */
const rate = z.string().regex(/^\d{1,30}(\.\d{1,40})?(e-?\d{1,2})?$/i)

const reader = {
  json: z
    .object({ data: z.object({ currency: z.literal('USD'), rates: recordOf(rate) }) })
    .transform(({ data }): DollarRates => {
      const pairs = [...data.rates].map(([code, text]) => [code, new Exact(text)] as const)
      return new Map(pairs.filter(([, units]) => units.gt(0)))
    }),
}

/** All rates of Coinbase, which come without a time. */
export const dollarRates: Reading<DollarRates> = {
  path: '/v2/exchange-rates',
  query: { currency: 'USD' },
  key: 'rates',
  reader,
  ages: priceAges,
}
