import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { eventsOn } from '../fixtures/events-on.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

forEachServer((server) => {
  const { firings, inMs, setZone, settle } = eventsOn(server)

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

  test('a prompt has the rights of its author, and other changes do not widen them', async () => {
    const ada = await server().account()
    const narrow = await ada.withToken({ scope: { services: ['events'] }, actions: true })
    const { id } = await narrow.ok('events.create', {
      title: 'a',
      when: new Date(server().clock.now() + 3_600_000).toISOString(),
      prompt: 'read my mail',
    })
    const { store } = server()
    const tokenOf = async () =>
      (await store.get<{ token_id: string | null }>(store.sql('calendar_events').select('token_id').where({ id })))
        ?.token_id
    const narrowToken = await tokenOf()
    expect(narrowToken).toMatch(/^token_/)
    const browser = await ada.inBrowser()
    await browser.ok('events.update', { id, title: 'b', prompt: 'read my mail' })
    expect(await tokenOf()).toBe(narrowToken)
    await browser.ok('events.update', { id, prompt: 'read my notes' })
    expect(await tokenOf()).toBeNull()
    await narrow.ok('events.update', { id, prompt: 'read my mail' })
    expect(await tokenOf()).toBe(narrowToken)
  })
})
