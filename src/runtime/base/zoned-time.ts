import { BoundedMap } from './bounded-map.ts'

/** One formatter for each zone: creating one costs far more than formatting a moment. */
const formats = new BoundedMap<string, Intl.DateTimeFormat>(100)
const localTime = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?$/

/**
 * The local time of a zone at a moment, such as `2026-01-09T20:04:00`, in the Gregorian calendar.
 *
 * @param ms epoch milliseconds
 * @param zone an IANA name
 * @throws RangeError for an unknown zone
 */
export function timeInZone(ms: number, zone: string): string {
  const parts = formatOf(zone).formatToParts(ms)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  return `${day}T${part('hour')}:${part('minute')}:${part('second')}`
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export function offsetInZone(ms: number, zone: string): number {
  return Date.parse(`${timeInZone(ms, zone)}Z`) - Math.floor(ms / 1000) * 1000
}

/**
 * The moment of a date and time in a zone. A time that a clock change skips is taken as much later; of a repeated time the
 * first is taken.
 *
 * @param text such as `2026-01-09T20:04:00`, without a zone
 * @param zone an IANA name
 * @returns epoch milliseconds; undefined for other text
 */
export function momentInZone(text: string, zone: string): number | undefined {
  if (!localTime.test(text)) return undefined
  const asUtc = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc)) return undefined
  // The right offset is that of a day before or after the time.
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => offsetInZone(at, zone))
  const moments = offsets.map((offset) => asUtc - offset)
  const shown = moments.filter((moment) => moment + offsetInZone(moment, zone) === asUtc)
  return shown.length > 0 ? Math.min(...shown) : moments[0]
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}
