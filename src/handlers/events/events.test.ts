import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { maxPast, maxUpcoming } from './rows.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

forEachServer((server) => {
  const settle = async (advanceMs = 0) => {
    server().clock.advance(advanceMs)
    await server().jobs.settle()
  }
  const now = () => server().clock.now()
  const inMs = (ms: number) => new Date(now() + ms).toISOString()
  const setZone = (id: string, zone: string) =>
    server().store.run(server().store.sql('accounts').where({ id }).update({ time_zone: zone }))
  const fillUp = async (owner: string, count: number, row: Record<string, unknown> = {}) => {
    const { store } = server()
    const common = { owner, title: 'x', starts_at: 9e12, when_at: 9e12, minutes: 30, timezone: 'UTC', is_past: false }
    await store.write(async (tx) => {
      for (let at = 0; at < count; at += 200) {
        const batch = Array.from({ length: Math.min(200, count - at) }, (_, index) => ({
          ...{ ...common, ...row, created_at: 1, updated_at: 1 },
          id: `event_${owner.slice(-12)}_${String(at + index).padStart(5, '0')}`,
        }))
        await tx.run(tx.sql('calendar_events').insert(batch))
      }
    })
  }
  const firings = async (account: string) => {
    const { store } = server()
    const rows = await store.all<{ payload: string }>(
      store.sql('bus_announcements').select('payload').where({ topic: 'events.fired', account }).orderBy('id'),
    )
    return rows.map(
      ({ payload }) => JSON.parse(payload) as { id: string; due: number; repeats: boolean; note?: string },
    )
  }

  describe('an event', () => {
    test('is created with its local time, read and listed', async () => {
      const ada = await server().account()
      await setZone(ada.id, 'Europe/London')
      const event = await ada.ok('events.create', {
        title: '  Water the\ngreenhouse ',
        when: '2027-06-21T19:00:00+02:00',
        note: 'The can is behind the door',
        repeat: 'weekly',
      })
      expect(event).toEqual({
        id: expect.stringMatching(/^event_[0-9a-z]{26}$/),
        title: 'Water the greenhouse',
        status: 'upcoming',
        state: 'upcoming',
        when: '2027-06-21T17:00:00.000Z',
        when_local: '2027-06-21T18:00:00+01:00',
        minutes: 30,
        timezone: 'Europe/London',
        repeat: 'weekly',
        series_start: '2027-06-21T17:00:00.000Z',
        note: 'The can is behind the door',
        created: expect.any(String),
        updated: expect.any(String),
      })
      expect(await ada.ok('events.read', { id: event.id })).toEqual(event)
      expect(await ada.ok('events.list', {})).toEqual({ items: [event], total: 1, offset: 0 })
    })

    test('is in the offset of its time where the account has no zone', async () => {
      const ada = await server().account()
      const { timezone, when_local } = await ada.ok('events.create', { title: 'x', when: '2027-06-21T19:00:00-03:30' })
      expect([timezone, when_local]).toEqual(['-03:30', '2027-06-21T19:00:00-03:30'])
    })

    test('is listed soonest first, a page at a time', async () => {
      const ada = await server().account()
      for (const days of [3, 1, 2]) await ada.ok('events.create', { title: `in ${days}`, when: inMs(days * dayMs) })
      const first = await ada.ok('events.list', { limit: 2 })
      const second = await ada.ok('events.list', { limit: 2, offset: first.next_offset ?? 0 })
      expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['in 1', 'in 2', 'in 3'])
      expect([first.total, second.next_offset]).toEqual([3, undefined])
    })

    test('of another account looks like one that does not exist', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const { id } = await ada.ok('events.create', { title: 'secret', when: inMs(hourMs) })
      const other = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
      for (const operation of ['events.read', 'events.delete', 'events.update'] as const) {
        const [foreign, unknown] = [await bob.fails(operation, { id }), await bob.fails(operation, { id: other })]
        expect([foreign.status, foreign.body.code]).toEqual([400, 'not_found'])
        expect(foreign.body.error.replace(id, '')).toBe(unknown.body.error.replace(other, ''))
      }
      expect((await bob.ok('events.list', {})).items).toEqual([])
      expect((await ada.ok('events.read', { id })).title).toBe('secret')
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

    test('recurs by a rule, with exceptions and additional times, in its own zone', async () => {
      const ada = await server().account()
      await setZone(ada.id, 'Europe/London')
      const args = {
        ...{ title: 'Course', when: '2030-03-26T21:30:00Z', timezone: 'Europe/Berlin' },
        rrule: 'rrule:freq=weekly;byday=tu,we;until=20300403',
        exdates: ['2030-03-27T22:30:00+01:00', '2030-03-27T22:30:00+01:00'],
        rdates: ['2030-05-01T12:00:00Z'],
      }
      const event = await ada.ok('events.create', args)
      expect(event).toMatchObject({
        ...{ when: '2030-03-26T21:30:00.000Z', timezone: 'Europe/Berlin', series_start: '2030-03-26T21:30:00.000Z' },
        rrule: 'FREQ=WEEKLY;BYDAY=TU,WE;UNTIL=20300403T215959Z',
        ...{ exdates: ['2030-03-27T21:30:00.000Z'], rdates: ['2030-05-01T12:00:00.000Z'] },
      })
      expect(event.repeat).toBeUndefined()
      expect(await ada.ok('events.read', { id: event.id })).toEqual(event)
      const to = '2030-05-02T00:00:00Z'
      const { items } = await ada.ok('events.free', { from: '2030-03-26T00:00:00Z', to, day_start: 21, day_end: 22 })
      expect(items.filter(({ minutes }) => minutes < 60).map(({ start }) => start)).toEqual([
        ...['2030-03-26T21:00:00.000Z', '2030-04-02T20:00:00.000Z', '2030-04-03T20:00:00.000Z'],
      ])
      const day = { from: '2030-05-01T00:00:00Z', to, day_start: 8, day_end: 18 }
      const { items: free } = await ada.ok('events.free', day)
      expect(free.map(({ start }) => start)).toEqual(['2030-05-01T07:00:00.000Z', '2030-05-01T12:30:00.000Z'])
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

  describe('a change', () => {
    test('leaves omitted fields alone and clears empty ones', async () => {
      const ada = await server().account()
      const before = await ada.ok('events.create', {
        ...{ title: 'a', when: inMs(dayMs), note: 'n', repeat: 'daily', prompt: 'p', minutes: 5 },
      })
      server().clock.advance(1000)
      const cleared = await ada.ok('events.update', { id: before.id, note: '', repeat: '', prompt: '' })
      const { note: _n, repeat: _r, prompt: _p, series_start: _s, ...rest } = before
      expect(cleared).toEqual({ ...rest, updated: inMs(0) })
      expect(await ada.ok('events.update', { id: before.id })).toEqual(cleared)
      const moved = await ada.ok('events.update', { id: before.id, when: inMs(2 * dayMs), title: 'b', minutes: 10 })
      expect(moved).toMatchObject({ id: before.id, title: 'b', minutes: 10, when: inMs(2 * dayMs) })
    })

    test('needs a future time, and a new one after the event has fired', async () => {
      const ada = await server().account()
      const { id } = await ada.ok('events.create', { title: 'a', when: inMs(hourMs) })
      const rejected = await ada.fails('events.update', { id, when: inMs(0) })
      expect(rejected.body.details).toEqual([{ path: 'when', message: 'must be in the future' }])
      await settle(hourMs)
      expect((await ada.fails('events.update', { id, title: 'b' })).body.code).toBe('failed_precondition')
      const again = await ada.ok('events.update', { id, when: inMs(hourMs) })
      expect([again.state, again.last_fired]).toEqual(['upcoming', inMs(0)])
      await settle(hourMs)
      expect(await firings(ada.id)).toHaveLength(2)
    })

    test('leaves the time zone alone, unless it sets a time or a zone', async () => {
      const ada = await server().account()
      await setZone(ada.id, 'America/New_York')
      const { id } = await ada.ok('events.create', { title: 'a', when: '2030-06-01T12:00:00Z', repeat: 'daily' })
      await setZone(ada.id, 'Europe/London')
      const zoneAfter = async (change: object) => (await ada.ok('events.update', { id, ...change })).timezone
      for (const change of [{ title: 'b' }, { minutes: 5, note: 'n' }, { repeat: 'weekly' }, { rrule: 'FREQ=YEARLY' }])
        expect([change, await zoneAfter(change)]).toEqual([change, 'America/New_York'])
      expect(await zoneAfter({ timezone: 'Asia/Kolkata' })).toBe('Asia/Kolkata')
      expect(await zoneAfter({ when: '2030-06-01T13:00:00Z', timezone: '+02:00' })).toBe('+02:00')
      expect(await zoneAfter({ when: '2030-06-01T14:00:00Z' })).toBe('Europe/London')
    })

    test('of the recurrence takes effect from the next occurrence', async () => {
      const ada = await server().account()
      const start = '2030-01-07T09:00:00Z'
      const { id } = await ada.ok('events.create', { title: 'a', when: start, rrule: 'FREQ=WEEKLY;BYDAY=MO' })
      const change = (args: object) => ada.ok('events.update', { id, ...args })
      const skipped = await change({ exdates: ['2030-01-07T09:00:00Z'] })
      expect([skipped.when, skipped.series_start]).toEqual(['2030-01-14T09:00:00.000Z', '2030-01-07T09:00:00.000Z'])
      expect((await change({ rdates: ['2030-01-08T10:00:00Z'] })).when).toBe('2030-01-08T10:00:00.000Z')
      expect((await change({ exdates: [], rdates: [] })).when).toBe('2030-01-07T09:00:00.000Z')
      const daily = await change({ repeat: 'daily' })
      expect([daily.repeat, daily.rrule]).toEqual(['daily', undefined])
      const rule = await change({ rrule: 'FREQ=DAILY;COUNT=2' })
      expect([rule.repeat, rule.rrule]).toEqual([undefined, 'FREQ=DAILY;COUNT=2'])
      const once = await change({ exdates: ['2030-01-08T09:00:00Z'], rrule: '', rdates: ['2030-01-09T09:00:00Z'] })
      expect([once.rrule, once.exdates?.length, once.rdates?.length]).toEqual([undefined, 1, 1])
      const { exdates, rdates, series_start, when } = await change({ repeat: '' })
      expect([exdates, rdates, series_start, when]).toEqual([
        undefined,
        undefined,
        undefined,
        '2030-01-07T09:00:00.000Z',
      ])
    })

    test('that removes the rule also removes the exceptions that it does not set', async () => {
      const ada = await server().account()
      const when = '2030-01-07T09:00:00.000Z'
      const exdates = ['2030-01-08T09:00:00.000Z']
      const { id } = await ada.ok('events.create', { title: 'a', when, rrule: 'FREQ=DAILY', exdates })
      const rejected = await ada.fails('events.update', { id, rrule: '', exdates })
      expect(rejected.body.details?.[0]?.path).toBe('exdates')
      const once = await ada.ok('events.update', { id, rrule: '' })
      expect([once.when, once.rrule, once.exdates]).toEqual([when, undefined, undefined])
    })

    test('of its time replaces the previous time', async () => {
      const ada = await server().account()
      const { id } = await ada.ok('events.create', { title: 'a', when: inMs(hourMs) })
      await ada.ok('events.update', { id, when: inMs(3 * hourMs) })
      await settle(2 * hourMs)
      expect(await firings(ada.id)).toEqual([])
      await settle(hourMs)
      expect(await firings(ada.id)).toHaveLength(1)
    })
  })

  describe('firing', () => {
    test('happens once when it is due, and is published with its record', async () => {
      const ada = await server().account()
      const { id, when } = await ada.ok('events.create', { title: 'once', when: inMs(hourMs), note: 'n' })
      await settle(hourMs - 1)
      expect(await firings(ada.id)).toEqual([])
      await settle(1)
      await settle()
      await settle(dayMs)
      expect(await firings(ada.id)).toEqual([
        {
          ...{ id, account: ada.id, title: 'once', note: 'n', due: Date.parse(when) },
          ...{ minutes: 30, timezone: 'UTC', repeats: false, by_others: false },
        },
      ])
      expect(await ada.ok('events.read', { id })).toMatchObject({ state: 'past', when, last_fired: when })
      expect((await ada.ok('events.list', {})).total).toBe(0)
    })

    test('that was missed happens once, even if several repeats were missed', async () => {
      const ada = await server().account()
      const { id, when } = await ada.ok('events.create', { title: 'h', when: inMs(30 * minuteMs), repeat: 'hourly' })
      await settle(7 * hourMs)
      expect((await firings(ada.id)).map(({ due }) => due)).toEqual([Date.parse(when)])
      expect(await ada.ok('events.read', { id })).toMatchObject({ when: inMs(30 * minuteMs), last_fired: inMs(0) })
      await settle(30 * minuteMs)
      expect(await firings(ada.id)).toHaveLength(2)
    })

    test('of a rule happens at each of its occurrences, and then no more', async () => {
      const ada = await server().account()
      const start = now() + hourMs
      const at = (days: number) => new Date(start + days * dayMs).toISOString()
      const { id } = await ada.ok('events.create', {
        ...{ title: 'Tablets', when: at(0), rrule: 'FREQ=DAILY;COUNT=4', exdates: [at(1)], rdates: [at(2.5)] },
      })
      for (let days = 0; days < 6; days++) await settle(dayMs / 2)
      expect((await ada.ok('events.read', { id })).state).toBe('upcoming')
      for (let days = 0; days < 4; days++) await settle(dayMs / 2)
      const fired = await firings(ada.id)
      expect(fired.map(({ due }) => (due - start) / dayMs)).toEqual([0, 2, 2.5, 3])
      expect(fired.map(({ repeats }) => repeats)).toEqual([true, true, true, false])
      expect(await ada.ok('events.read', { id })).toMatchObject({ state: 'past', when: at(3) })
      expect((await ada.fails('events.update', { id, rrule: 'FREQ=DAILY' })).body.code).toBe('failed_precondition')
      expect((await ada.ok('events.update', { id, when: inMs(hourMs) })).rrule).toBe('FREQ=DAILY;COUNT=4')
    })

    test('of a daily event stays at its hour when clocks change', async () => {
      const ada = await server().account()
      await setZone(ada.id, 'America/New_York')
      const year = new Date(now()).getUTCFullYear() + 1
      const { id } = await ada.ok('events.create', { title: 'd', when: `${year}-01-10T12:00:00Z`, repeat: 'daily' })
      await settle(Date.parse(`${year}-07-10T00:00:00Z`) - now())
      const { store } = server()
      const row = await store.get<{ when_at: number }>(store.sql('calendar_events').select('when_at').where({ id }))
      expect(new Date(Number(row?.when_at)).toISOString()).toBe(`${year}-07-10T11:00:00.000Z`)
    })

    test('does not happen to a cancelled event, or one whose account is gone', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const { id } = await ada.ok('events.create', { title: 'a', when: inMs(hourMs) })
      await bob.ok('events.create', { title: 'b', when: inMs(hourMs) })
      expect(await ada.ok('events.delete', { id })).toEqual({ id, deleted: true })
      await server().store.run(server().store.sql('accounts').where({ id: bob.id }).delete())
      await settle(2 * hourMs)
      expect([await firings(ada.id), await firings(bob.id)]).toEqual([[], []])
      const jobs = server().store.sql('jobs').whereIn('owner', [ada.id, bob.id]).whereNot({ state: 'done' })
      expect(await server().store.all(jobs)).toEqual([])
    })

    test('is shown in the stream of its owner until the event is deleted', async () => {
      const ada = await server().account()
      const { id } = await ada.ok('events.create', {
        title: 'Water the seedlings',
        when: inMs(hourMs),
        repeat: 'daily',
      })
      const streamed = async () => {
        await server().bus.settle()
        return (await ada.ok('stream.list', {})).items.map(({ text }) => text)
      }
      await settle(hourMs)
      expect(await streamed()).toEqual(['Event: Water the seedlings'])
      await ada.ok('events.delete', { id })
      expect(await streamed()).toEqual([])
    })

    test('twice for the same time leaves one firing, as when a process dies before it completes the job', async () => {
      const ada = await server().account()
      const { id } = await ada.ok('events.create', { title: 'a', when: inMs(hourMs), repeat: 'daily' })
      await settle(hourMs)
      const { store } = server()
      const done = await store.get<Record<string, unknown>>(store.sql('jobs').where({ owner: ada.id, state: 'done' }))
      const payload = JSON.stringify({ id, owner: ada.id, due: now() })
      await store.run(store.sql('jobs').insert({ ...done, id: `${done?.id}x`, key: null, state: 'ready', payload }))
      await settle(minuteMs)
      expect(await firings(ada.id)).toHaveLength(1)
    })

    test('stores past events for thirty days, at most the last thousand', async () => {
      const ada = await server().account()
      await fillUp(ada.id, maxPast, { is_past: true, when_at: 5, last_fired_at: now() })
      const { id } = await ada.ok('events.create', { title: 'a', when: inMs(hourMs) })
      await settle(hourMs)
      const count = async () => {
        const { store } = server()
        const row = await store.get<{ count: number }>(
          store.sql('calendar_events').where({ owner: ada.id }).count({ count: '*' }),
        )
        return Number(row?.count)
      }
      expect(await count()).toBe(maxPast)
      await settle(29 * dayMs)
      expect((await ada.ok('events.read', { id })).state).toBe('past')
      await settle(2 * dayMs)
      expect(await count()).toBe(0)
    })
  })
})
