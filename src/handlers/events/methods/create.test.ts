import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { eventsOn } from '../fixtures/events-on.ts'
import { maxUpcoming } from '../rows.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

forEachServer((server) => {
  const { fillUp, inMs } = eventsOn(server)

  describe('an event', () => {
    test('is in the offset of its time where the account has no zone', async () => {
      const ada = await server().account()
      const { timezone, when_local } = await ada.ok('events.create', { title: 'x', when: '2027-06-21T19:00:00-03:30' })
      expect([timezone, when_local]).toEqual(['-03:30', '2027-06-21T19:00:00-03:30'])
    })

    test('is rejected before 1970 and after 9999-12-30', async () => {
      const ada = await server().account()
      for (const when of ['9999-12-31T00:00:00Z', '1969-12-31T23:59:59Z']) {
        const { body } = await ada.fails('events.create', { title: 'x', when })
        expect([body.code, body.details?.[0]?.path]).toEqual(['invalid_argument', 'when'])
      }
      const last = await ada.ok('events.create', { title: 'x', when: '9999-12-30T23:59:59+00:00', repeat: 'daily' })
      expect([last.when, last.timezone]).toEqual(['9999-12-30T23:59:59.000Z', 'UTC'])
      const far = await ada.ok('events.create', { title: 'x', when: '9999-12-31T13:59:59+14:00' })
      expect(far.when_local).toBe('9999-12-31T13:59:59+14:00')
      const west = { title: 'x', when: '2030-01-01T09:00:00-05:00', rrule: 'FREQ=DAILY;UNTIL=99991231' }
      expect((await ada.ok('events.create', west)).rrule).toBe('FREQ=DAILY;UNTIL=99991230T235959Z')
    })

    test('is rejected in the past, unless it recurs in the future', async () => {
      const ada = await server().account()
      for (const when of [inMs(0), inMs(-dayMs)]) {
        const { body } = await ada.fails('events.create', { title: 'x', when })
        expect([body.code, body.details]).toEqual([
          'invalid_argument',
          [{ path: 'when', message: 'must be in the future' }],
        ])
      }
      const over = { title: 'x', when: inMs(-9 * dayMs), rrule: 'FREQ=DAILY;COUNT=9' }
      expect((await ada.fails('events.create', over)).body.details).toEqual([
        { path: 'when', message: 'must leave an occurrence in the future' },
      ])
      const when = inMs(-9 * dayMs)
      expect(await ada.ok('events.create', { title: 'x', when, rrule: 'FREQ=DAILY;COUNT=11' })).toMatchObject({
        ...{ when: inMs(dayMs), series_start: when },
      })
      const born = { title: 'Birthday', when: '1984-06-12T09:00:00Z', timezone: 'Europe/London', rrule: 'FREQ=YEARLY' }
      expect((await ada.ok('events.create', born)).when_local).toMatch(/-06-12T10:00:00\+01:00$/)
    })

    test.each([
      [{ rrule: 'FREQ=SECONDLY' }, 'rrule', 'must have a FREQ of HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY'],
      [{ rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rrule', 'must have an occurrence after the first'],
      [{ rrule: 'FREQ=DAILY', repeat: 'daily' }, 'rrule', 'must be omitted if repeat is set'],
      [{ exdates: ['2030-01-01T09:00:00Z'] }, 'exdates', 'must be empty if the event does not recur'],
      [{ rdates: ['1969-12-30T09:00:00Z'] }, 'rdates[0]', expect.stringContaining('existing RFC 3339 time')],
      [{ timezone: 'Mars/Olympus' }, 'timezone', expect.stringContaining('must be an IANA time zone')],
      [{ timezone: '+24:00' }, 'timezone', expect.stringContaining('or an offset')],
    ] as const)('is rejected with %j', async (more, path, message) => {
      const ada = await server().account()
      const { body } = await ada.fails('events.create', { title: 'x', when: '2030-01-01T09:00:00Z', ...more } as never)
      expect([body.code, body.details]).toEqual(['invalid_argument', [{ path, message }]])
    })

    test('is one of at most a thousand upcoming ones', async () => {
      const ada = await server().account()
      await fillUp(ada.id, maxUpcoming - 1)
      const last = await ada.ok('events.create', { title: 'last', when: inMs(hourMs) })
      const { body } = await ada.fails('events.create', { title: 'one too many', when: inMs(hourMs) })
      expect(body).toMatchObject({ code: 'failed_precondition', error: expect.stringContaining('1000 upcoming') })
      await ada.ok('events.delete', { id: last.id })
      await ada.ok('events.create', { title: 'fits', when: inMs(hourMs) })
    })
  })
})
