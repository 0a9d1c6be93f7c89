import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { eventsOn } from './fixtures/events-on.ts'
import { maxPast } from './rows.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

forEachServer((server) => {
  const { fillUp, firings, inMs, now, setZone, settle } = eventsOn(server)

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
