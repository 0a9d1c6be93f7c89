import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isId } from '#runtime/base/ids.ts'
import { momentInZone } from '#runtime/base/zoned-time.ts'
import { forEachServer, serverForTests } from '#testing/server.ts'
import { currentDay, daysBefore, idOfDay } from '../daily/calendar.ts'
import { sceneOf } from '../daily/scene.ts'

const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('the calendar of the picture of the day', () => {
  test.each([
    ['2026-11-21T05:59:59Z', 'UTC', '2026-11-20'],
    ['2026-11-21T06:00:00Z', 'UTC', '2026-11-21'],
    ['2026-11-20T20:59:59Z', 'Asia/Tokyo', '2026-11-20'],
    ['2026-11-20T21:00:00Z', 'Asia/Tokyo', '2026-11-21'],
    // In summer, London is an hour ahead; the night in which the clocks change is an hour longer or shorter.
    ['2026-07-01T04:59:59Z', 'Europe/London', '2026-06-30'],
    ['2026-07-01T05:00:00Z', 'Europe/London', '2026-07-01'],
    ['2026-03-29T05:00:00Z', 'Europe/London', '2026-03-29'],
    ['2026-10-25T05:59:59Z', 'Europe/London', '2026-10-24'],
    ['2026-10-25T06:00:00Z', 'Europe/London', '2026-10-25'],
  ])('at %s in %s it is that of %s', (now, zone, day) => {
    expect(currentDay(Date.parse(now), zone)).toBe(day)
  })

  test('has each day after the one before, with ids in the same order', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom('UTC', 'America/New_York', 'Europe/London', 'Asia/Kathmandu'),
        (day, zone) => {
          const before = daysBefore(day, 1)
          const begin = momentInZone(`${day}T06:00:00`, zone) as number
          expect([currentDay(begin - 1, zone), currentDay(begin, zone)]).toEqual([before, day])
          expect([isId('image', idOfDay(day)), idOfDay(before) < idOfDay(day)]).toEqual([true, true])
        },
      ),
      { numRuns: 200 },
    )
  })
})

test('a scene depends on its date alone, and all its numbers are numbers', () => {
  const titles = new Set<string>()
  fc.assert(
    fc.property(anyDay, (day) => {
      const scene = sceneOf(day)
      titles.add(scene.title)
      expect(sceneOf(day)).toEqual(scene)
      expect(scene.svg).not.toMatch(/NaN|undefined|Infinity/)
      expect(sceneOf(daysBefore(day, 1)).svg).not.toBe(scene.svg)
    }),
    { numRuns: 60 },
  )
  expect(titles.size).toBeGreaterThan(15)
})

forEachServer(
  (server) => {
    test('the picture of the day is there before and after 06:00, and the same for everybody', async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const [first, again] = await Promise.all([ada.ok('images.daily', {}), ben.ok('images.daily', {})])
      expect(again).toEqual(first)
      expect(first).toMatchObject({
        id: idOfDay('2026-11-21'),
        url: `${server().url}/images/${first.id}`,
        origin: 'daily',
        day: '2026-11-21',
        public: true,
        type: 'image/png',
        width_px: 1440,
        height_px: 960,
      })
      expect(first.owner).toBeUndefined()
      expect(await ada.ok('images.get', { id: first.id })).toEqual(first)
      // For everybody, whole, as a copy and in parts.
      const whole = Buffer.from(await (await fetch(first.url)).arrayBuffer())
      expect([whole.length, whole.subarray(1, 4).toString()]).toEqual([first.size_bytes, 'PNG'])
      const part = await fetch(first.url, { headers: { Range: 'bytes=100-199' } })
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100, 200))
      const copy = Buffer.from(await (await fetch(`${first.url}?size=thumbnail`)).arrayBuffer())
      expect(copy.subarray(8, 12).toString()).toBe('WEBP')
      server().clock.advance(Date.parse('2026-11-22T05:59:00Z') - server().clock.now())
      expect(await ada.ok('images.daily', {})).toEqual(first)
      server().clock.advance(90_000)
      await server().jobs.settle()
      const { store } = server()
      expect(await store.all(store.sql('daily_images').select('day').orderBy('day'))).toEqual([
        { day: '2026-11-21' },
        { day: '2026-11-22' },
      ])
      const next = await ada.ok('images.daily', {})
      expect([next.day, next.id > first.id]).toEqual(['2026-11-22', true])
      expect((await ada.ok('images.list', { scope: 'daily', limit: 1 })).items).toEqual([next])
      const { items } = await ada.ok('images.list', { scope: 'daily', cursor: next.id })
      expect(items).toEqual([first])
    }, 30_000)

    test('earlier days also have a picture; later ones and those before 730 days have none', async () => {
      const ada = await server().account()
      const today = (await ada.ok('images.daily', {})).day as string
      const earlier = await ada.ok('images.daily', { date: '2026-10-05' })
      expect(earlier).toMatchObject({ day: '2026-10-05', id: idOfDay('2026-10-05') })
      for (const date of [daysBefore(today, -1), '9999-12-31', daysBefore(today, 731), '0001-01-01']) {
        const { body } = await ada.fails('images.daily', { date })
        expect([body.code, body.error]).toEqual(['not_found', expect.stringContaining(`No picture exists for ${date}`)])
      }
      for (const date of ['2026-02-30', 'today', '']) {
        expect((await ada.fails('images.daily', { date })).body.details?.[0]?.path).toBe('date')
      }
      for (const method of ['images.share', 'images.delete', 'images.update'] as const) {
        const { body } = await ada.fails(method, { id: earlier.id, ...(method === 'images.share' && { public: true }) })
        expect(body.code).toBe('not_found')
      }
    }, 30_000)

    test('pictures of more than 730 days ago are deleted when the day turns', async () => {
      const { store, clock, jobs } = server()
      const ada = await server().account()
      await ada.ok('images.daily', {})
      const [row] = await store.all<Record<string, unknown>>(store.sql('daily_images').limit(1))
      for (let at = 0; at < 45; at++) {
        const day = daysBefore('2020-01-01', at)
        await store.run(store.sql('daily_images').insert({ ...row, day, id: idOfDay(day) }))
      }
      clock.advance(86_400_000)
      await jobs.settle()
      const days = await store.all<{ day: string }>(store.sql('daily_images').select('day'))
      expect(days.filter(({ day }) => day < '2021')).toEqual([])
      expect(days.length).toBeGreaterThan(1)
    }, 30_000)
  },
  { now: '2026-11-21T09:30:00Z' },
)

describe('in another time zone', () => {
  const server = serverForTests({ settings: { TIME_ZONE: 'Asia/Tokyo' }, now: '2026-11-20T20:59:00Z' })

  test('the day turns at 06:00 there', async () => {
    const ada = await server().account()
    expect((await ada.ok('images.daily', {})).day).toBe('2026-11-20')
    server().clock.advance(60_000)
    expect((await ada.ok('images.daily', {})).day).toBe('2026-11-21')
  }, 30_000)
})
