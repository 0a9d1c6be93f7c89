import { z } from 'zod'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Reading } from '#runtime/outbound/provider.ts'
import { recordOf } from '#runtime/outbound/record-lists.ts'
import { Exact } from '../decimals.ts'
import { instruments } from '../instruments.ts'
import { marketSettings } from '../settings.ts'
import { minuteMs, priceAges } from './ages.ts'

const mebibyte = 1024 * 1024

/** Its public API allows a few calls a minute. */
export const coingecko: ProviderDescription = {
  name: 'coingecko',
  source: 'CoinGecko',
  attribution: 'Data provided by CoinGecko',
  baseUrl: marketSettings.coingeckoBaseUrl,
  pace: { calls: 5, perMs: minuteMs },
  kept: { maxEntries: 2, maxBytes: mebibyte },
  probe: { path: '/api/v3/simple/price', query: { ids: 'bitcoin', vs_currencies: 'usd' } },
  examples: async () => (await import('./market-examples.ts')).coingeckoExamples,
}

/** A coin's price in dollars, and how it has changed in 24 hours. */
export interface CoinPrice {
  readonly usd: Exact
  readonly changePct: number | undefined
  /** Epoch milliseconds. */
  readonly asOfMs: number
}

const coin = z
  .object({
    usd: z.number().positive(),
    usd_24h_change: z.number().nullish(),
    last_updated_at: z.int().positive(),
  })
  .transform(
    ({ usd, usd_24h_change: change, last_updated_at: at }): CoinPrice => ({
      usd: new Exact(usd),
      changePct: typeof change === 'number' ? new Exact(change).toDecimalPlaces(2).toNumber() : undefined,
      asOfMs: at * 1000,
    }),
  )

const reader = {
  json: recordOf(coin),
}

const ids = instruments.flatMap(({ coingecko }) => coingecko ?? []).join(',')

/** The prices of all listed coins, by their ids at CoinGecko. */
export const coinPrices: Reading<ReadonlyMap<string, CoinPrice>> = {
  path: '/api/v3/simple/price',
  query: { ids, vs_currencies: 'usd', include_24hr_change: true, include_last_updated_at: true },
  key: 'prices',
  reader,
  ages: priceAges,
}
