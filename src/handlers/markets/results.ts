import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { type Exact, priceText } from './decimals.ts'
import type { Instrument } from './instruments.ts'
import type { Price } from './providers/prices.ts'

const hourMs = 3_600_000
/** Older prices are marked as stale. */
const staleMs = 2 * hourMs

const units: Readonly<Record<Instrument['per'], string>> = {
  unit: '',
  share: ' a share',
  barrel: ' a barrel',
  troy_ounce: ' a troy ounce',
  pound: ' a pound',
  bushel: ' a bushel',
}

export function isStale({ asOfMs }: Price, now: number): boolean {
  return now - asOfMs > staleMs
}

export function quoteOf(price: Price, now: number): Result<'markets.list'>['items'][number] {
  const { instrument, usd, change, asOfMs, isOpen, source, attribution } = price
  return {
    symbol: instrument.symbol,
    name: instrument.name,
    categories: [...instrument.categories],
    price_usd: usd.toNumber(),
    per: instrument.per,
    ...(change ? { change_pct: change.pct, change_since: iso(change.sinceMs) } : {}),
    as_of: iso(asOfMs),
    stale: isStale(price, now),
    ...(isOpen === undefined ? {} : { market_open: isOpen }),
    source,
    ...(attribution === undefined ? {} : { attribution }),
  }
}

/** A price with its unit: `4,182.30 US dollars a troy ounce`. */
export function priceInWords(usd: Exact, { per }: Instrument): string {
  return `${priceText(usd)} US dollars${units[per]}`
}

/** In the largest unit of which there is at least one. */
export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.floor(ms / hourMs)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')
}

function counted(count: number, unit: string): string {
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}
