import { iso } from '#runtime/base/clock.ts'
import { timeInZone } from '#runtime/base/zoned-time.ts'

export const dayMs = 86_400_000

/** The UTC day of a moment, `YYYY-MM-DD`. */
export function utcDay(ms: number): string {
  return iso(ms).slice(0, 10)
}

/** When a UTC day begins, in epoch milliseconds. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** The day that is some days later, or earlier for a negative number. */
export function daysAfter(day: string, days: number): string {
  return utcDay(startOf(day) + days * dayMs)
}

/** `13 November 2026` */
export function dayText(day: string): string {
  return new Date(startOf(day)).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

/** Two days without what they share: `16 and 20 November 2026`. */
export function daysText(start: string, end: string): string {
  const [from, to] = [dayText(start), dayText(end)]
  const [fromDay = '', fromMonth = '', fromYear = ''] = from.split(' ')
  const [, toMonth, toYear] = to.split(' ')
  if (fromYear !== toYear) return `${from} and ${to}`
  return fromMonth === toMonth ? `${fromDay} and ${to}` : `${fromDay} ${fromMonth} and ${to}`
}

/** `20 November 2026, 21:59 UTC` */
export function momentText(ms: number): string {
  return `${dayText(utcDay(ms))}, ${iso(ms).slice(11, 16)} UTC`
}

/**
 * The calendar day of a moment in a time zone, `YYYY-MM-DD`.
 *
 * @throws RangeError for an unknown zone
 */
export function dayIn(zone: string, ms: number): string {
  return timeInZone(ms, zone).slice(0, 10)
}
