import type { Handler } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { Provided } from '#runtime/outbound/provider.ts'
import { currencyCodes, firstDay, fixedUnits, isCurrency, isCurrent, lastDayOf } from '../currencies.ts'
import { dayText, utcDay } from '../days.ts'
import { amountText, Exact, payable, rateText } from '../decimals.ts'
import type { MarketsDeps } from '../index.ts'
import { type Instrument, instrumentOf, listed } from '../instruments.ts'
import { dollarRates } from '../providers/coinbase.ts'
import { type DayRates, fetchRates, frankfurter } from '../providers/frankfurter.ts'
import { fetchPrices, termsOf } from '../providers/prices.ts'
import { isStale } from '../results.ts'

interface Side {
  readonly code: string
  /** The listed cryptocurrency, if it is one. */
  readonly coin: Instrument | undefined
}

interface Rate {
  readonly rate: Exact
  /** The kind of rate, as the end of "at ...". */
  readonly terms: string
  readonly live: boolean
  readonly day?: string
  readonly provenance: Provenance
}

export default (deps: MarketsDeps): Handler<'markets.convert'> =>
  async ({ amount = 1, from, to, date }, ctx) => {
    const today = utcDay(deps.clock.now())
    const [source, target] = sidesOf(from, to)
    checkDay(date, today, [source, target])
    const isLive = (source.coin !== undefined || target.coin !== undefined) && source.code !== target.code
    const found = isLive
      ? await liveRate(deps, ctx, source, target)
      : await bankRate(deps, ctx, { from: source.code, to: target.code, date, today })
    const { rate, live, day, provenance } = found
    const converted = new Exact(amount).times(rate)
    const isEarlier = day !== undefined && date !== undefined && day < date
    const missing = isEarlier ? ` No rate was published on ${dayText(date)}.` : ''
    return {
      amount,
      from: source.code,
      to: target.code,
      rate: rate.toNumber(),
      converted: converted.toNumber(),
      rounded: payable(converted, target.code, target.coin !== undefined).toNumber(),
      live,
      ...(day === undefined ? {} : { day, is_earlier_day: isEarlier }),
      text: `${conversionInWords(new Exact(amount), source, converted, target)} at ${found.terms} (${rateText(rate)}).${missing}`,
      ...provenance,
    }
  }

/** @throws ApiError invalid_argument for unknown codes */
function sidesOf(from: string, to: string): [Side, Side] {
  const faults: ArgumentFault[] = []
  const sideOf = (path: string, text: string): Side => {
    const code = text.toUpperCase()
    const instrument = instrumentOf(code)
    const coin = instrument?.categories[0] === 'crypto' ? instrument : undefined
    if (!coin && !isCurrency(code)) {
      const coins = listed('crypto').map(({ symbol }) => symbol)
      faults.push({ path, message: `must be one of ${[...currencyCodes, ...coins].join(', ')}` })
    }
    return { code, coin }
  }
  const sides: [Side, Side] = [sideOf('from', from), sideOf('to', to)]
  if (faults.length > 0) throw errorOfFaults(faults)
  return sides
}

function checkDay(date: string | undefined, today: string, sides: readonly Side[]): void {
  const coin = sides.find((side) => side.coin)
  if (date !== undefined && coin) {
    throw new ApiError(
      'failed_precondition',
      `${coin.code} can be converted only at its live price. Omit date, or use markets.history.`,
    )
  }
  const faults: ArgumentFault[] = []
  if (date !== undefined && date > today) {
    faults.push({ path: 'date', message: `must not be after today, ${today} (UTC)` })
  }
  if (date !== undefined && date < firstDay) {
    faults.push({ path: 'date', message: `must not be before ${firstDay}, the first day with reference rates` })
  }
  for (const { code } of sides) {
    const last = lastDayOf(code)
    if (last === undefined || (date !== undefined && date <= last)) continue
    faults.push({ path: 'date', message: `must not be after ${last}, the last day with a reference rate for ${code}` })
  }
  if (faults.length > 0) throw errorOfFaults(faults)
}

/** The reference rate of two currencies, by their rates to the euro. */
async function bankRate(
  { frankfurter: provider, clock }: MarketsDeps,
  asker: Asker,
  { from, to, date, today }: { from: string; to: string; date: string | undefined; today: string },
): Promise<Rate> {
  const [fromFixed, toFixed] = [fixedUnits(from, date ?? today), fixedUnits(to, date ?? today)]
  if (from === to || (fromFixed && toFixed)) {
    const rate = from === to || !fromFixed || !toFixed ? new Exact(1) : toFixed.div(fromFixed)
    const provenance: Provenance = {
      source: 'European Central Bank',
      as_of: iso(clock.now()),
      stale: false,
      ...(frankfurter.attribution === undefined ? {} : { attribution: frankfurter.attribution }),
    }
    return { rate, terms: 'a fixed rate', live: false, provenance }
  }
  const provided = await fetchRates(provider, asker, date, today)
  const { day, rates } = provided.data
  const fromUnits = fromFixed ?? rates.get(from)
  const toUnits = toFixed ?? rates.get(to)
  if (!fromUnits || !toUnits) throw withoutRate(fromUnits ? to : from, provided)
  const terms = `the reference rate of ${dayText(day)}`
  return { rate: toUnits.div(fromUnits), terms, live: false, day, provenance: provided.provenance }
}

