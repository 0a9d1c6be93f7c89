import { beforeAll, expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { manualClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { CreditsBill } from './bill.ts'
import { createHolds, type Holds } from './holds.ts'
import { InsufficientCredits, Ledger } from './ledger.ts'
import type { Reservation } from './movements.ts'

const CREDIT = 1_000_000

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  let ledger: Ledger
  let holds: Holds
  const clock = manualClock('2026-11-21T09:30:00Z')

  beforeAll(async () => {
    store = await openTestStore()
    ledger = new Ledger({ store, clock })
    holds = createHolds(clock)
  })

  const call = (accountId: string) => ({
    accountId,
    microCredits: 19 * CREDIT,
    operationId: 'apps.build',
    requestId: 'request-1',
  })

  async function kept(reference: string, credits = 30) {
    const account = await fundedAccount(store, credits * CREDIT)
    const reservation = await ledger.reserve(call(account))
    await store.write((tx) => ledger.keepWithin(tx, reservation, reference))
    return { account, reservation }
  }

  const balanceOf = async (account: string) => {
    const { balance, reserved } = await ledger.balance(account)
    return [balance / CREDIT, reserved / CREDIT]
  }
  const sound = async () => expect((await ledger.check()).mismatches).toEqual([])

  test('held credits cannot be spent by others, are charged once, and the entry names their purpose', async () => {
    const { account } = await kept('build_1')
    expect(await balanceOf(account)).toEqual([30, 19])
    await expect(ledger.reserve(call(account))).rejects.toThrow(InsufficientCredits)
    await sound()
    expect(await store.write((tx) => holds.charge(tx, 'build_1'))).toBe(19 * CREDIT)
    expect(await store.write((tx) => holds.charge(tx, 'build_1'))).toBe(0)
    expect(await store.write((tx) => holds.release(tx, 'build_1'))).toBe(false)
    expect(await balanceOf(account)).toEqual([11, 0])
    expect((await ledger.entries(account))[0]).toMatchObject({
      kind: 'charge',
      microCredits: -19 * CREDIT,
      operationId: 'apps.build',
      requestId: 'request-1',
    })
    await sound()
  })

  test('returned credits can be spent again, leave no entry, and are not charged afterwards', async () => {
    const { account } = await kept('build_2')
    const before = await ledger.entries(account)
    expect(await store.write((tx) => holds.release(tx, 'build_2'))).toBe(true)
    expect(await store.write((tx) => holds.charge(tx, 'build_2'))).toBe(0)
    expect(await balanceOf(account)).toEqual([30, 0])
    expect(await ledger.entries(account)).toEqual(before)
    await sound()
  })

  test('a charge in a failed transaction does not count', async () => {
    const { account } = await kept('build_3')
    const failing = store.write(async (tx) => {
      await holds.charge(tx, 'build_3')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await balanceOf(account)).toEqual([30, 19])
    await store.write((tx) => holds.release(tx, 'build_3'))
  })

  test('a hold outlives its process, whose reservations end', async () => {
    const own = new Ledger({ store, clock })
    const account = await fundedAccount(store, 60 * CREDIT)
    const reservation = await own.reserve(call(account))
    await own.reserve(call(account))
    await store.write((tx) => own.keepWithin(tx, reservation, 'build_4'))
    await own.close()
    expect(await balanceOf(account)).toEqual([60, 19])
    await store.write((tx) => holds.charge(tx, 'build_4'))
    expect(await balanceOf(account)).toEqual([41, 0])
    await sound()
  })

  test('a lost reservation is made again, and rejected if the balance has become too small', async () => {
    const rich = await fundedAccount(store, 20 * CREDIT)
    const lost = { ...call(rich), id: 'lost-1', holder: 'holder_gone' } satisfies Reservation
    await store.write((tx) => ledger.keepWithin(tx, lost, 'build_5'))
    expect(await balanceOf(rich)).toEqual([20, 19])
    const poor = await fundedAccount(store, 5 * CREDIT)
    const other = { ...call(poor), id: 'lost-2', holder: 'holder_gone' } satisfies Reservation
    await expect(store.write((tx) => ledger.keepWithin(tx, other, 'build_6'))).rejects.toThrow(InsufficientCredits)
    expect(await balanceOf(poor)).toEqual([5, 0])
    await sound()
  })

  test('if it is unknown whether the hold was committed, the reservation ends only if it was not', async () => {
    const { account, reservation } = await kept('build_7')
    expect(await ledger.decide(reservation)).toMatchObject({ charged: 0 })
    expect(await balanceOf(account)).toEqual([30, 19])
    const open = await ledger.reserve({ ...call(account), microCredits: CREDIT })
    await ledger.decide(open)
    expect(await balanceOf(account)).toEqual([30, 19])
    await store.write((tx) => holds.release(tx, 'build_7'))
    await sound()
  })

  test('deleting the account deletes its holds', async () => {
    const { account } = await kept('build_8')
    await store.run(store.sql('accounts').where({ id: account }).delete())
    expect(await store.write((tx) => holds.charge(tx, 'build_8'))).toBe(0)
    await sound()
  })

  test('a call that holds its price costs nothing itself, whether it then succeeds or fails', async () => {
    for (const end of ['settle', 'release'] as const) {
      const account = await fundedAccount(store, 30 * CREDIT)
      const bill = new CreditsBill(ledger, { accountId: account, username: 'ann' }, call(account))
      await bill.reserve(19 * CREDIT)
      const reference = `build_bill_${end}`
      await store.write(async (tx) => {
        expect(await bill.keep(tx, reference)).toBe(19 * CREDIT)
        await bill.settleWithin(tx)
      })
      const paid = end === 'settle' ? await bill.settle() : await bill.release()
      expect(paid).toEqual({ charge: { charged: 0, available: 11 * CREDIT } })
      expect(await balanceOf(account)).toEqual([30, 19])
      await store.write((tx) => holds.charge(tx, reference))
      expect(await balanceOf(account)).toEqual([11, 0])
    }
    await sound()
  })

  test('a call whose transaction fails after it held its price holds nothing', async () => {
    const account = await fundedAccount(store, 30 * CREDIT)
    const decide = vi.spyOn(ledger, 'decide')
    const bill = new CreditsBill(ledger, { accountId: account, username: 'ann' }, call(account))
    await bill.reserve(19 * CREDIT)
    const failing = store.write(async (tx) => {
      await bill.keep(tx, 'build_never')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await bill.release()
    expect(decide).toHaveBeenCalledOnce()
    expect(await balanceOf(account)).toEqual([30, 0])
    await sound()
  })
})
