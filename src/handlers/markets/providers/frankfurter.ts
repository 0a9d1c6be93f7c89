import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provided, Provider, Reading } from '#runtime/outbound/provider.ts'
import { recordOf } from '#runtime/outbound/record-lists.ts'
import { daysAfter } from '../days.ts'
import { Exact } from '../decimals.ts'
import { marketSettings } from '../settings.ts'
import { minuteMs, pastAges, rateAges } from './ages.ts'

const mebibyte = 1024 * 1024

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

/** How many units of each currency one euro bought, by code, including the euro itself. */
export type EuroRates = ReadonlyMap<string, Exact>

/** The reference rates of one day. */
export interface DayRates {
  readonly day: string
  readonly rates: EuroRates
}

const rates = recordOf(z.number().positive(), z.string().regex(/^[A-Z]{3}$/)).transform(
  (units): EuroRates =>
    new Map([['EUR', new Exact(1)], ...[...units].map(([code, value]) => [code, new Exact(value)] as const)]),
)

const dayReader = {
  json: z
    .object({ base: z.literal('EUR'), date: z.iso.date(), rates })
    .transform(({ date, rates }): DayRates => ({ day: date, rates })),
}

const seriesReader = {
  json: z
    .object({ base: z.literal('EUR'), rates: recordOf(rates, z.iso.date()) })
    .transform(({ rates }): readonly DayRates[] =>
      [...rates].map(([day, rates]) => ({ day, rates })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    ),
}

/**
 * The rates of a day, or of the last day before it that has any. One request is for all currencies, so that every pair shares
 * a cache entry, and cross rates are computed from the bank's own figures.
 *
 * @param day undefined for the latest
 * @param today the current day in UTC
 */
export function fetchRates(
  provider: Provider,
  asker: Asker,
  day: string | undefined,
  today: string,
): Promise<Provided<DayRates>> {
  // The rates of a day are final once it is over everywhere.
  const isOver = day !== undefined && day < daysAfter(today, -1)
  return provider.read(asker, {
    path: `/v1/${day ?? 'latest'}`,
    query: { base: 'EUR' },
    reader: dayReader,
    ages: isOver ? pastAges : rateAges,
  })
}

/** The rates of all days of a range that have any, oldest first, of the currencies `codes`. */
export function seriesIn({
  start,
  end,
  codes,
  today,
}: {
  readonly start: string
  readonly end: string
  readonly codes: readonly string[]
  readonly today: string
}): Reading<readonly DayRates[]> {
  return {
    path: `/v1/${start}..${end}`,
    query: { base: 'EUR', symbols: codes.filter((code) => code !== 'EUR').join(',') },
    reader: seriesReader,
    ages: end < daysAfter(today, -1) ? pastAges : rateAges,
  }
}

/** What one unit of a currency is worth in another; undefined if one of them has no rate. */
export function crossRate(rates: EuroRates, from: string, to: string): Exact | undefined {
  const [fromUnits, toUnits] = [rates.get(from), rates.get(to)]
  return fromUnits && toUnits?.div(fromUnits)
}