/** A currency has no rate on days before its first and after its last one. */
function withoutRate(code: string, { data: { day } }: Provided<DayRates>): ApiError {
  return errorOfFaults([{ path: 'date', message: `is a day on which ${code} has no reference rate (${day})` }])
}

/** The live rate of two codes, at least one of them a cryptocurrency, by way of the dollar. */
async function liveRate(deps: MarketsDeps, asker: Asker, from: Side, to: Side): Promise<Rate> {
  const terms = 'the live price'
  for (const { code, coin } of [from, to]) {
    if (coin || isCurrent(code)) continue
    const fault = { path: 'date', message: `is required for ${code}: a cryptocurrency cannot be converted to it` }
    if (!fixedUnits(code, utcDay(deps.clock.now()))) throw errorOfFaults([fault])
  }
  let failure: unknown
  try {
    const provided = await deps.coinbase.read(asker, dollarRates)
    const [fromUnits, toUnits] = [unitsIn(provided.data, from), unitsIn(provided.data, to)]
    const rate = fromUnits && toUnits?.div(fromUnits)
    if (rate) return { rate, terms, live: true, provenance: provided.provenance }
  } catch (error) {
    failure = error
  }
  const rate = await withoutCoinbase(deps, asker, from, to)
  if (rate) return { ...rate, terms, live: true }
  if (failure) throw failure
  throw new ApiError(
    'failed_precondition',
    `No price is available for ${from.code} or ${to.code} at the moment. Try again later.`,
  )
}

/**
 * How many units a dollar buys. A currency that the euro has replaced is computed from the euro: Coinbase uses the code of
 * one of them, MTL, for a coin.
 */
function unitsIn(rates: ReadonlyMap<string, Exact>, { code, coin }: Side): Exact | undefined {
  const fixed = coin ? undefined : fixedUnits(code, '9999-12-31')
  return fixed ? rates.get('EUR')?.times(fixed) : rates.get(code)
}

/** The same rate while Coinbase fails: by the price of CoinGecko, and the reference rates of currencies. */
async function withoutCoinbase(
  deps: MarketsDeps,
  asker: Asker,
  from: Side,
  to: Side,
): Promise<Pick<Rate, 'rate' | 'provenance'> | undefined> {
  const one = await dollarPrice(deps, asker, from)
  const other = one && (await dollarPrice(deps, asker, to))
  if (!one || !other) return undefined
  const sourced = [one, other].flatMap(({ provenance }) => (provenance ? [{ provenance }] : []))
  const times = sourced.map(({ provenance }) => Date.parse(provenance.as_of))
  return {
    rate: one.usd.div(other.usd),
    provenance: {
      ...termsOf(sourced),
      as_of: iso(Math.min(...times)),
      stale: sourced.some(({ provenance }) => provenance.stale),
    },
  }
}

/** The price of one unit in dollars. The dollar itself has no source. */
async function dollarPrice(
  deps: MarketsDeps,
  asker: Asker,
  { code, coin }: Side,
): Promise<{ readonly usd: Exact; readonly provenance?: Provenance } | undefined> {
  const now = deps.clock.now()
  if (code === 'USD') return { usd: new Exact(1) }
  if (!coin) {
    const { rate, provenance } = await bankRate(deps, asker, {
      from: code,
      to: 'USD',
      date: undefined,
      today: utcDay(now),
    })
    return { usd: rate, provenance }
  }
  const [priced] = await fetchPrices(deps, asker, [coin])
  if (!priced?.price) return undefined
  const { usd, asOfMs, source, attribution } = priced.price
  const terms = { source, ...(attribution === undefined ? {} : { attribution }) }
  return { usd, provenance: { ...terms, as_of: iso(asOfMs), stale: isStale(priced.price, now) } }
}

function conversionInWords(amount: Exact, from: Side, converted: Exact, to: Side): string {
  // An amount with more decimals than its currency has is not rounded.
  const given = amount.decimalPlaces() > 2 ? amount.toFixed() : amountText(amount, from.code, from.coin !== undefined)
  const result = amountText(converted, to.code, to.coin !== undefined)
  return `${given} ${from.code} ${amount.eq(1) ? 'is' : 'are'} ${result} ${to.code}`
}
