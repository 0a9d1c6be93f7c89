import { createRequire } from 'node:module'
import type * as Polyfill from 'temporal-polyfill'

const require = createRequire(import.meta.url)

/** Loaded with the first time that is computed: the start of a server needs none. */
const temporal = (): typeof Polyfill.Temporal => (require('temporal-polyfill') as typeof Polyfill).Temporal

/**
 * The clock of a time zone. What it shows is counted in milliseconds as if it were UTC: 18:00 on the first of January 1970
 * is 64,800,000 in every zone.
 */
export interface WallClock {
  /** What the clock shows at a moment. */
  wallOf(ms: number): number
  /**
   * The moment at which the clock shows a time: the first of two; of a time that is left out, as much after the gap as the
   * time is after its beginning.
   */
  momentOf(wall: number): number
}

/** The clock of a zone, or of an offset such as `+01:00`, at any time. */
export function wallClock(timeZone: string): WallClock {
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

/** The same clock for many questions about one span of time: its changes are looked up once. */
export function wallClockBetween(timeZone: string, fromMs: number, toMs: number): WallClock {
  const periods = periodsOf(timeZone, fromMs - marginMs, toMs + marginMs)
  const anyTime = wallClock(timeZone)
  const isWithin = (ms: number): boolean => ms >= fromMs - marginMs / 2 && ms <= toMs + marginMs / 2
  return {
    wallOf(ms) {
      if (!isWithin(ms)) return anyTime.wallOf(ms)
      const period = periods.find(({ from, to }) => ms >= from && ms < to)
      return period ? ms + period.offset : anyTime.wallOf(ms)
    },
    momentOf(wall) {
      if (!isWithin(wall)) return anyTime.momentOf(wall)
      for (const [index, { from, to, offset }] of periods.entries()) {
        const ms = wall - offset
        if (ms >= to) continue
        if (ms >= from) return ms
        // It is before this period and after the one before: it was left out, and is read by the clock before the gap.
        return wall - (periods[index - 1]?.offset ?? offset)
      }
      return anyTime.momentOf(wall)
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

/** The offset that an RFC 3339 time is written with, as the name of a zone: `+01:00`, or `UTC`. */
export function offsetZoneOf(time: string): string {
  const offset = /[+-]\d\d:\d\d$/.exec(time)?.[0]
  return offset === undefined || /^[+-]00:00$/.test(offset) ? 'UTC' : offset
}
