import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { iso } from '#runtime/base/clock.ts'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import { forEachServer } from '#testing/server.ts'
import { type FreeQuery, freeText, freeTime } from '../free-time.ts'
import { type BusyRow, maxUpcoming } from '../rows.ts'
import { recurrenceOf } from '../time/event-schedule.ts'
import { Recurrence } from '../time/recurrence.ts'
import { wallClock } from '../time/zones.ts'

const signal = new AbortController().signal
const dayMs = 86_400_000

const query = (from: string, to: string, more: Partial<FreeQuery> = {}): FreeQuery => ({
  ...{ from: Date.parse(from), to: Date.parse(to), minutes: 30, dayStart: 9, dayEnd: 18, timezone: 'Europe/London' },
  ...more,
})
const event = (startsAt: string, minutes: number, repeat: BusyRow['repeat'] = null, timezone = 'UTC'): BusyRow => ({
  ...{ starts_at: Date.parse(startsAt), minutes, repeat, timezone, ...withoutRule },
})
const withoutRule = { rrule: null, ends_at: null, exdates: null, rdates: null }
async function free(period: FreeQuery, events: readonly BusyRow[] = []): Promise<string[]> {
  const { periods } = await freeTime(period, events, signal)
  return periods.map(({ start, end }) => `${iso(start).slice(5, 16)} ${iso(end).slice(5, 16)}`)
}

describe('free time', () => {
  test("is within working hours by the zone's clock, even on days when it changes", async () => {
    expect(await free(query('2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z'))).toEqual([
      '03-28T09:00 03-28T18:00',
      '03-29T08:00 03-29T17:00',
    ])
    const short = query('2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z', { dayStart: 0, dayEnd: 3 })
    expect(await free(short)).toEqual(['03-29T00:00 03-29T02:00'])
    const long = query('2026-10-25T00:00:00+01:00', '2026-10-26T00:00:00Z', { dayStart: 0, dayEnd: 3 })
    expect(await free(long)).toEqual(['10-24T23:00 10-25T03:00'])
  })

  test('excludes events, even overlapping ones, and periods that are too short', async () => {
    const events = [
      event('2026-11-23T08:00:00Z', 90),
      event('2026-11-23T09:45:00Z', 15),
      event('2026-11-23T12:00:00Z', 60),
      event('2026-11-23T12:30:00Z', 60),
      event('2026-11-23T13:59:00Z', 1),
      event('2026-11-23T17:31:00Z', 600),
    ]
    expect(await free(query('2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z'), events)).toEqual([
      '11-23T10:00 11-23T12:00',
      '11-23T14:00 11-23T17:31',
    ])
  })

  test('counts every repeat, and those that began long before', async () => {
    const events = [event('2020-01-06T10:00:00Z', 60, 'weekly'), event('2020-01-01T12:00:00Z', 60, 'daily')]
    expect(await free(query('2026-11-23T00:00:00Z', '2026-11-25T00:00:00Z'), events)).toEqual([
      '11-23T09:00 11-23T10:00',
      '11-23T11:00 11-23T12:00',
      '11-23T13:00 11-23T18:00',
      '11-24T09:00 11-24T12:00',
      '11-24T13:00 11-24T18:00',
    ])
    const whole = [event('2020-01-01T00:00:00Z', 10_080, 'daily')]
    expect(await free(query('2026-11-23T00:00:00Z', '2026-11-25T00:00:00Z'), whole)).toEqual([])
  })

  test('counts a rule, without the occurrences that do not take place and with additional ones', async () => {
    const rule = {
      ...event('2026-11-16T10:00:00Z', 60),
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TU',
      exdates: JSON.stringify([Date.parse('2026-11-24T10:00:00Z')]),
      rdates: JSON.stringify([Date.parse('2026-11-24T15:00:00Z')]),
    }
    expect(await free(query('2026-11-23T00:00:00Z', '2026-11-25T00:00:00Z'), [rule])).toEqual([
      '11-23T09:00 11-23T10:00',
      '11-23T11:00 11-23T18:00',
      '11-24T09:00 11-24T15:00',
      '11-24T16:00 11-24T18:00',
    ])
  })

  test('never overlaps an event, is as long as requested, and misses nothing', async () => {
    const repeat = fc.constantFrom(null, 'hourly', 'daily', 'weekly', 'monthly')
    const start = fc.integer({ min: Date.parse('2026-09-01T00:00:00Z'), max: Date.parse('2026-11-10T00:00:00Z') })
    const timezone = fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Kolkata')
    const some = fc
      .record({ starts_at: start, minutes: fc.integer({ min: 1, max: 3000 }), repeat, timezone })
      .map((each): BusyRow => ({ ...each, ...withoutRule }))
    await fc.assert(
      fc.asyncProperty(fc.array(some, { maxLength: 4 }), fc.integer({ min: 1, max: 200 }), async (events, minutes) => {
        const period = query('2026-10-24T13:00:00Z', '2026-10-26T15:00:00Z', { minutes })
        const { periods } = await freeTime(period, events, signal)
        const { wallOf } = wallClock('Europe/London')
        const known = events.map((each) => ({
          lengthMs: each.minutes * 60_000,
          times: [...recurrenceOf(each).between(period.from - 3000 * 60_000, period.to)],
        }))
        const isBusy = (ms: number) =>
          known.some(({ times, lengthMs }) => times.some((at) => at <= ms && ms < at + lengthMs))
        const isWork = (ms: number) => {
          const hour = Math.floor((wallOf(ms) % dayMs) / 3_600_000)
          return hour >= 9 && hour < 18
        }
        for (const { start, end } of periods) expect(end - start).toBeGreaterThanOrEqual(minutes * 60_000)
        let run = 0
        for (let ms = period.from; ms < period.to; ms += 60_000) {
          const isFree = periods.some(({ start, end }) => start <= ms && ms + 60_000 <= end)
          if (isFree) expect([iso(ms), isBusy(ms), isWork(ms)]).toEqual([iso(ms), false, true])
          const couldBe = !isFree && isWork(ms) && !isBusy(ms) && !isBusy(ms + 59_999)
          run = couldBe ? run + 1 : 0
          expect(run).toBeLessThan(minutes + 2)
        }
      }),
      { numRuns: 8 },
    )
  })

  test('a period that is too short is left out, even on a day without events', async () => {
    expect(await free(query('2026-11-23T17:31:00Z', '2026-11-24T09:30:00Z'))).toEqual(['11-24T09:00 11-24T09:30'])
  })

  test('of a year reads no more events of days that have no free time left', async () => {
    const { between } = Recurrence.prototype
    let read = 0
    using _ = vi.spyOn(Recurrence.prototype, 'between').mockImplementation(function* (this: Recurrence, ...period) {
      for (const at of between.apply(this, period)) {
        read += 1
        yield at
      }
    })
    const whole = Array.from({ length: 200 }, () => event('2026-01-01T00:00:00Z', 1440, 'daily'))
    expect(await free(query('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z'), whole)).toEqual([])
    // All occurrences of the first event, and one of each other.
    expect(read).toBeGreaterThan(364)
    expect(read).toBeLessThan(370 + 200)
  })

  test('of a year yields on days of which no event has a part, and can be stopped there', async () => {
    const later = Array.from({ length: 10 }, () => event('2027-06-01T00:00:00Z', 30))
    const stop = new AbortController()
    using _ = vi.spyOn(Slices.prototype, 'isOver', 'get').mockReturnValue(true)
    using rests = vi.spyOn(Slices.prototype, 'next').mockImplementation(async () => {
      // One for each event, and then one for each day.
      if (rests.mock.calls.length === later.length + 100) stop.abort(new Error('the caller has gone'))
    })
    const year = query('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z')
    await expect(freeTime(year, later, stop.signal)).rejects.toThrow('gone')
  })

  test('of a year with a thousand repeated events yields to the event loop, and can be stopped', async () => {
    const events = Array.from({ length: maxUpcoming }, (_, index) =>
      event(iso(Date.parse('2026-01-01T00:00:00Z') + index * 61_000), 1, 'daily', 'America/New_York'),
    )
    const stop = new AbortController()
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
      if (turns === 3) stop.abort(new Error('the caller has gone'))
    }, 0)
    const year = query('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z')
    await expect(freeTime(year, events, stop.signal)).rejects.toThrow('gone')
    clearInterval(counting)
    const hourly = [event('2026-01-01T00:00:00Z', 10, 'hourly')]
    const { periods, isTruncated } = await freeTime(year, hourly, signal)
    expect([periods.length, isTruncated]).toEqual([1000, true])
    expect(freeText(periods, 'UTC')).toMatch(/, and 980 more\.$/)
  })
})

