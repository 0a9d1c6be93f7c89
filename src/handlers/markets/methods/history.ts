import type { Handler } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { ArgumentFault } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { pageOf } from '#runtime/kit/page.ts'
import type { Provided } from '#runtime/outbound/provider.ts'
import { firstDay } from '../currencies.ts'
import { dayMs, daysAfter, daysText, dayText, startOf, utcDay } from '../days.ts'
import { changePct, changeText, priceText } from '../decimals.ts'
import type { MarketsDeps } from '../index.ts'
import { type Instrument, namedInstrument } from '../instruments.ts'
import { pastAges, priceAges } from '../providers/ages.ts'
import { crossRate, seriesIn } from '../providers/frankfurter.ts'
import { type Close, fetchChart } from '../providers/yahoo.ts'
import { priceInWords } from '../results.ts'

const defaultDays = 30
const maxDays = 366
/** No earlier prices exist, and times before the epoch would be negative. */
const earliest = '1970-01-02'
/** Days requested in addition, which distinguish a range of holidays from an unknown instrument. */
const leadDays = 7

interface Range {
  readonly start: string
  readonly end: string
}

interface FinalClose extends Pick<Close, 'day' | 'usd'> {
  readonly isFinal: boolean
}

export default (deps: MarketsDeps): Handler<'markets.history'> =>
  async ({ symbol, offset = 0, limit = 20, ...days }, ctx) => {
    const range = rangeOf({ start: days.from, end: days.to }, utcDay(deps.clock.now()))
    const instrument = namedInstrument(symbol)
    const fetchCloses = instrument.categories[0] === 'currencies' ? fromBank : fromYahoo
    const { closes, provided } = await fetchCloses(deps, ctx, instrument, range)
    const inRange = closes.filter(({ day }) => day >= range.start && day <= range.end)
    const items = inRange
      .slice(offset, offset + limit)
      .map(({ day, usd, isFinal }) => ({ day, close_usd: usd.toNumber(), final: isFinal }))
    return {
      ...pageOf(items, inRange.length, offset),
      symbol: instrument.symbol,
      name: instrument.name,
      per: instrument.per,
      ...{ from: range.start, to: range.end, ...range },
      text: historyInWords(instrument, inRange, range),
      ...provided.provenance,
    }
  }

function rangeOf({ start, end }: { start?: string | undefined; end?: string | undefined }, today: string): Range {
  const last = end ?? today
  const first = start ?? daysAfter(last, -defaultDays)
  const faults: ArgumentFault[] = []
  if (last > today) faults.push({ path: 'to', message: `must not be after today, ${today} (UTC)` })
  if (first > last) faults.push({ path: 'from', message: `must not be after the end, ${last}` })
  else if ((startOf(last) - startOf(first)) / dayMs >= maxDays) {
    faults.push({ path: 'from', message: `must be at most ${maxDays - 1} days before the end, ${last}` })
  }
  if (faults.length > 0) throw errorOfFaults(faults)
  return { start: first, end: last }
}

async function fromYahoo(
  { yahoo, clock }: MarketsDeps,
  asker: Asker,
  instrument: Instrument,
  { start, end }: Range,
): Promise<{ closes: FinalClose[]; provided: Provided<unknown> }> {
  const now = clock.now()
  const from = daysAfter(start < earliest ? earliest : start, start < earliest ? 0 : -leadDays)
  const until = end < earliest ? earliest : end
  const provided = await fetchChart(yahoo, asker, {
    symbol: instrument.yahoo ?? instrument.symbol,
    query: { period1: Math.max(0, startOf(from) / 1000), period2: startOf(daysAfter(until, 2)) / 1000 },
    ages: end < daysAfter(utcDay(now), -1) ? pastAges : priceAges,
  })
  const { last, session, closes = [] } = provided.data ?? {}
  // A day ends with its session; the last price belongs to it until the next session begins.
  const isFinal = (day: string) => !last || day < last.day || !session || now >= session.endMs || now < session.startMs
  return { closes: closes.map(({ day, usd }) => ({ day, usd, isFinal: isFinal(day) })), provided }
}

async function fromBank(
  { frankfurter, clock }: MarketsDeps,
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

function historyInWords(instrument: Instrument, closes: readonly FinalClose[], { start, end }: Range): string {
  const [first, last] = [closes[0], closes.at(-1)]
  if (!first || !last) return `${instrument.name} was not traded between ${daysText(start, end)}.`
  if (first === last) {
    const price = `${priceInWords(last.usd, instrument)} on ${dayText(last.day)}`
    return last.isFinal
      ? `${instrument.name} closed at ${price}.`
      : `${instrument.name} was at ${price}, before the close.`
  }
  const change = changeText(changePct(first.usd, last.usd))
  const path = `from ${priceText(first.usd)} to ${priceInWords(last.usd, instrument)}`
  const sofar = last.isFinal ? '' : ' The market has not closed on the last day yet.'
  return `${instrument.name} went ${path} between ${daysText(first.day, last.day)}, ${change}.${sofar}`
}
