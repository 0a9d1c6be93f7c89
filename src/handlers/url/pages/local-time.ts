import { momentInZone, timeInZone } from '#runtime/base/zoned-time.ts'

/**
 * A moment as local time of a zone, as in a `datetime-local` field: `2026-12-31T23:59`.
 *
 * @param ms epoch milliseconds
 */
export function wallTime(ms: number, timeZone: string): string {
  return timeInZone(ms, timeZone).slice(0, 16)
}

/**
 * The moment of a local time of a zone. Of a time that occurs twice because clocks are set back, the first; a time that is
 * skipped because clocks are set forward moves later by the same amount.
 *
 * @param local the value of a `datetime-local` field
 * @returns epoch milliseconds, or undefined for anything else
 */
export function momentAt(local: string, timeZone: string): number | undefined {
  const text = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?=$|:\d\d)/.exec(local)?.[0]
  const asUtc = text === undefined ? Number.NaN : Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== text) return undefined
  return momentInZone(`${text}:00`, timeZone)
}
