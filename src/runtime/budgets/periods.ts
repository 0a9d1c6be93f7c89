import { momentInZone, timeInZone } from '../base/zoned-time.ts'
import type { BudgetPeriod } from './types.ts'

/**
 * The name of the period at a moment: `2026-11-26` for a day, `2026-11` for a month. Later periods sort behind.
 *
 * @param ms epoch milliseconds
 * @param zone an IANA name
 */
export function periodAt(ms: number, zone: string, period: BudgetPeriod): string {
  return timeInZone(ms, zone).slice(0, period === 'day' ? 10 : 7)
}

/** When a period ends in a zone, in epoch milliseconds. @param name as `periodAt` returns it */
export function endOfPeriod(name: string, zone: string): number {
  const [year = 0, month = 1, day] = name.split('-').map(Number)
  const next = new Date(day === undefined ? Date.UTC(year, month) : Date.UTC(year, month - 1, day + 1))
  return momentInZone(next.toISOString().slice(0, 19), zone) ?? next.getTime()
}
