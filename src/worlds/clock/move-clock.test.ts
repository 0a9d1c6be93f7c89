import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { WorldClock } from '../world/world-clock.ts'
import { moveClock } from './move-clock.ts'

/** A world with work at some times; what is done may queue more. */
function worldWith(
  times: readonly number[],
  more: ReadonlyMap<number, number> = new Map(),
  clock = new WorldClock(0, true),
) {
  const done: { dueMs: number; atMs: number }[] = []
  let queued = [...times]
  return {
    clock,
    done,
    async settle() {
      const due = queued.filter((ms) => ms <= clock.now()).sort((a, b) => a - b)
      queued = queued.filter((ms) => ms > clock.now())
      for (const dueMs of due) {
        done.push({ dueMs, atMs: clock.now() })
        const next = more.get(dueMs)
        if (next !== undefined) queued.push(dueMs + next)
      }
      return due.length
    },
    postponeUpkeep: async () => undefined,
    nextDue: async () => (queued.length === 0 ? undefined : Math.min(...queued)),
  }
}

test('what is due on the way is done in order, each at its own time, with what it queues itself', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1000), { maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: 300 }))),
      fc.nat(1200),
      async (times, queuing, targetMs) => {
        const world = worldWith(times, new Map(queuing))
        const { jobs, isCutShort } = await moveClock(world, () => targetMs, true)
        const due = world.done.map(({ dueMs }) => dueMs)
        expect(due).toEqual([...due].sort((a, b) => a - b))
        expect(world.done.every(({ dueMs, atMs }) => dueMs === atMs)).toBe(true)
        expect(times.filter((ms) => ms <= targetMs).every((ms) => due.includes(ms))).toBe(true)
        expect(due.every((ms) => ms <= targetMs)).toBe(true)
        expect({ jobs, isCutShort, now: world.clock.now() }).toEqual({
          jobs: due.length,
          isCutShort: false,
          now: targetMs,
        })
      },
    ),
  )
})

test('a move stops a bounded number of times, says so, and does the rest at the end', async () => {
  const world = worldWith([10, 20, 30, 40])
  expect(await moveClock(world, () => 100, true, 2)).toEqual({ jobs: 4, isCutShort: true })
  expect(world.done.map(({ atMs }) => atMs)).toEqual([10, 20, 100, 100])
})

test('a clock that cannot be moved runs on as before', async () => {
  const world = worldWith([])
  await moveClock(world, (nowMs) => nowMs, false)
  await expect(moveClock(world, (nowMs) => nowMs - 1, true)).rejects.toThrow('cannot be set back')
  expect(world.clock.isFrozen).toBe(false)
})

test('a running clock that ticks whenever it is read can be moved', async () => {
  let ms = 0
  const ticking = vi.spyOn(performance, 'now').mockImplementation(() => ms++)
  try {
    const world = worldWith([30], new Map(), new WorldClock(0, false))
    expect(await moveClock(world, (nowMs) => nowMs + 100, false)).toMatchObject({ isCutShort: false })
    expect(world.clock.isFrozen).toBe(false)
    expect(world.clock.now()).toBeGreaterThan(100)
  } finally {
    ticking.mockRestore()
  }
})
