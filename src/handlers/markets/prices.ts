import type { Asker } from '#runtime/base/asker.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { momentInZone } from '#runtime/base/zoned-time.ts'
import type { Provided, Provider, Reading } from '#runtime/outbound/provider.ts'
import { dayIn, dayMs, daysAfter, utcDay } from './days.ts'
import { changePct, Exact } from './decimals.ts'
import type { Instrument } from './instruments.ts'
import { type DollarRates, dollarRates } from './providers/coinbase.ts'
import { type CoinPrice, coinPrices } from './providers/coingecko.ts'
import { crossRate, type DayRates, seriesIn } from './providers/frankfurter.ts'
import { priceAges } from './providers/providers.ts'
import { chartOf } from './providers/yahoo.ts'

/** The price of an instrument. */
export interface Price {
  readonly instrument: Instrument
  readonly usd: Exact
  readonly change?: { readonly pct: number; readonly sinceMs: number } | undefined
  /** Epoch milliseconds. */
  readonly asOfMs: number
  readonly isOpen?: boolean | undefined
  readonly source: string
  readonly attribution?: string | undefined
}

/** An instrument with its price, or why it has none. */
export type Priced =
  | { readonly instrument: Instrument; readonly price: Price }
  | {
      readonly instrument: Instrument
      readonly price?: undefined
      readonly failure?: unknown
    }

export interface MarketProviders {
  readonly coinbase: Provider
  readonly coingecko: Provider
  readonly frankfurter: Provider
  readonly yahoo: Provider
}

/** Days before today in which there is a reference rate, over any holidays. */
const rateDays = 10

/**
 * The prices of instruments of one category, in their order: of all of them, whatever happens to single ones.
 *
 * @param now epoch milliseconds
 * @throws OutboundFailure not_configured for a category whose provider is turned off
 */
export function pricesOf(
  providers: MarketProviders,
  asker: Asker,
  instruments: readonly Instrument[],
  now: number,
): Promise<Priced[]> {
  const [category] = instruments[0]?.categories ?? []
  if (category === 'crypto') return coins(providers, asker, instruments)
  if (category === 'currencies') return currencies(providers, asker, instruments, now)
  providers.yahoo.checkConfigured()
  return Promise.all(instruments.map((each) => fromYahoo(providers.yahoo, asker, each, now)))
}

async function fromYahoo(yahoo: Provider, asker: Asker, instrument: Instrument, now: number): Promise<Priced> {
  const symbol = instrument.yahoo ?? instrument.symbol
  try {
    const answer = await chartOf(yahoo, asker, { symbol, query: { range: '5d' }, ages: priceAges })
    const chart = answer.data
    if (!chart) return { instrument }
    const { last, closes, session } = chart
    const before = closes.findLast(({ day }) => day < last.day)
    const change = before && {
      pct: changePct(before.usd, last.usd),
      // A chart tells when a day began: it ended as long after that as the current one lasts.
      sinceMs: Math.min(before.openedMs + (session.endMs - session.startMs), last.asOfMs),
    }
    const isOpen = answer.isStale ? undefined : now >= session.startMs && now < session.endMs
    const price = { instrument, usd: last.usd, change, asOfMs: last.asOfMs, isOpen, ...termsOf([answer]) }
    return { instrument, price }
  } catch (failure) {
    return { instrument, failure }
  }
}

/** Coinbase has the price, CoinGecko the change; either stands in for the other's price. */
async function coins(
  { coinbase, coingecko }: MarketProviders,
  asker: Asker,
  instruments: readonly Instrument[],
): Promise<Priced[]> {
  const both = await bothOf(asker, [coinbase, dollarRates], [coingecko, coinPrices])
  const { first: fromCoinbase, second: fromCoinGecko, failure } = both
  return instruments.map((instrument) => {
    const price = coinPrice(instrument, fromCoinbase, fromCoinGecko)
    return price ? { instrument, price } : { instrument, failure }
  })
}

