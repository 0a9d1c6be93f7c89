import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { Provided } from '#runtime/outbound/provider.ts'
import { currencyCodes, firstDay, fixedUnits, isCurrency, isCurrent, lastDayOf } from '../currencies.ts'
import { dayText, utcDay } from '../days.ts'
import { Exact, payable } from '../decimals.ts'
import { type Instrument, instrumentOf, listed } from '../instruments.ts'
import type { Markets } from '../open.ts'
import { pricesOf } from '../prices.ts'
import { dollarRates } from '../providers/coinbase.ts'
import { type DayRates, ratesOf } from '../providers/frankfurter.ts'
import { frankfurter } from '../providers/providers.ts'
import { conversionInWords } from '../sentences.ts'

interface Side {
  readonly code: string
  /** The listed cryptocurrency, if it is one. */
  readonly coin: Instrument | undefined
}

interface Rate {
  readonly rate: Exact
  /** What it is, as the end of "at ...". */
  readonly terms: string
  readonly live: boolean
  readonly day?: string
  readonly provenance: Provenance
}

/** `markets.convert`. */
export async function convert(
  markets: Markets,
  { amount = 1, from, to, date }: CallArgs<'markets.convert'>,
  asker: Asker,
): Promise<Result<'markets.convert'>> {
  const today = utcDay(markets.clock.now())
  const [source, target] = sidesOf(from, to)
  checkDay(date, today, [source, target])
  const isLive = (source.coin !== undefined || target.coin !== undefined) && source.code !== target.code
  const found = isLive
    ? await liveRate(markets, asker, source, target)
    : await bankRate(markets, asker, { from: source.code, to: target.code, date, today })
  const { rate, terms, live, day, provenance } = found
  const given = new Exact(amount)
  const converted = given.times(rate)
  const isEarlier = day !== undefined && date !== undefined && day < date
  const words = {
    amount: given,
    from: { code: source.code, isCoin: source.coin !== undefined },
    to: { code: target.code, isCoin: target.coin !== undefined },
  }
  return {
    amount,
    from: source.code,
    to: target.code,
    rate: rate.toNumber(),
    converted: converted.toNumber(),
    rounded: payable(converted, target.code, target.coin !== undefined).toNumber(),
    live,
    ...(day === undefined ? {} : { day, is_earlier_day: isEarlier }),
    text: conversionInWords({ ...words, rate, converted, terms, missingDay: isEarlier ? date : undefined }),
    ...provenance,
  }
}

/** @throws ApiError invalid_argument for codes that are not known */
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
      `${coin.code} is converted at its live price only: leave out date, or ask markets.history.`,
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
    faults.push({ path: 'date', message: `must be at most ${last}, the last day with a reference rate of ${code}` })
  }
  if (faults.length > 0) throw errorOfFaults(faults)
}

/** The reference rate of two currencies, by their rates to the euro. */
async function bankRate(
  { providers, clock }: Markets,
  asker: Asker,
  { from, to, date, today }: { from: string; to: string; date: string | undefined; today: string },
): Promise<Rate> {
  const asked = date ?? today
  const [fromFixed, toFixed] = [fixedUnits(from, asked), fixedUnits(to, asked)]
  if (from === to || (fromFixed && toFixed)) {
    const rate = from === to || !fromFixed || !toFixed ? new Exact(1) : toFixed.div(fromFixed)
    const provenance: Provenance = {
      source: 'European Central Bank',
      as_of: iso(clock.now()),
      stale: false,
      ...(frankfurter.attribution === undefined ? {} : { attribution: frankfurter.attribution }),
    }
    return { rate, terms: 'a rate that is fixed', live: false, provenance }
  }
  const provided = await ratesOf(providers.frankfurter, asker, date, today)
  const { day, rates } = provided.data
  const fromUnits = fromFixed ?? rates.get(from)
  const toUnits = toFixed ?? rates.get(to)
  if (!fromUnits || !toUnits) throw withoutRate(fromUnits ? to : from, provided)
  const terms = `the reference rate of ${dayText(day)}`
  return { rate: toUnits.div(fromUnits), terms, live: false, day, provenance: provided.provenance }
}

