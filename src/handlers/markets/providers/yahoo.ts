import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'
import { dayIn } from '../days.ts'
import { Exact } from '../decimals.ts'
import { marketSettings } from '../settings.ts'
import { minuteMs } from './ages.ts'

const mebibyte = 1024 * 1024

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

/** The close of one trading day. */
export interface Close {
  /** In the market's calendar. */
  readonly day: string
  /** When the day's trading began, epoch milliseconds. */
  readonly openedMs: number
  readonly usd: Exact
}

/** The prices of one instrument. */
export interface Chart {
  /** The last price, and when it was quoted. */
  readonly last: { readonly usd: Exact; readonly asOfMs: number; readonly day: string }
  /** One a day, oldest first. */
  readonly closes: readonly Close[]
  /** The current or next trading day. */
  readonly session: { readonly startMs: number; readonly endMs: number }
}

const seconds = z.int().min(-100_000_000_000).max(100_000_000_000)

const zone = z.string().refine((name) => {
  try {
    dayIn(name, 0)
    return true
  } catch {
    return false
  }
}, 'is not a time zone')

const meta = z.object({
  /** USX is a hundredth of a dollar. */
  currency: z.enum(['USD', 'USX', 'USd']),
  exchangeTimezoneName: zone,
  regularMarketPrice: z.number().positive(),
  regularMarketTime: seconds,
  priceHint: z.int().min(0).max(12).nullish(),
  currentTradingPeriod: z.object({ regular: z.object({ start: seconds, end: seconds }) }),
})

type Meta = z.output<typeof meta>

const series = z.array(z.unknown()).max(2000).nullish()

/** A time and its close, which is null if there was no trade. */
const point = z.tuple([seconds, z.number().positive().nullable()])

const result = z
  .object({
    meta,
    // Absent for a range without trading.
    timestamp: series,
    indicators: z.object({ quote: z.tuple([z.object({ close: series })], z.unknown()) }),
  })
  // The times and the closes belong together by their positions.
  .transform(({ meta, timestamp, indicators }): { meta: Meta; points: unknown } => {
    const closes = indicators.quote[0].close ?? []
    return { meta, points: (timestamp ?? []).map((at, index) => [at, closes[index] ?? null]) }
  })
  .pipe(z.object({ meta: z.custom<Meta>(), points: listOf(point) }))
  .transform(({ meta, points }): Chart => {
    const inDollars = priceReader(meta.currency === 'USD', meta.priceHint ?? 2)
    const byDay = new Map<string, Close>()
    for (const [at, close] of points) {
      if (close === null) continue
      const openedMs = at * 1000
      const day = dayIn(meta.exchangeTimezoneName, openedMs)
      // The last entry may be the current price, in addition to the entry of its day.
      byDay.set(day, { day, openedMs: byDay.get(day)?.openedMs ?? openedMs, usd: inDollars(close) })
    }
    const asOfMs = meta.regularMarketTime * 1000
    const { start, end } = meta.currentTradingPeriod.regular
    return {
      last: { usd: inDollars(meta.regularMarketPrice), asOfMs, day: dayIn(meta.exchangeTimezoneName, asOfMs) },
      closes: [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
      session: { startMs: start * 1000, endMs: end * 1000 },
    }
  })

/** Prices are sent in single precision: digits beyond the market's own decimals are noise. */
function priceReader(isDollars: boolean, decimals: number): (price: number) => Exact {
  return (price) => {
    const shown = new Exact(price).toDecimalPlaces(Math.max(decimals, price < 1 ? 6 : 2))
    return isDollars ? shown : shown.div(100)
  }
}

const reader = {
  json: z
    .object({ chart: z.object({ result: z.tuple([result], z.unknown()) }) })
    .transform(({ chart }): Chart | undefined => chart.result[0]),
}

/**
 * A chart of daily closes.
 *
 * @param symbol at Yahoo Finance
 * @param query either `range`, or `period1` and `period2` in epoch seconds
 * @returns undefined data if the instrument did not exist yet
 */
export function fetchChart(
  provider: Provider,
  asker: Asker,
  { symbol, query, ages }: { symbol: string; query: Readonly<Record<string, string | number>>; ages: Ages },
): Promise<Provided<Chart | undefined>> {
  return provider.read<Chart | undefined>(asker, {
    path: `/v8/finance/chart/${encodeURIComponent(symbol)}`,
    query: { ...query, interval: '1d' },
    reader,
    ages,
    absent: { statuses: [400], data: undefined },
  })
}
