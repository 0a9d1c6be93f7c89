import { expect, onTestFinished, test, vi } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { createLog } from '#runtime/base/log.ts'
import { Gauge, Registry } from '#runtime/base/metrics.ts'
import type { Store } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { createRecorder } from './record.ts'
import { stepMs, Traffic } from './traffic.ts'

const start = Date.parse('2026-11-21T09:30:00Z')
const log = createLog({ logLevel: 'silent' })

forEachDatabase((_dialect, openTestStore) => {
  function processOn(store: Store, clock = manualClock('2026-11-21T09:30:00Z')) {
    const metrics = new Registry()
    const record = createRecorder(metrics, log)
    const jobs = new Gauge({ name: 'onedoor_jobs', help: 'x', labelNames: ['kind', 'state'], registers: [metrics] })
    const call = (ms: number, code?: 'internal' | 'not_found') =>
      record('request', { error: code && new ApiError(code, 'x') } as never, ms)
    return { clock, jobs, call, traffic: new Traffic({ store, clock, log, metrics }) }
  }

  test('the steps have the calls, failures and durations of all processes', async () => {
    const store = await openTestStore()
    const one = processOn(store)
    const two = processOn(store, one.clock)
    for (let n = 0; n < 100; n++) one.call(2)
    one.call(70, 'internal')
    two.call(70, 'not_found')
    one.jobs.set({ kind: 'a', state: 'ready' }, 3)
    one.jobs.set({ kind: 'a', state: 'dead' }, 9)
    one.clock.advance(stepMs)
    await one.traffic.sample()
    await two.traffic.sample()
    one.jobs.reset()
    two.call(20)
    one.clock.advance(stepMs)
    await one.traffic.sample()
    await two.traffic.sample()
    const steps = await one.traffic.steps()
    expect(steps).toEqual([
      { atMs: start, calls: 102, failures: 1, p99Ms: expect.closeTo(74.5, 1), jobsDue: 3 },
      { atMs: start + stepMs, calls: 1, failures: 0, p99Ms: expect.closeTo(49.6, 1), jobsDue: 0 },
    ])
  })

  test('closing while a step is being stored counts its calls once, and leaves no timer', async () => {
    const store = await openTestStore()
    const { clock, call, traffic } = processOn(store)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { write } = store
    const begun = Promise.withResolvers<void>()
    const storing = Promise.withResolvers<void>()
    store.write = async (work) => {
      begun.resolve()
      await storing.promise
      return write.call(store, work) as never
    }
    traffic.start()
    call(2)
    vi.advanceTimersToNextTimer()
    await begun.promise
    clock.advance(stepMs)
    const closed = traffic.close()
    storing.resolve()
    await closed
    store.write = write
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    clock.advance(stepMs)
    expect((await traffic.steps()).reduce((sum, { calls }) => sum + calls, 0)).toBe(1)
  })

  test('a step without any row is empty, rows are deleted after a day, and what was not stored comes with the next', async () => {
    const store = await openTestStore()
    const { clock, call, traffic } = processOn(store)
    call(60_000)
    clock.advance(stepMs)
    const { write } = store
    store.write = () => Promise.reject(new Error('disk full'))
    await traffic.sample()
    store.write = write
    expect(await traffic.steps()).toEqual([])
    clock.advance(stepMs)
    await traffic.sample()
    clock.advance(2 * stepMs)
    await traffic.sample()
    expect((await traffic.steps()).map(({ calls, p99Ms }) => [calls, p99Ms])).toEqual([
      [1, 30_000],
      [0, undefined],
      [0, undefined],
    ])
    clock.advance(25 * 3_600_000)
    await traffic.sample()
    const [left] = await store.all<{ total: number }>(store.sql('traffic').count({ total: '*' }))
    expect(Number(left?.total)).toBe(1)
  })
})
