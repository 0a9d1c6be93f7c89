import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import known from '../fixtures/rules.json' with { type: 'json' }
import type { Repeat } from '../rows.ts'
import { endOf, Recurrence, ruleOfRepeat } from './recurrence.ts'
import { parseRule, RuleFault } from './rule.ts'
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

function plain(startsAt: number, repeat: Repeat, timezone: string): Recurrence {
  const clock = wallClock(timezone)
  return new Recurrence({ startsAt, rule: ruleOfRepeat(repeat, clock.wallOf(startsAt)) }, clock)
}

function byRule(startsAt: number, text: string, timezone = 'UTC'): Recurrence {
  const clock = wallClock(timezone)
  const rule = parseRule(text)
  const endsAt = endOf(rule, startsAt, clock)
  return new Recurrence({ startsAt, rule, ...(endsAt === undefined ? {} : { endsAt }) }, clock)
}

/** The first occurrences. */
function firsts(startsAt: number, repeat: Repeat, timezone: string, count: number): string[] {
  return local(plain(startsAt, repeat, timezone), startsAt, timezone, count)
}

/** The first occurrences, each looked up after the one before. */
function local(recurrence: Recurrence, from: number, timezone: string, count: number): string[] {
  const found: string[] = []
  for (let at = recurrence.nextAfter(from - 1); at !== undefined && found.length < count; ) {
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
          const recurrence = plain(startsAt, repeat, tz)
          const now = startsAt + later
          const next = recurrence.nextAfter(now) as number
          const around = [...recurrence.between(now - 40 * 86_400_000, next + 1)]
          const last = around.findLast((at) => at <= now) ?? startsAt
          expect(next).toBeGreaterThan(now)
          expect(around.at(-1)).toBe(next)
          expect(recurrence.nextAfter(last)).toBe(next)
          expect(recurrence.nextAfter(next - 1)).toBe(next)
        },
      ),
    )
  })

  test('matches another implementation of recurrence rules across clock changes', () => {
    fc.assert(
      fc.property(
        // It misses the weeks of Ramadan, when Morocco puts its clocks back, and the day that Samoa left out in 2011.
        zone.filter((name) => !name.startsWith('+') && !['Africa/Casablanca', 'Pacific/Apia'].includes(name)),
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
        const recurrence = plain(startsAt, 'monthly', tz)
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
    const daily = plain(Date.parse('2026-03-28T01:30:00Z'), 'daily', 'Europe/London')
    expect(daily.nextAfter(Date.parse('2026-03-29T01:10:00Z'))).toBe(Date.parse('2026-03-29T01:30:00Z'))
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
    const recurrence = plain(Date.parse('9999-12-31T10:00:00Z'), 'monthly', 'UTC')
    expect(recurrence.nextAfter(Date.parse('9999-12-31T10:00:00Z'))).toBeUndefined()
  })
})

