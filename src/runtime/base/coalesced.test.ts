import { describe, expect, test } from 'vitest'
import { Coalesced } from './coalesced.ts'

/** Waits for this many microtasks. */
async function microtasks(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await undefined
}

describe('coalesced work', () => {
  test('runs again for all requests that came while it ran', async () => {
    const runs: PromiseWithResolvers<void>[] = []
    const work = new Coalesced(() => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    })
    const first = work.run()
    const others = Promise.all([work.run(), work.run()])
    expect([runs.length, work.isRunning]).toEqual([1, true])
    runs[0]?.resolve()
    await microtasks(5)
    expect(runs).toHaveLength(2)
    runs[1]?.resolve()
    await Promise.all([first, others, work.idle()])
    expect([runs.length, work.isRunning]).toEqual([2, false])
  })

  test.each(Array.from({ length: 12 }, (_, index) => index))(
    'runs for a request that comes %s microtasks after a run has ended',
    async (count) => {
      const waiting = [1]
      const done: number[] = []
      const ended = Promise.withResolvers<void>()
      const work = new Coalesced(async () => {
        await undefined
        done.push(...waiting.splice(0))
        ended.resolve()
      })
      const first = work.run()
      await ended.promise
      await microtasks(count)
      waiting.push(2)
      await work.run()
      expect(done).toEqual([1, 2])
      await first
    },
  )

  test('starts no run that was cancelled', async () => {
    let runs = 0
    const work = new Coalesced(async () => {
      runs += 1
    })
    await work.idle()
    const first = work.run()
    void work.run()
    work.cancel()
    await first
    expect(runs).toBe(1)
  })

  test('runs again after a failure', async () => {
    const work = new Coalesced(() => {
      throw new Error('no')
    })
    await expect(work.run()).rejects.toThrow('no')
    expect(work.isRunning).toBe(false)
    await expect(work.run()).rejects.toThrow('no')
  })
})
