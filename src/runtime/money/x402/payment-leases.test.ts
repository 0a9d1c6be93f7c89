import { expect, onTestFinished, test, vi } from 'vitest'
import { forOneDatabase } from '#testing/databases.ts'
import { paymentOf, processFor, termsOf, type Work } from '#testing/payment-lives.ts'

forOneDatabase((_dialect, openTestStore) => {
  test('a call that takes longer than a lease keeps its payment, also if a renewal fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { store, clock, pay, restarted, rows, states, logged } = await processFor(openTestStore)
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<Work>()
    const paid = pay(paymentOf(clock), termsOf(), () => {
      started.resolve()
      return finish.promise
    })
    await started.promise
    const passes = (ms: number) => {
      clock.advance(ms)
      vi.advanceTimersByTime(ms)
    }
    vi.spyOn(store, 'run').mockRejectedValueOnce(new Error('disk full'))
    passes(20_000)
    await expect.poll(() => logged).toEqual(['lease renewal failed'])
    passes(20_000)
    await expect.poll(async () => Number((await rows())[0]?.lease_until)).toBe(clock.now() + 60_000)
    clock.advance(59_000)
    await restarted().reconcile()
    expect(await states()).toEqual(['verified'])
    finish.resolve({ result: 'late', isFree: false })
    expect(await paid).toMatchObject({ result: 'late', receipt: { success: true } })
  })
})