describe('an event with a rule', () => {
  test('has the occurrences that another implementation lists', () => {
    expect(known.rules.length).toBe(75)
    for (const { rule, occurrences } of known.rules) {
      const [first = 0, ...rest] = occurrences.split(' ').map(momentOf)
      const recurrence = byRule(first, rule)
      const ours = [first, ...recurrence.between(first + 1, Date.parse('9000-01-01T00:00:00Z')).take(rest.length)]
      expect([rule, ours.map(basic).join(' ')]).toEqual([rule, occurrences])
      expect([rule, local(recurrence, rest[4] as number, 'UTC', 3).map((at) => Date.parse(at))]).toEqual([
        rule,
        rest.slice(4, 7),
      ])
    }
  })

  test.each([
    ['FREQ=DAILY;COUNT=3', ['2026-03-28T01:30:00+00:00', '2026-03-29T02:30:00+01:00', '2026-03-30T01:30:00+01:00']],
    ['FREQ=DAILY;UNTIL=20260329', ['2026-03-28T01:30:00+00:00', '2026-03-29T02:30:00+01:00']],
    ['FREQ=DAILY;UNTIL=20260329T013000Z', ['2026-03-28T01:30:00+00:00', '2026-03-29T02:30:00+01:00']],
    ['FREQ=DAILY;UNTIL=20260329T012959Z', ['2026-03-28T01:30:00+00:00']],
    ['FREQ=DAILY;COUNT=1', ['2026-03-28T01:30:00+00:00']],
    [
      'FREQ=DAILY;BYHOUR=1,2;BYMINUTE=15,45;COUNT=7',
      [
        ...['2026-03-28T01:30:00+00:00', '2026-03-28T01:45:00+00:00', '2026-03-28T02:15:00+00:00'],
        ...['2026-03-28T02:45:00+00:00', '2026-03-29T02:15:00+01:00', '2026-03-29T02:45:00+01:00'],
        '2026-03-30T01:15:00+01:00',
      ],
    ],
    ['FREQ=WEEKLY;BYDAY=MO;COUNT=2', ['2026-03-28T01:30:00+00:00', '2026-03-30T01:30:00+01:00']],
    ['FREQ=HOURLY;COUNT=3', ['2026-03-28T01:30:00+00:00', '2026-03-28T02:30:00+00:00', '2026-03-28T03:30:00+00:00']],
    ['RRULE:freq=yearly;count=2', ['2026-03-28T01:30:00+00:00', '2027-03-28T02:30:00+01:00']],
  ])("%s ends when it says, by the zone's clock", (rule, occurrences) => {
    const start = Date.parse('2026-03-28T01:30:00Z')
    expect(local(byRule(start, rule, 'Europe/London'), start, 'Europe/London', 10)).toEqual(occurrences)
  })

  test('takes place without its exceptions, and at additional times', () => {
    const [start, second, third] = [
      momentOf('20260102T090000'),
      momentOf('20260109T090000'),
      momentOf('20260116T090000'),
    ]
    const schedule = { startsAt: start, rule: parseRule('FREQ=WEEKLY'), endsAt: third }
    const added = [momentOf('20260112T120000'), third, momentOf('20260301T120000')]
    const recurrence = new Recurrence({ ...schedule, excluded: [start, second], added }, wallClock('UTC'))
    expect([...recurrence.between(0, 9e15)]).toEqual([added[0], third, added[2]])
  })

  test.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000',
    'FREQ=HOURLY;INTERVAL=24;BYHOUR=3',
    'FREQ=YEARLY;BYWEEKNO=10;BYDAY=SU;BYSETPOS=300',
  ])('is rejected if it never occurs: %s', (rule) => {
    expect(() => byRule(momentOf('20260101T090000'), rule)).toThrow(
      new RuleFault('must have an occurrence after the first'),
    )
  })

  test.each([
    ['', 'RFC 5545'],
    ['weekly', 'RFC 5545'],
    ['FREQ=WEEKLY;X-OWN=1', 'RFC 5545'],
    ['FREQ=WEEKLY;BYDAY=', 'RFC 5545'],
    ['BYDAY=MO', 'must have a FREQ'],
    ['FREQ=SECONDLY', 'FREQ of HOURLY, DAILY'],
    ['FREQ=MINUTELY;INTERVAL=30', 'FREQ of HOURLY, DAILY'],
    ['FREQ=DAILY;FREQ=DAILY', 'FREQ only once'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL between 1 and 1000'],
    ['FREQ=DAILY;COUNT=1001', 'COUNT between 1 and 1000'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20300101', 'both COUNT and UNTIL'],
    ['FREQ=DAILY;UNTIL=20300230', 'an UNTIL that is an existing day'],
    ['FREQ=DAILY;UNTIL=20200101', 'UNTIL after the first occurrence'],
    ['FREQ=WEEKLY;BYDAY=XX', 'a BYDAY that lists days'],
    ['FREQ=WEEKLY;BYDAY=2MO', 'number before a day in BYDAY with FREQ=WEEKLY'],
    ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH of numbers from 1 to 12'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY of numbers from -31 to 31 except 0'],
    ['FREQ=MONTHLY;BYSETPOS=-1', 'another BY part'],
    ['FREQ=MONTHLY;BYWEEKNO=2', 'BYWEEKNO with FREQ=MONTHLY'],
    [`FREQ=DAILY;BYMINUTE=${Array.from({ length: 25 }, (_, minute) => minute).join()}`, 'at most 24 times a day'],
  ])('is rejected with a reason: %s', (rule, reason) => {
    expect(() => byRule(momentOf('20260101T090000'), rule)).toThrow(reason)
  })
})

function momentOf(basicTime: string): number {
  return Date.parse(basicTime.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'))
}

function basic(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')
}

test('the zone of a time without a zone is its offset', () => {
  expect(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00-03:30'].map(offsetZoneOf)).toEqual([
    'UTC',
    'UTC',
    '-03:30',
  ])
})