/** The rates of the days before it joined them, or after it was left out, hold no rate of a currency. */
function withoutRate(code: string, { data: { day } }: Provided<DayRates>): ApiError {
  return errorOfFaults([{ path: 'date', message: `is a day on which ${code} has no reference rate (${day})` }])
}

/** The live rate of two codes of which at least one is a cryptocurrency, through the dollar. */
async function liveRate(markets: Markets, asker: Asker, from: Side, to: Side): Promise<Rate> {
  const terms = 'the live price'
  for (const { code, coin } of [from, to]) {
    if (coin || isCurrent(code)) continue
    const fault = { path: 'date', message: `is needed for ${code}, which a cryptocurrency cannot be converted to` }
    if (!fixedUnits(code, utcDay(markets.clock.now()))) throw errorOfFaults([fault])
  }
  let failure: unknown
  try {
    const provided = await markets.providers.coinbase.read(asker, dollarRates)
    const [fromUnits, toUnits] = [unitsIn(provided.data, from), unitsIn(provided.data, to)]
    const rate = fromUnits && toUnits?.div(fromUnits)
    if (rate) return { rate, terms, live: true, provenance: provided.provenance }
  } catch (error) {
    failure = error
  }
  const rate = await throughCoinGecko(markets, asker, from, to)
  if (rate) return { ...rate, terms, live: true }
  if (failure) throw failure
  throw new ApiError('failed_precondition', `There is no price of ${from.code} or ${to.code} now; try again later.`)
}

/**
 * How many units a dollar buys. A currency that the euro has replaced is counted in euros: Coinbase has given the code of
 * one, MTL, to a coin.
 */
function unitsIn(rates: ReadonlyMap<string, Exact>, { code, coin }: Side): Exact | undefined {
  const fixed = coin ? undefined : fixedUnits(code, '9999-12-31')
  return fixed ? rates.get('EUR')?.times(fixed) : rates.get(code)
}

/** The same rate by what stands in for Coinbase: prices of CoinGecko, and reference rates of currencies. */
async function throughCoinGecko(
  markets: Markets,
  asker: Asker,
  from: Side,
  to: Side,
): Promise<Pick<Rate, 'rate' | 'provenance'> | undefined> {
  const now = markets.clock.now()
  const parts: { usd: Exact; asOfMs: number; source: string; attribution?: string | undefined; stale: boolean }[] = []
  for (const { code, coin } of [from, to]) {
    if (coin) {
      const [priced] = await pricesOf(markets.providers, asker, [coin], now)
      if (!priced?.price) return undefined
      const { usd, asOfMs, source, attribution } = priced.price
      parts.push({ usd, asOfMs, source, attribution, stale: now - asOfMs > 2 * 3_600_000 })
    } else if (code === 'USD') {
      parts.push({ usd: new Exact(1), asOfMs: now, source: '', stale: false })
    } else {
      const bank = await bankRate(markets, asker, { from: code, to: 'USD', date: undefined, today: utcDay(now) })
      const { provenance } = bank
      const { source, attribution, stale } = provenance
      parts.push({ usd: bank.rate, asOfMs: Date.parse(provenance.as_of), source, attribution, stale })
    }
  }
  const [one, other] = parts
  if (!one || !other) return undefined
  const told = (texts: readonly (string | undefined)[]) => [...new Set(texts.filter((text) => text))]
  const attribution = told(parts.map((part) => part.attribution)).join('. ')
  return {
    rate: one.usd.div(other.usd),
    provenance: {
      source: told(parts.map((part) => part.source)).join(', '),
      as_of: iso(Math.min(one.asOfMs, other.asOfMs)),
      stale: one.stale || other.stale,
      ...(attribution === '' ? {} : { attribution }),
    },
  }
}
