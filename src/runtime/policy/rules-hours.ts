import { timeInZone } from '../base/zoned-time.ts'
import { type DocumentRule, days } from './rules-document.ts'

type Hours = NonNullable<DocumentRule['hours']>

/**
 * Whether a moment is within hours of the day. Hours past midnight belong to the day on which they begin; equal times are 24
 * hours.
 *
 * @param timeZone IANA name
 */
export function isWithin({ from, to, days: chosen }: Hours, nowMs: number, timeZone: string): boolean {
  const local = timeInZone(nowMs, timeZone)
  const time = local.slice(11, 16)
  const isoDay = (new Date(`${local}Z`).getUTCDay() + 6) % days.length
  const begins = (day: number) => chosen?.some((each) => each === days.at(day)) ?? true
  if (from < to) return begins(isoDay) && time >= from && time < to
  return (time >= from && begins(isoDay)) || (time < to && begins(isoDay - 1))
}
