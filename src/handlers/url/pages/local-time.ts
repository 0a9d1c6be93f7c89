import { BoundedMap } from '#runtime/base/bounded-map.ts'

/** One formatter a zone: creating one costs far more than formatting a date does. */
const formatters = new BoundedMap<string, Intl.DateTimeFormat>(100)

/**
 * A moment as local time of a zone, in the form of a `datetime-local` field: `2026-12-31T23:59`.
 *
 * @param ms epoch milliseconds
 */
export function wallTime(ms: number, timeZone: string): string {
  const parts = formatterFor(timeZone).formatToParts(ms)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const present = formatters.get(timeZone)
  if (present) return present
  const fresh = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formatters.set(timeZone, fresh)
  return fresh
}

/**
 * The moment of a local time of a zone. Where that time occurs twice, when clocks are set back, the
 * first; where it never occurs, when clocks are set forward, later by as much as they are set.
 *
 * @param local what a `datetime-local` field sends
 * @returns epoch milliseconds, or undefined for anything else
 */
export function momentAt(local: string, timeZone: string): number | undefined {
  const text = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?=$|:\d\d)/.exec(local)?.[0]
  const asUtc = text === undefined ? Number.NaN : Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== text) return undefined
  const offsetAt = (ms: number) => Date.parse(`${wallTime(ms, timeZone)}Z`) - Math.floor(ms / 60_000) * 60_000
  const dayMs = 86_400_000
  const [before, after] = [offsetAt(asUtc - dayMs), offsetAt(asUtc + dayMs)]
  const shown = [asUtc - before, asUtc - after].filter((ms) => wallTime(ms, timeZone) === text)
  return shown.length > 0 ? Math.min(...shown) : asUtc - before
}
