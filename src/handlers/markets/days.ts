import { iso } from '#runtime/base/clock.ts'
import { lazily } from '#runtime/base/lazily.ts'
import { timeInZone } from '#runtime/base/zoned-time.ts'

export const dayMs = 86_400_000

/** The calendar day of a moment in UTC, `YYYY-MM-DD`. */
export function utcDay(ms: number): string {
  return iso(ms).slice(0, 10)
}

/** The beginning of a day in UTC, epoch milliseconds. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** The day that is some days later, or earlier. */
export function daysAfter(day: string, days: number): string {
  return utcDay(startOf(day) + days * dayMs)
}

const long = lazily(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }))
const longWithTime = lazily(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
    }),
)

/** A day as people write it: `13 November 2026`. */
export function dayText(day: string): string {
  return long().format(startOf(day))
}

/** Two days as people write them, leaving out what they share: `16 and 20 November 2026`. */
export function daysText(start: string, end: string): string {
  const [from, to] = [dayText(start), dayText(end)]
  const [fromDay = '', fromMonth = '', fromYear = ''] = from.split(' ')
  const [, toMonth, toYear] = to.split(' ')
  if (fromYear !== toYear) return `${from} and ${to}`
  return fromMonth === toMonth ? `${fromDay} and ${to}` : `${fromDay} ${fromMonth} and ${to}`
}

/** A moment as people write it: `20 November 2026, 21:59 UTC`. */
export function momentText(ms: number): string {
  return `${longWithTime().format(ms).replace(' at ', ', ')} UTC`
}

/**
 * The calendar day of a moment in a time zone, `YYYY-MM-DD`.
 *
 * @throws RangeError for a zone that does not exist
 */
export function dayIn(zone: string, ms: number): string {
  return timeInZone(ms, zone).slice(0, 10)
}