function coinPrice(
  instrument: Instrument,
  fromCoinbase: Provided<DollarRates> | undefined,
  fromCoinGecko: Provided<ReadonlyMap<string, CoinPrice>> | undefined,
): Price | undefined {
  const units = fromCoinbase?.data.get(instrument.symbol)
  const coin = fromCoinGecko?.data.get(instrument.coingecko ?? '')
  const change = coin?.changePct === undefined ? undefined : { pct: coin.changePct, sinceMs: coin.asOfMs - dayMs }
  const isOld = fromCoinbase?.isStale === true && fromCoinGecko?.isStale === false && coin !== undefined
  if (fromCoinbase && units && !isOld) {
    const terms = termsOf(change && fromCoinGecko ? [fromCoinbase, fromCoinGecko] : [fromCoinbase])
    return { instrument, usd: inverse(units), change, asOfMs: fromCoinbase.asOfMs, isOpen: true, ...terms }
  }
  if (!fromCoinGecko || !coin) return undefined
  return { instrument, usd: coin.usd, change, asOfMs: coin.asOfMs, isOpen: true, ...termsOf([fromCoinGecko]) }
}

/** Coinbase has the price, the central bank what it is compared with, and the price while Coinbase cannot be asked. */
async function currencies(
  { coinbase, frankfurter }: MarketProviders,
  asker: Asker,
  instruments: readonly Instrument[],
  now: number,
): Promise<Priced[]> {
  const today = utcDay(now)
  const codes = ['USD', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'CNY', 'INR']
  const range = { start: daysAfter(today, -rateDays), end: today, codes, today }
  const both = await bothOf(asker, [coinbase, dollarRates], [frankfurter, seriesIn(range)])
  const { first: fromCoinbase, second: fromBank, failure } = both
  return instruments.map((instrument) => {
    const price = currencyPrice(instrument, fromCoinbase, fromBank)
    return price ? { instrument, price } : { instrument, failure }
  })
}

function currencyPrice(
  instrument: Instrument,
  fromCoinbase: Provided<DollarRates> | undefined,
  fromBank: Provided<readonly DayRates[]> | undefined,
): Price | undefined {
  const units = fromCoinbase?.data.get(instrument.symbol)
  if (fromCoinbase && units) {
    const usd = inverse(units)
    const { asOfMs } = fromCoinbase
    const change = fromBank && changeSince(fromBank.data, instrument.symbol, usd, dayIn(bankZone, asOfMs))
    return { instrument, usd, change, asOfMs, ...termsOf(change ? [fromCoinbase, fromBank] : [fromCoinbase]) }
  }
  const last = fromBank?.data.at(-1)
  const usd = last && crossRate(last.rates, instrument.symbol, 'USD')
  if (!fromBank || !last || !usd) return undefined
  const change = changeSince(fromBank.data, instrument.symbol, usd, last.day)
  return { instrument, usd, change, asOfMs: publishedMs(last.day), ...termsOf([fromBank]) }
}

/** The change since the latest reference rate of a day before this one. */
function changeSince(series: readonly DayRates[], code: string, usd: Exact, day: string): Price['change'] {
  const before = series.findLast((each) => each.day < day)
  const was = before && crossRate(before.rates, code, 'USD')
  return before && was && { pct: changePct(was, usd), sinceMs: publishedMs(before.day) }
}

const bankZone = 'Europe/Berlin'

/** Reference rates are published at about four in the afternoon in Frankfurt. */
function publishedMs(day: string): number {
  return momentInZone(`${day}T16:00:00`, bankZone) as number
}

function inverse(units: Exact): Exact {
  return new Exact(1).div(units).toSignificantDigits(12)
}

type Source<T> = readonly [provider: Provider, reading: Reading<T>]

/** What two sources say, whatever happens to the other, and why the first says nothing. */
async function bothOf<A, B>(
  asker: Asker,
  [provider, reading]: Source<A>,
  [other, otherReading]: Source<B>,
): Promise<{ readonly first?: Provided<A>; readonly second?: Provided<B>; readonly failure?: unknown }> {
  const [one, two] = await Promise.allSettled([provider.read(asker, reading), other.read(asker, otherReading)])
  return {
    ...(one.status === 'fulfilled' ? { first: one.value } : { failure: one.reason }),
    ...(two.status === 'fulfilled' && { second: two.value }),
  }
}

/** The sources of what was put together, and what they want to be shown. */
function termsOf(parts: readonly { readonly provenance: Provenance }[]): {
  source: string
  attribution?: string
} {
  const sources = new Set(parts.map(({ provenance }) => provenance.source))
  const attributions = new Set(parts.flatMap(({ provenance }) => provenance.attribution ?? []))
  return {
    source: [...sources].join(', '),
    ...(attributions.size > 0 ? { attribution: [...attributions].join('. ') } : {}),
  }
}
