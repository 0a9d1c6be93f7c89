import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import type { Repeat } from '../rows.ts'
import { Recurrence } from './recurrence.ts'
import { localIso, offsetZoneOf, wallClock, wallClockBetween } from './zones.ts'

const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
  'UTC',
  '+05:45',
]
const repeats: readonly Repeat[] = ['hourly', 'daily', 'weekly', 'monthly']

const zone = fc.constantFrom(...zones)
const moment = fc.integer({ min: Date.parse('2005-01-01T00:00:00Z'), max: Date.parse('2035-01-01T00:00:00Z') })
/** Clock changes are the hard cases. */
const minuteOf = moment.map((ms) => ms - (ms % 60_000))

/** The first occurrences. */
function firsts(startsAt: number, repeat: Repeat, timezone: string, count: number): string[] {
  const recurrence = new Recurrence({ startsAt, repeat }, wallClock(timezone))
  const found: string[] = []
  for (let at = recurrence.nextAfter(startsAt - 1); at !== undefined && found.length < count; ) {
    found.push(localIso(at, timezone))
    at = recurrence.nextAfter(at)
  }
  return found
}

describe('the next occurrence', () => {
  test('is the earliest later one, from any moment before it', () => {
    fc.assert(
      fc.property(
        zone,
        fc.constantFrom(...repeats),
        minuteOf,
        fc.nat(20 * 366 * 86_400_000),
        (tz, repeat, startsAt, later) => {
          const recurrence = new Recurrence({ startsAt, repeat }, wallClock(tz))
          const now = startsAt + later
          const next = recurrence.nextAfter(now) as number
          const last = recurrence.lastUntil(now) as number
          expect(next).toBeGreaterThan(now)
          expect(last).toBeLessThanOrEqual(now)
          expect(recurrence.nextAfter(last)).toBe(next)
          expect(recurrence.nextAfter(next - 1)).toBe(next)
          expect(recurrence.lastUntil(next)).toBe(next)
        },
      ),
    )
  })

  test('matches another implementation of recurrence rules across clock changes', () => {
    fc.assert(
      fc.property(
        // It misses the weeks of Ramadan, when Morocco puts its clocks back.
        zone.filter((name) => !name.startsWith('+') && name !== 'Africa/Casablanca'),
        fc.constantFrom('daily', 'weekly'),
        minuteOf,
        (tz, repeat, startsAt) => {
          const dtstart = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(tz)
          const other = new RRuleTemporal({
            freq: repeat === 'daily' ? 'DAILY' : 'WEEKLY',
            count: 60,
            dtstart: dtstart as never,
          })
          const theirs = other.all().map(({ epochMilliseconds }) => localIso(epochMilliseconds, tz))
          const ours = firsts(startsAt, repeat as Repeat, tz, 60)
          // It skips a week whose local time does not exist, which RFC 5545 (3.3.10) moves, as this library does with days.
          const exists = (local: string) => local.slice(10, 16) === ours[0]?.slice(10, 16)
          expect(ours.filter(exists).slice(0, 55)).toEqual(theirs.filter(exists).slice(0, 55))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('of a monthly event follows calendar arithmetic from its first day', () => {
    fc.assert(
      fc.property(zone, minuteOf, fc.integer({ min: 1, max: 200 }), (tz, startsAt, months) => {
        const first = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(tz)
        const theirs = first.toPlainDateTime().add({ months }).toZonedDateTime(tz).epochMilliseconds
        const recurrence = new Recurrence({ startsAt, repeat: 'monthly' }, wallClock(tz))
        expect(recurrence.nextAfter(theirs - 1)).toBe(theirs)
      }),
    )
  })

  test("is the same from a table of the zone's changes", () => {
    const from = Date.parse('2026-01-01T00:00:00Z')
    const to = Date.parse('2026-12-31T00:00:00Z')
    for (const tz of zones) {
      const table = wallClockBetween(tz, from, to)
      const plain = wallClock(tz)
      const check = (ms: number) => {
        expect([tz, table.wallOf(ms), table.momentOf(ms)]).toEqual([tz, plain.wallOf(ms), plain.momentOf(ms)])
      }
      for (let ms = from; ms < to; ms += 7 * 86_400_000) check(ms)
      let change = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(tz).getTimeZoneTransition('next')
      while (change && change.epochMilliseconds < to) {
        const at = change.epochMilliseconds + change.offsetNanoseconds / 1_000_000
        for (let ms = at - 7_200_000; ms <= at + 7_200_000; ms += 600_000) check(ms)
        change = change.getTimeZoneTransition('next')
      }
    }
  })
})

describe('an event that repeats', () => {
  test('daily stays at its hour, moves past a gap on that day alone, and happens once in a repeated hour', () => {
    expect(firsts(Date.parse('2026-03-28T01:30:00Z'), 'daily', 'Europe/London', 3)).toEqual([
      '2026-03-28T01:30:00+00:00',
      '2026-03-29T02:30:00+01:00',
      '2026-03-30T01:30:00+01:00',
    ])
    expect(firsts(Date.parse('2026-10-24T00:30:00Z'), 'daily', 'Europe/London', 3)).toEqual([
      '2026-10-24T01:30:00+01:00',
      '2026-10-25T01:30:00+01:00',
      '2026-10-26T01:30:00+00:00',
    ])
  })

  test('hourly happens every hour, regardless of clock changes', () => {
    expect(firsts(Date.parse('2026-10-25T00:30:00Z'), 'hourly', 'Europe/London', 3)).toEqual([
      '2026-10-25T01:30:00+01:00',
      '2026-10-25T01:30:00+00:00',
      '2026-10-25T02:30:00+00:00',
    ])
  })

  test('monthly on the 31st is on the last day of shorter months, and on the 31st again after them', () => {
    expect(firsts(Date.parse('2027-12-31T18:00:00Z'), 'monthly', 'Europe/London', 5)).toEqual([
      '2027-12-31T18:00:00+00:00',
      '2028-01-31T18:00:00+00:00',
      '2028-02-29T18:00:00+00:00',
      '2028-03-31T18:00:00+01:00',
      '2028-04-30T18:00:00+01:00',
    ])
  })

  test('daily does not happen twice where a zone skipped a day', () => {
    expect(firsts(Date.parse('2011-12-29T20:00:00Z'), 'daily', 'Pacific/Apia', 3)).toEqual([
      '2011-12-29T10:00:00-10:00',
      '2011-12-31T10:00:00+14:00',
      '2012-01-01T10:00:00+14:00',
    ])
  })

  test('ends with the year 9999', () => {
    const recurrence = new Recurrence(
      { startsAt: Date.parse('9999-12-31T10:00:00Z'), repeat: 'monthly' },
      wallClock('UTC'),
    )
    expect(recurrence.nextAfter(Date.parse('9999-12-31T10:00:00Z'))).toBeUndefined()
  })
})

test('the zone of a time without a zone is its offset', () => {
  expect(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00-03:30'].map(offsetZoneOf)).toEqual([
    'UTC',
    'UTC',
    '-03:30',
  ])
})