forEachServer((server) => {
  test("events.free uses the account's zone, or the offset of its arguments", async () => {
    const ada = await server().account()
    await ada.ok('events.create', { title: 'x', when: '2026-11-24T13:00:00Z', minutes: 60 })
    const span = { from: '2026-11-23T00:00:00+05:30', to: '2026-11-25T00:00:00+05:30' }
    expect(await ada.ok('events.free', { ...span, minutes: 60, day_end: 19 })).toEqual({
      items: [
        { start: '2026-11-23T03:30:00.000Z', end: '2026-11-23T13:30:00.000Z', minutes: 600 },
        { start: '2026-11-24T03:30:00.000Z', end: '2026-11-24T13:00:00.000Z', minutes: 570 },
      ],
      is_truncated: false,
      from: '2026-11-22T18:30:00.000Z',
      to: '2026-11-24T18:30:00.000Z',
      timezone: '+05:30',
      text: 'Free: Monday 23 November 09:00 to 19:00, Tuesday 24 November 09:00 to 18:30.',
    })
    const { store } = server()
    await store.run(store.sql('accounts').where({ id: ada.id }).update({ time_zone: 'Europe/London' }))
    const inLondon = await ada.ok('events.free', span)
    expect([inLondon.timezone, inLondon.items[0]?.start]).toEqual(['Europe/London', '2026-11-23T09:00:00.000Z'])
    const week = await ada.ok('events.free', {})
    expect(Date.parse(week.to) - Date.parse(week.from)).toBe(7 * dayMs)
  })

  test('events.free rejects invalid periods and hours', async () => {
    const ada = await server().account()
    const from = '2026-11-23T00:00:00Z'
    for (const [args, path] of [
      [{ from, to: from }, 'to'],
      [{ from, to: '2026-11-22T00:00:00Z' }, 'to'],
      [{ from, to: '2027-11-25T00:00:00Z' }, 'to'],
      [{ day_start: 18, day_end: 18 }, 'day_end'],
      [{ from: '9999-12-30T00:00:00Z', to: '9999-12-31T00:00:00Z' }, 'to'],
    ] as const) {
      const { body } = await ada.fails('events.free', args)
      expect([body.code, body.details?.[0]?.path]).toEqual(['invalid_argument', path])
    }
    expect((await ada.ok('events.free', { from: '9999-12-30T00:00:00Z' })).items).toHaveLength(1)
  })
})
