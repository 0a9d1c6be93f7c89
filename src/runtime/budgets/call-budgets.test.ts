import { expect, test, vi } from 'vitest'
import { forEachDatabase, forOneDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { manualClock, systemClock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { CreditsBill } from '../money/bill.ts'
import { Ledger } from '../money/ledger.ts'
import type { Store } from '../store/types.ts'
import { BudgetExhausted } from './budget-exhausted.ts'
import { setBudget } from './budget-limits.ts'
import { Budgets } from './budgets.ts'
import { CallBudgets } from './call-budgets.ts'
import type { Budget } from './types.ts'

const unavailable = new ApiError('unavailable', 'The ledger cannot be written.')

async function benchOf(store: Store) {
  const accountId = await fundedAccount(store, 1000)
  const ledger = new Ledger({ store, clock: systemClock })
  const budgets = new Budgets({ store, clock: systemClock })
  const elapsed = manualClock()
  const calls = new CallBudgets({ store, budgets, ledger, elapsed: () => elapsed.now() })
  const none = { maxTokens: undefined, maxMicroCredits: undefined, maxCalls: undefined }
  return {
    ...{ accountId, budgets, calls, elapsed, ledger },
    limit: (rest: Partial<Budget>) =>
      setBudget(store, accountId, { kind: 'account', subject: '', period: 'day', ...none, ...rest }, 0),
    bill: (tokenId?: string) =>
      new CreditsBill(
        calls.ledgerOf({ accountId, tokenId }),
        { accountId, username: 'ann' },
        { operationId: 'text.classify', requestId: 'request_1' },
      ),
    async books() {
      const [state] = (await budgets.booksOf(accountId)).states()
      const { balance, reserved } = await ledger.balance(accountId)
      return { used: state?.used.microCredits, held: state?.reserved.microCredits, spent: 1000 - balance, reserved }
    },
  }
}

forEachDatabase((_dialect, openTestStore) => {
  test('concurrent calls never cost more than the budget, and what is not charged is returned to it', async () => {
    const { bill, books, limit } = await benchOf(await openTestStore())
    await limit({ maxMicroCredits: 200 })
    const made = await Promise.allSettled(
      Array.from({ length: 50 }, async (_, index) => {
        const own = bill()
        await own.reserve(10)
        if (index % 5 === 0) return own.release()
        if (index % 5 === 1) own.charge(4)
        return own.settle()
      }),
    )
    const refused = made.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused.every((reason) => reason instanceof BudgetExhausted)).toBe(true)
    const charged = made.reduce(
      (sum, each) => sum + (each.status === 'fulfilled' ? (each.value.charge?.charged ?? 0) : 0),
      0,
    )
    expect(charged).toBeGreaterThan(0)
    expect(charged).toBeLessThanOrEqual(200)
    expect(await books()).toEqual({ used: charged, held: 0, spent: charged, reserved: 0 })
  })

  test('a call that is charged with its effect counts with it, and one whose effect is undone does not', async () => {
    const store = await openTestStore()
    const { bill, books, limit } = await benchOf(store)
    await limit({ maxMicroCredits: 200 })
    const [done, undone] = [bill(), bill()]
    await Promise.all([done.reserve(100), undone.reserve(100)])
    await expect(bill().reserve(1)).rejects.toMatchObject({ code: 'rate_limited' })
    await store.write(async (tx) => done.settleWithin(tx))
    await done.settle()
    await expect(
      store.write(async (tx) => {
        await undone.settleWithin(tx)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await undone.release()
    expect(await books()).toEqual({ used: 100, held: 0, spent: 100, reserved: 0 })
  })
})

forOneDatabase((_dialect, openTestStore) => {
  test('a call that its credits do not cover leaves nothing reserved in the budget', async () => {
    const { bill, books, limit } = await benchOf(await openTestStore())
    await limit({ maxMicroCredits: 5000 })
    const own = bill()
    await expect(own.reserve(1001)).rejects.toMatchObject({ code: 'payment_required' })
    await own.release()
    const raised = bill()
    await raised.reserve(500)
    await expect(raised.reserve(1001)).rejects.toMatchObject({ code: 'payment_required' })
    await raised.release()
    expect(await books()).toEqual({ used: 0, held: 0, spent: 0, reserved: 0 })
  })

  test('a call whose reservation or charge fails in the ledger leaves nothing reserved in the budget', async () => {
    const { bill, books, ledger, limit } = await benchOf(await openTestStore())
    await limit({ maxMicroCredits: 5000 })
    const nothing = { used: 0, held: 0, spent: 0, reserved: 0 }
    vi.spyOn(ledger, 'reserve').mockRejectedValueOnce(unavailable)
    const own = bill()
    await expect(own.reserve(500)).rejects.toBe(unavailable)
    await own.release()
    expect(await books()).toEqual(nothing)

    vi.spyOn(ledger, 'settleWithin').mockRejectedValueOnce(unavailable)
    const charged = bill()
    await charged.reserve(500)
    await expect(charged.settle()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await books()).toEqual(nothing)
  })

  test('a call whose raise fails in the ledger can still be charged, and counts in the budget', async () => {
    const { bill, books, ledger, limit } = await benchOf(await openTestStore())
    await limit({ maxMicroCredits: 5000 })
    vi.spyOn(ledger, 'raise').mockRejectedValueOnce(unavailable)
    const own = bill()
    await own.reserve(400)
    await expect(own.reserve(500)).rejects.toBe(unavailable)
    await own.settle()
    expect(await books()).toEqual({ used: 400, held: 0, spent: 400, reserved: 0 })
  })

  test('the budget of one token does not stop another', async () => {
    const { bill, limit } = await benchOf(await openTestStore())
    await limit({ kind: 'token', subject: 't1', maxMicroCredits: 10 })
    await expect(bill('t1').reserve(11)).rejects.toMatchObject({ message: expect.stringContaining('for this token') })
    await expect(bill('t2').reserve(11)).resolves.toBeUndefined()
  })

  test('calls are counted as soon as a budget limits them, at the latest a second after it was set', async () => {
    const { calls, limit, accountId, elapsed, budgets } = await benchOf(await openTestStore())
    await calls.count({ accountId })
    await limit({ maxCalls: 1 })
    elapsed.advance(1000)
    await calls.count({ accountId })
    await expect(calls.count({ accountId })).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('daily budget of 1 call for your account'),
    })
    expect((await budgets.booksOf(accountId)).states()[0]?.used.calls).toBe(1)
  })
})
