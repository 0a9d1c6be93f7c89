import { momentInZone, timeInZone } from '#runtime/base/zoned-time.ts'

/**
 * A moment as local time of a zone, in the form of a `datetime-local` field: `2026-12-31T23:59`.
 *
 * @param ms epoch milliseconds
 */
export function wallTime(ms: number, timeZone: string): string {
  return timeInZone(ms, timeZone).slice(0, 16)
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
  return momentInZone(`${text}:00`, timeZone)
}
