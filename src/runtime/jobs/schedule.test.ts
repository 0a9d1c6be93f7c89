import { describe, expect, test, vi } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { createJobWorld } from '#testing/jobs.ts'
import { iso } from '../base/clock.ts'
import { backoffMs, shareOut } from './runner.ts'
import { nextTime, type Schedule, Schedules } from './schedule.ts'

const hourMs = 3_600_000

function times(schedule: Pick<Schedule, 'times' | 'timeZone'>, from: string, count: number): string[] {
  const found: string[] = []
  for (let at = Date.parse(from); found.length < count; ) {
    at = nextTime(schedule, at)
    found.push(iso(at).slice(0, 16))
  }
  return found
}

describe('a schedule', () => {
  test('keeps its local time when clocks change, even in a time slot that is skipped or happens twice', () => {
    const noon = { times: '0 12 * * *', timeZone: 'Europe/Berlin' }
    expect(times(noon, '2026-03-28T00:00:00Z', 2)).toEqual(['2026-03-28T11:00', '2026-03-29T10:00'])
    const gap = { times: '30 2 * * *', timeZone: 'Europe/Berlin' }
    expect(times(gap, '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30'])
    const twice = { times: '30 2 * * *', timeZone: 'Europe/Berlin' }
    expect(times(twice, '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  })

  test('that is hourly runs at its minute of every hour, and never at the given moment itself', () => {
    const hourly = { times: '30 * * * *' }
    expect(times(hourly, '2026-03-28T22:29:59.999Z', 3)).toEqual([
      '2026-03-28T22:30',
      '2026-03-28T23:30',
      '2026-03-29T00:30',
    ])
    for (const minute of [0, 7, 59]) {
      const own = times({ times: `${minute} * * * *` }, '2026-10-25T00:07:00Z', 3)
      // The same in a zone equal to UTC, which is computed from the fields.
      expect(own).toEqual(times({ times: `${minute} * * * *`, timeZone: 'Africa/Abidjan' }, '2026-10-25T00:07:00Z', 3))
    }
    expect(() => nextTime({ times: '60 * * * *' }, 0)).toThrow()
  })

  test('that is malformed is rejected', () => {
    expect(() => nextTime({ times: 'often' }, 0)).toThrow()
  })
})

forEachDatabase((_dialect, openTestStore) => {
  async function scheduled(ifMissed: Schedule['ifMissed'], run: () => Promise<unknown> = async () => undefined) {
    const world = createJobWorld(await openTestStore())
    const ran: string[] = []
    const schedule: Schedule = {
      ...{ name: 'tests.tick', times: '0 * * * *', ifMissed },
      run: async () => {
        ran.push(iso(world.clock.now()).slice(11, 16))
        await run()
      },
    }
    const schedules = new Schedules(world, [schedule])
    const other = new Schedules(world, [schedule])
    await Promise.all([schedules.sync(), other.sync()])
    const runners = [world.runner(schedules.handlers), world.runner(other.handlers)]
    const settle = async (ms: number) => {
      world.clock.advance(ms)
      for (const runner of runners) await runner.settle()
    }
    return { world, ran, settle, schedules }
  }

  test('a schedule runs once at each time for any number of processes', async () => {
    const { ran, settle, world } = await scheduled('once')
    for (let i = 0; i < 3; i++) await settle(hourMs)
    expect(ran).toEqual(['10:30', '11:30', '12:30'])
    await world.stop()
  })

  test('a start queues all schedules in one transaction, and needs none if nothing is missing', async () => {
    const world = createJobWorld(await openTestStore())
    const write = vi.spyOn(world.store, 'write')
    const schedules = ['tests.tick', 'tests.tock'].map(
      (name): Schedule => ({ name, times: '0 * * * *', ifMissed: 'once', run: async () => undefined }),
    )
    for (let starts = 0; starts < 2; starts++) await new Schedules(world, schedules).sync()
    expect(await world.states()).toEqual(['waiting', 'waiting'])
    expect(write).toHaveBeenCalledTimes(1)
    write.mockRestore()
    await world.stop()
  })

  test('missed times are made up for by one run, or skipped', async () => {
    for (const [ifMissed, expected] of [
      ['once', ['16:30']],
      ['skip', []],
    ] as const) {
      const { ran, settle, world } = await scheduled(ifMissed)
      await settle(7 * hourMs)
      expect(ran).toEqual(expected)
      await settle(hourMs / 2)
      expect(ran).toEqual([...expected, '17:00'])
      await world.stop()
    }
  })

  test('a run that failed is tried again, however late', async () => {
    let failures = 1
    const { ran, settle, world } = await scheduled('skip', async () => {
      failures -= 1
      if (failures >= 0) throw new Error('no luck')
    })
    await settle(hourMs / 2)
    await settle(6.5 * hourMs)
    expect(ran).toEqual(['10:00', '16:30'])
    await world.stop()
  })

  test('a schedule continues after a failure, and is moved when its times change', async () => {
    const { ran, settle, world } = await scheduled('once', async () => {
      throw new Error('no luck')
    })
    await settle(hourMs)
    await settle(hourMs)
    expect(ran.length).toBeGreaterThanOrEqual(2)
    const changed: Schedule = { name: 'tests.tick', times: '15 3 * * *', ifMissed: 'once', run: async () => undefined }
    await new Schedules(world, [changed]).sync()
    const { store } = world
    const row = await store.all<{ run_at: number }>(
      store
        .sql('jobs')
        .select('run_at')
        .where({ kind: 'tests.tick' })
        .whereIn('state', ['waiting', 'ready'])
        .orderBy('run_at'),
    )
    expect(row.map(({ run_at }) => iso(run_at))).toEqual(['2026-11-22T03:15:00.000Z'])
    await world.stop()
  })
})

test('the time between attempts grows to six hours, half of it random', () => {
  expect([1, 2, 3, 20].map((attempt) => backoffMs(attempt, () => 0))).toEqual([2500, 7500, 22_500, 10_800_000])
  expect([1, 20].map((attempt) => backoffMs(attempt, () => 1))).toEqual([5000, 21_600_000])
})

test('slots are shared one by one, up to the share of each lane', () => {
  const running = new Map([['a', 2]])
  expect(shareOut(['a', 'b', 'c'], { free: 4, most: 2, running })).toEqual([
    { lane: 'b', count: 2 },
    { lane: 'c', count: 2 },
  ])
  expect(shareOut(['a', 'b', 'c'], { free: 2, most: 5, running })).toEqual([
    { lane: 'a', count: 1 },
    { lane: 'b', count: 1 },
  ])
})
