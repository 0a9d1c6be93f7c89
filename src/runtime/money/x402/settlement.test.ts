import { expect, test, vi } from 'vitest'
import { forOneDatabase } from '#testing/databases.ts'
import { down, paymentOf, processFor, refusal } from '#testing/payment-lives.ts'
import type { Settlement } from './facilitator.ts'
import { Settlements } from './settlement.ts'

forOneDatabase((_dialect, openTestStore) => {
  test('a payment that another process has taken over is not settled again', async () => {
    const { store, clock, pay, rows, seen } = await processFor(openTestStore, {
      settle: [{ kind: 'unsent', trouble: down }],
    })
    await refusal(pay(paymentOf(clock)))
    const settle = vi.fn<() => Promise<Settlement>>()
    const log = { warn: () => undefined, error: () => undefined }
    const settlements = new Settlements({ store, clock, log, facilitator: { settle }, credit: async () => undefined })
    const [row] = await rows()
    const turn = { id: row?.id ?? '', runId: 'run_lost' }
    const refused = () => Promise.reject(new Error('unused'))
    const attempt = await settlements.settle(turn, 'worked', { isAwaited: true, refused })
    expect(attempt).toMatchObject({ failure: { code: 'conflict' } })
    expect(settle).not.toHaveBeenCalled()
    expect([seen.settled.length, await rows()]).toEqual([1, [row]])
  })

  const unknown: Settlement = { kind: 'unknown', trouble: down }
  const refusedNow: Settlement = { kind: 'refused', reason: 'insufficient_funds' }
  test.each([
    ['was not sent', [], { kind: 'unsent', trouble: down }, 0],
    ['is unknown', [], unknown, 0],
    ['is refused after an unknown attempt', [unknown], refusedNow, 0],
    ['needs review', [unknown], refusedNow, 400_000],
  ] as const)('a settlement that %s ends only once that is recorded', async (_what, earlier, last, afterMs) => {
    const fails = async () => {
      vi.spyOn(store, 'run').mockRejectedValueOnce(new Error('disk full'))
      return last
    }
    const { store, clock, pay, states, seen } = await processFor(openTestStore, { settle: [...earlier, fails] })
    const payment = paymentOf(clock)
    for (const _attempt of earlier) await refusal(pay(payment))
    clock.advance(afterMs)
    await expect(pay(payment)).rejects.toThrow('disk full')
    expect(await states()).toEqual(['settling'])
    expect(await pay(payment)).toMatchObject({ result: { items: ['a'] }, isReplay: true })
    expect(seen.settled).toHaveLength(earlier.length + 2)
  })
})
