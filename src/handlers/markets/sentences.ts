import type { Result } from '#generated/server/handlers.ts'
import { daysText, dayText, momentText } from './days.ts'
import { amountText, changePct, changeText, type Exact, priceText, rateText } from './decimals.ts'
import type { Category, Instrument } from './instruments.ts'
import type { Price } from './prices.ts'
import type { Close } from './providers/yahoo.ts'

const units: Readonly<Record<Result<'markets.quote'>['per'], string>> = {
  unit: '',
  share: ' a share',
  barrel: ' a barrel',
  troy_ounce: ' a troy ounce',
  pound: ' a pound',
  bushel: ' a bushel',
}

const names: Readonly<Record<Category, string>> = {
  crypto: 'Crypto prices',
  stocks: 'Share prices',
  commodities: 'Commodity prices',
  futures: 'Futures prices',
  currencies: 'Currency prices',
}

/** How many changes are told. */
const maxTold = 5

/** A price with its unit: `4,182.30 US dollars a troy ounce`. */
export function priceInWords(usd: Exact, { per }: Instrument): string {
  return `${priceText(usd)} US dollars${units[per]}`
}

/** The text of `markets.quote`. */
export function quoteInWords({ instrument, usd, change, asOfMs }: Price, isStale: boolean, now: number): string {
  const moved = change ? `, ${changeText(change.pct)}` : ''
  const what = `${instrument.name} is at ${priceInWords(usd, instrument)}${moved}, as of ${momentText(asOfMs)}.`
  return isStale ? `${what} The price is ${ageText(now - asOfMs)} old.` : what
}

/** The text of `markets.list`. */
export function listInWords(
  category: Category,
  prices: readonly Price[],
  { unpriced, now }: { unpriced: readonly string[]; now: number },
): string {
  const newest = Math.max(...prices.map(({ asOfMs }) => asOfMs))
  if (prices.length === 0) return `${names[category]}: none is available now.`
  const moves = prices
    .flatMap(({ instrument, change }) => (change ? [{ name: instrument.name, pct: change.pct }] : []))
    .toSorted((a, b) => Math.abs(b.pct) - Math.abs(a.pct))
    .slice(0, maxTold)
    .map(({ name, pct }) => `${name} ${changeText(pct)}`)
  return [
    `${names[category]} in US dollars, updated ${ageText(now - newest)} ago.`,
    ...(moves.length > 0 ? [`Largest changes: ${moves.join(', ')}.`] : []),
    ...(unpriced.length > 0 ? [`Without a price now: ${unpriced.join(', ')}.`] : []),
  ].join(' ')
}

/** The text of `markets.history`. */
export function historyInWords(
  instrument: Instrument,
  closes: readonly (Pick<Close, 'day' | 'usd'> & { readonly isFinal: boolean })[],
  { start, end }: { start: string; end: string },
): string {
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
  const sofar = last.isFinal ? '' : ' The last day has not closed yet.'
  return `${instrument.name} went ${path} between ${daysText(first.day, last.day)}, ${change}.${sofar}`
}

interface Converted {
  readonly amount: Exact
  readonly from: { readonly code: string; readonly isCoin: boolean }
  readonly to: { readonly code: string; readonly isCoin: boolean }
  readonly rate: Exact
  readonly converted: Exact
  /** What kind of rate it is, as the end of "at ...". */
  readonly terms: string
  readonly missingDay?: string | undefined
}

/** The text of `markets.convert`. */
export function conversionInWords({ amount, from, to, rate, converted, terms, missingDay }: Converted): string {
  // As it was given: an amount with more decimals than its currency has is not rounded away.
  const given = amount.decimalPlaces() > 2 ? amount.toFixed() : amountText(amount, from.code, from.isCoin)
  const what = `${given} ${from.code} ${amount.eq(1) ? 'is' : 'are'} ${amountText(converted, to.code, to.isCoin)} ${to.code}`
  const missing = missingDay ? ` None was published on ${dayText(missingDay)}.` : ''
  return `${what} at ${terms} (${rateText(rate)}).${missing}`
}

const hourMs = 3_600_000

/** An age in the largest unit of which there is at least one. */
function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.floor(ms / hourMs)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')
}

function counted(count: number, unit: string): string {
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}
