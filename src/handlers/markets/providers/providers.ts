import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { marketSettings } from '../settings.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
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

/** Its public interface allows a few calls a minute. */
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

export const frankfurter: ProviderDescription = {
  name: 'frankfurter',
  source: 'European Central Bank, by way of Frankfurter',
  nameInSentence: 'Frankfurter',
  attribution: 'Reference rates of the European Central Bank',
  baseUrl: marketSettings.frankfurterBaseUrl,
  pace: { calls: 60, perMs: minuteMs },
  kept: { maxEntries: 500, maxBytes: 8 * mebibyte },
  probe: { path: '/v1/latest', query: { base: 'EUR', symbols: 'USD' } },
  examples: async () => (await import('./market-examples.ts')).frankfurterExamples,
}

export const yahoo: ProviderDescription = {
  name: 'yahoo-finance',
  source: 'Yahoo Finance',
  attribution: 'Prices from Yahoo Finance',
  baseUrl: marketSettings.yahooBaseUrl,
  onlyIf: marketSettings.marketsYahoo,
  pace: { calls: 60, perMs: minuteMs },
  kept: { maxEntries: 500, maxBytes: 8 * mebibyte },
  probe: { path: '/v8/finance/chart/AAPL', query: { range: '1d', interval: '1d' } },
  examples: async () => (await import('./market-examples.ts')).yahooExamples,
}

/** Prices, which are returned marked for as long as nothing newer is known. */
export const priceAges: Ages = { freshMs: minuteMs, refreshMs: 5 * minuteMs, maxAgeMs: 30 * dayMs }
/** Reference rates of the latest days: they change once on a working day. */
export const rateAges: Ages = { freshMs: 10 * minuteMs, refreshMs: hourMs, maxAgeMs: 30 * dayMs }
/** What was published for days that are over. */
export const pastAges: Ages = { freshMs: 7 * dayMs, maxAgeMs: 30 * dayMs }
