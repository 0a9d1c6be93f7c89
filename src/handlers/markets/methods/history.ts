import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { ArgumentFault } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { pageOf } from '#runtime/kit/page.ts'
import type { Provided } from '#runtime/outbound/provider.ts'
import { firstDay } from '../currencies.ts'
import { dayMs, daysAfter, startOf, utcDay } from '../days.ts'
import { type Instrument, namedInstrument } from '../instruments.ts'
import type { Markets } from '../open.ts'
import { crossRate, seriesIn } from '../providers/frankfurter.ts'
import { pastAges, priceAges } from '../providers/providers.ts'
import { type Close, chartOf } from '../providers/yahoo.ts'
import { historyInWords } from '../sentences.ts'

const defaultDays = 30
const maxDays = 366
/** Before this day nobody has prices, and times before the epoch would be negative. */
const earliest = '1970-01-02'
/** Asked for in addition, so that a range of holidays is told from an instrument that is not known. */
const leadDays = 7

interface Range {
  readonly start: string
  readonly end: string
}

interface FinalClose extends Pick<Close, 'day' | 'usd'> {
  readonly isFinal: boolean
}

/** All closes of a range, oldest first. */
export interface Closes extends Range {
  readonly instrument: Instrument
  readonly closes: readonly FinalClose[]
  readonly provided: Pick<Provided<unknown>, 'provenance'>
}

/** `markets.history`. */
export async function history(
  markets: Markets,
  { offset = 0, limit = 20, ...asked }: CallArgs<'markets.history'>,
  asker: Asker,
): Promise<Result<'markets.history'>> {
  const { instrument, closes, start, end, provided } = await closesOf(markets, asked, asker)
  const items = closes
    .slice(offset, offset + limit)
    .map(({ day, usd, isFinal }) => ({ day, close_usd: usd.toNumber(), final: isFinal }))
  return {
    ...pageOf(items, closes.length, offset),
    symbol: instrument.symbol,
    name: instrument.name,
    per: instrument.per,
    start,
    end,
    text: historyInWords(instrument, closes, { start, end }),
    ...provided.provenance,
  }
}

/**
 * The closes of an instrument.
 *
 * @throws ApiError not_found, invalid_argument for a range that is not possible
 */
async function closesOf(
  markets: Markets,
  asked: Pick<CallArgs<'markets.history'>, 'symbol' | 'start' | 'end'>,
  asker: Asker,
): Promise<Closes> {
  const now = markets.clock.now()
  const range = rangeOf(asked, utcDay(now))
  const instrument = namedInstrument(asked.symbol)
  const isCurrency = instrument.categories[0] === 'currencies'
  const { closes, provided } = isCurrency
    ? await fromBank(markets, asker, instrument, range)
    : await fromYahoo(markets, asker, instrument, range)
  const inRange = closes.filter(({ day }) => day >= range.start && day <= range.end)
  return { instrument, closes: inRange, provided, ...range }
}

function rangeOf({ start, end }: { start?: string | undefined; end?: string | undefined }, today: string): Range {
  const last = end ?? today
  const first = start ?? daysAfter(last, -defaultDays)
  const faults: ArgumentFault[] = []
  if (last > today) faults.push({ path: 'end', message: `must not be after today, ${today} (UTC)` })
  if (first > last) faults.push({ path: 'start', message: `must not be after the end, ${last}` })
  else if ((startOf(last) - startOf(first)) / dayMs >= maxDays) {
    faults.push({ path: 'start', message: `must be at most ${maxDays - 1} days before the end, ${last}` })
  }
  if (faults.length > 0) throw errorOfFaults(faults)
  return { start: first, end: last }
}

async function fromYahoo(
  { providers: { yahoo }, clock }: Markets,
  asker: Asker,
  instrument: Instrument,
  { start, end }: Range,
): Promise<{ closes: FinalClose[]; provided: Provided<unknown> }> {
  const now = clock.now()
  const from = daysAfter(start < earliest ? earliest : start, start < earliest ? 0 : -leadDays)
  const until = end < earliest ? earliest : end
  const provided = await chartOf(yahoo, asker, {
    symbol: instrument.yahoo ?? instrument.symbol,
    query: { period1: Math.max(0, startOf(from) / 1000), period2: startOf(daysAfter(until, 2)) / 1000 },
    ages: end < daysAfter(utcDay(now), -1) ? pastAges : priceAges,
  })
  const { last, session, closes = [] } = provided.data ?? {}
  // A day is over when its session is: the last price is of that day until the next one begins.
  const isFinal = (day: string) => !last || day < last.day || !session || now >= session.endMs || now < session.startMs
  return { closes: closes.map(({ day, usd }) => ({ day, usd, isFinal: isFinal(day) })), provided }
}

async function fromBank(
  { providers: { frankfurter }, clock }: Markets,
  asker: Asker,
  { symbol }: Instrument,
  { start, end }: Range,
): Promise<{ closes: FinalClose[]; provided: Provided<unknown> }> {
  const today = utcDay(clock.now())
  const range = {
    start: start < firstDay ? firstDay : start,
    end: end < firstDay ? firstDay : end,
    codes: symbol === 'EUR' ? ['USD'] : ['USD', symbol],
    today,
  }
  const provided = await frankfurter.read(asker, seriesIn(range))
  const closes = provided.data.flatMap(({ day, rates }) => {
    const usd = crossRate(rates, symbol, 'USD')
    return usd ? [{ day, usd: usd.toSignificantDigits(8), isFinal: true }] : []
  })
  return { closes, provided }
}
