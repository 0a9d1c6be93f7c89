import type { Asker } from '#runtime/base/asker.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { momentInZone } from '#runtime/base/zoned-time.ts'
import type { Provided, Provider, Reading } from '#runtime/outbound/provider.ts'
import { dayIn, dayMs, daysAfter, utcDay } from '../days.ts'
import { changePct, Exact } from '../decimals.ts'
import type { MarketsDeps } from '../index.ts'
import type { Instrument } from '../instruments.ts'
import { storedPrices } from '../rows.ts'
import { priceAges } from './ages.ts'
import { type DollarRates, dollarRates } from './coinbase.ts'
import { type CoinPrice, coinPrices } from './coingecko.ts'
import { crossRate, type DayRates, seriesIn } from './frankfurter.ts'
import { fetchChart } from './yahoo.ts'

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

/** An instrument with its price, or the reason why it has none. */
export type Priced =
  | { readonly instrument: Instrument; readonly price: Price }
  | {
      readonly instrument: Instrument
      readonly price?: undefined
      readonly failure?: unknown
    }

/** Days before today in which there is a reference rate, over any holidays. */
const rateDays = 10

/**
 * The prices of instruments of one category, in their order. A failure of one leaves the others.
 *
 * @throws OutboundFailure not_configured for a category whose provider is turned off
 */
export async function fetchPrices(
  deps: Pick<MarketsDeps, 'coinbase' | 'coingecko' | 'frankfurter' | 'yahoo' | 'clock'>,
  asker: Asker,
  instruments: readonly Instrument[],
): Promise<Priced[]> {
  const { yahoo, clock } = deps
  const [category] = instruments[0]?.categories ?? []
  if (category === 'crypto') return coins(deps, asker, instruments)
  if (category === 'currencies') return currencies(deps, asker, instruments, clock.now())
  yahoo.checkConfigured()
  return Promise.all(instruments.map((each) => fromYahoo(yahoo, asker, each, clock.now())))
}

/** The same, with the stored price of every instrument that has no price now. */
export async function fetchOrStoredPrices(
  deps: MarketsDeps,
  asker: Asker,
  instruments: readonly Instrument[],
): Promise<Priced[]> {
  const all = await fetchPrices(deps, asker, instruments)
  if (all.every(({ price }) => price) || asker.signal.aborted) return all
  const stored = await storedPrices(deps.store)
  return all.map((each) => {
    const price = each.price ?? stored.get(each.instrument.symbol)?.price
    return price ? { instrument: each.instrument, price } : each
  })
}

async function fromYahoo(yahoo: Provider, asker: Asker, instrument: Instrument, now: number): Promise<Priced> {
  const symbol = instrument.yahoo ?? instrument.symbol
  try {
    const provided = await fetchChart(yahoo, asker, { symbol, query: { range: '5d' }, ages: priceAges })
    if (!provided.data) return { instrument }
    const { last, closes, session } = provided.data
    const before = closes.findLast(({ day }) => day < last.day)
    const change = before && {
      pct: changePct(before.usd, last.usd),
      // A chart has the beginning of each day only: every day lasts as long as the current one.
      sinceMs: Math.min(before.openedMs + (session.endMs - session.startMs), last.asOfMs),
    }
    const isOpen = provided.isStale ? undefined : now >= session.startMs && now < session.endMs
    const price = { instrument, usd: last.usd, change, asOfMs: last.asOfMs, isOpen, ...termsOf([provided]) }
    return { instrument, price }
  } catch (failure) {
    return { instrument, failure }
  }
}

/** Coinbase has the price, CoinGecko the change; each also replaces the price of the other. */
async function coins(
  { coinbase, coingecko }: Pick<MarketsDeps, 'coinbase' | 'coingecko'>,
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

/** Coinbase has the price; the central bank has the earlier rate, and the price while Coinbase fails. */
async function currencies(
  { coinbase, frankfurter }: Pick<MarketsDeps, 'coinbase' | 'frankfurter'>,
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

/** The data of both sources that succeed, and why the first fails. */
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

/** The sources and attributions of combined data. */
export function termsOf(parts: readonly { readonly provenance: Pick<Provenance, 'source' | 'attribution'> }[]): {
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
