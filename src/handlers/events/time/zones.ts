import { createRequire } from 'node:module'
import type * as Polyfill from 'temporal-polyfill'

const require = createRequire(import.meta.url)

/** Loaded at first use: the start of a server does not need it. */
const temporal = (): typeof Polyfill.Temporal => (require('temporal-polyfill') as typeof Polyfill).Temporal

/**
 * The clock of a time zone. Its times are counted in milliseconds as if they were UTC: 18:00 on 1 January 1970 is 64,800,000
 * in every zone.
 */
export interface WallClock {
  /** The time on the clock at a moment. */
  wallOf(ms: number): number
  /**
   * The moment at which the clock shows a time: the earlier of two. A skipped time moves as far past the gap as it is past the
   * gap's start.
   */
  momentOf(wall: number): number
}

/** The clock of a zone, or of an offset such as `+01:00`, at any time. */
export function wallClock(timeZone: string): WallClock {
  if (timeZone === 'UTC') return { wallOf: (ms) => ms, momentOf: (wall) => wall }
  return {
    wallOf: (ms) => ms + offsetOf(timeZone, ms),
    momentOf: (wall) =>
      temporal()
        .Instant.fromEpochMilliseconds(wall)
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime()
        .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds,
  }
}

function offsetOf(timeZone: string, ms: number): number {
  const zoned = temporal().Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  return Math.round(zoned.offsetNanoseconds / 1_000_000)
}

interface Period {
  readonly from: number
  readonly to: number
  readonly offset: number
}

const marginMs = 45 * 86_400_000

/** The same clock for many conversions within a period: it looks up the zone's changes once. */
export function wallClockBetween(timeZone: string, fromMs: number, toMs: number): WallClock {
  const periods = periodsOf(timeZone, fromMs - marginMs, toMs + marginMs)
  const anyTime = wallClock(timeZone)
  const isWithin = (ms: number): boolean => ms >= fromMs - marginMs / 2 && ms <= toMs + marginMs / 2
  return {
    wallOf(ms) {
      if (!isWithin(ms)) return anyTime.wallOf(ms)
      const period = periods.findLast(({ from }) => ms >= from)
      return period ? ms + period.offset : anyTime.wallOf(ms)
    },
    momentOf(wall) {
      if (!isWithin(wall)) return anyTime.momentOf(wall)
      // The first period that ends later: of two moments the earlier.
      const index = periods.findLastIndex(({ to, offset }) => wall - offset >= to) + 1
      const { from, offset } = periods[index] as Period
      if (wall - offset >= from) return wall - offset
      // The time is in the gap before this period: the offset before the gap applies.
      return wall - (periods[index - 1]?.offset ?? offset)
    },
  }
}

function periodsOf(timeZone: string, fromMs: number, toMs: number): Period[] {
  const periods: Period[] = []
  let zoned = temporal().Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone)
  for (let from = fromMs; ; ) {
    const next = zoned.getTimeZoneTransition('next')
    const to = next && next.epochMilliseconds < toMs ? next.epochMilliseconds : Number.POSITIVE_INFINITY
    periods.push({ from, to, offset: Math.round(zoned.offsetNanoseconds / 1_000_000) })
    if (!next || to === Number.POSITIVE_INFINITY) return periods
    zoned = next
    from = to
  }
}

/** A moment as RFC 3339 with the offset of the zone: `2026-11-23T18:00:00+00:00`. */
export function localIso(ms: number, timeZone: string): string {
  const zoned = temporal().Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  return zoned.toString({ timeZoneName: 'never', calendarName: 'never' })
}

/** The offset of an RFC 3339 time as a zone name: `+01:00`, or `UTC`. */
export function offsetZoneOf(time: string): string {
  const offset = /[+-]\d\d:\d\d$/.exec(time)?.[0]
  return offset === undefined || /^[+-]00:00$/.test(offset) ? 'UTC' : offset
}
