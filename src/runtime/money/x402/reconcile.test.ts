import { expect, onTestFinished, test, vi } from 'vitest'
import { forOneDatabase } from '#testing/databases.ts'
import { storeWith } from '#testing/store-with.ts'
import { manualClock } from '../../base/clock.ts'
import { StoreClosedError } from '../../store/store-errors.ts'
import type { Store } from '../../store/types.ts'
import { reconciliation } from './reconcile.ts'

forOneDatabase((_dialect, openTestStore) => {
  /** A reconciliation whose looks at the unfinished payments do what the test says. */
  async function scripted(
    read: () => Promise<object[]>,
    recover = async (_row: object) => undefined,
    { everyMs, run }: { everyMs?: number; run?: Store['run'] } = {},
  ) {
    const store = await openTestStore()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const all = vi.fn(read)
    const logged: string[] = []
    const log = { error: (fields: { payment?: string }, text: string) => logged.push(`${text} ${fields.payment}`) }
    const options = {
      clock: manualClock(),
      log,
      recover,
      everyMs,
      store: storeWith(store, { all, ...(run && { run }) } as Partial<Store>),
    }
    const reconciling = reconciliation(options as never)
    onTestFinished(() => reconciling.stop())
    return { reconciling, all, logged }
  }

  test('unfinished payments are looked for at the start and every half minute, until it stops', async () => {
    const { reconciling, all } = await scripted(async () => [])
    reconciling.start()
    reconciling.start()
    expect(all).toHaveBeenCalledTimes(1)
    await reconciling.reconcile.idle()
    vi.advanceTimersByTime(30_000)
    expect(all).toHaveBeenCalledTimes(2)
    await reconciling.stop()
    vi.advanceTimersByTime(300_000)
    expect(all).toHaveBeenCalledTimes(2)
  })

  test('with a given interval, the first look is also after it', async () => {
    const { reconciling, all } = await scripted(async () => [], undefined, { everyMs: 500 })
    reconciling.start()
    expect(all).not.toHaveBeenCalled()
    vi.advanceTimersByTime(500)
    expect(all).toHaveBeenCalledTimes(1)
  })

  test('stopping waits for a look that has begun', async () => {
    const reading = Promise.withResolvers<object[]>()
    const { reconciling } = await scripted(() => reading.promise)
    reconciling.start()
    let hasStopped = false
    const stopping = reconciling.stop().then(() => {
      hasStopped = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasStopped).toBe(false)
    reading.resolve([])
    await stopping
  })

  test('a payment that cannot be continued is logged, and the others are continued', async () => {
    const seen: object[] = []
    const { reconciling, logged } = await scripted(
      async () => [{ id: 'payment_1' }, { id: 'payment_2' }],
      async (row) => {
        seen.push(row)
        if (seen.length === 1) throw new Error('no such chain')
      },
    )
    await reconciling.reconcile()
    expect(seen).toEqual([{ id: 'payment_1' }, { id: 'payment_2' }])
    expect(logged).toEqual(['payment reconciliation failed payment_1'])
  })

  test('a look that fails is logged, unless the server is stopping, and the next one is made all the same', async () => {
    const failures = [new Error('disk full'), new StoreClosedError()]
    const { reconciling, all, logged } = await scripted(async () => {
      const failure = failures.shift()
      if (failure) throw failure
      return []
    })
    reconciling.start()
    for (let looks = 1; looks <= 3; looks++) {
      expect(all).toHaveBeenCalledTimes(looks)
      await reconciling.reconcile.idle()
      await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(30_000)
    }
    expect(logged).toEqual(['payment reconciliation run failed undefined'])
  })

  test('a result that cannot be dropped is logged, and dropped at the next look', async () => {
    const failures = [new Error('disk full')]
    const run = vi.fn(async () => {
      const failure = failures.shift()
      if (failure) throw failure
      return { changes: 0 }
    })
    const { reconciling, logged } = await scripted(async () => [], undefined, { run })
    reconciling.start()
    await reconciling.reconcile.idle()
    expect(logged).toEqual(['payment reconciliation run failed undefined'])
    vi.advanceTimersByTime(30_000)
    await reconciling.reconcile.idle()
    expect(run).toHaveBeenCalledTimes(2)
  })
})
