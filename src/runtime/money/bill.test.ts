import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { Writer } from '../store/types.ts'
import { CreditsBill } from './bill.ts'
import { InsufficientCredits } from './ledger.ts'
import type { Reservation } from './movements.ts'

const CREDIT = 1_000_000
const reservation = { id: 'reservation_1', microCredits: CREDIT } as Reservation
const operationId = 'text.classify'

/** A bill whose ledger has begun a reservation, which completes when the test says so. */
async function reserving() {
  const made = Promise.withResolvers<Reservation>()
  const begun = Promise.withResolvers<void>()
  const ledger = {
    reserve: vi.fn(() => {
      begun.resolve()
      return made.promise
    }),
    raise: vi.fn(),
    settle: vi.fn(async (_held: Reservation, _microCredits?: number) => ({ charged: CREDIT, available: 0 })),
    settleWithin: vi.fn(async (_tx: Writer, _held: Reservation, charged: number) => ({ charged, available: 0 })),
    keepWithin: vi.fn(),
    refund: vi.fn(async (_held: Reservation) => ({ charged: 0, available: CREDIT })),
    decide: vi.fn(async (_held: Reservation) => ({ charged: CREDIT, available: 0 })),
    release: vi.fn(async (_held: Reservation) => ({ charged: 0, available: CREDIT })),
  }
  const bill = new CreditsBill(
    ledger,
    { accountId: 'account_1', username: 'ann' },
    { operationId, requestId: 'request-1' },
  )
  void bill.reserve(CREDIT)
  await begun.promise
  return { bill, ledger, made }
}

test('a call that fails while a reservation is in progress releases it once it is complete', async () => {
  const { bill, ledger, made } = await reserving()
  const released = bill.release()
  // Everything that needs only some turns of promises is done by then.
  await setImmediate()
  made.resolve(reservation)
  expect(await released).toEqual({ charge: { charged: 0, available: CREDIT } })
  expect(ledger.release.mock.calls).toEqual([[reservation]])
  expect(ledger.settle).not.toHaveBeenCalled()
})

test('a call that succeeds while a reservation is in progress is charged once it is complete', async () => {
  const { bill, ledger, made } = await reserving()
  const settled = bill.settle()
  await setImmediate()
  made.resolve(reservation)
  expect(await settled).toEqual({ charge: { charged: CREDIT, available: 0 } })
  expect(ledger.settle.mock.calls).toEqual([[reservation, undefined]])
  expect(ledger.release).not.toHaveBeenCalled()
})

test('nothing is reserved after the bill is closed', async () => {
  const { bill, ledger, made } = await reserving()
  made.resolve(reservation)
  await bill.release()
  await expect(bill.reserve(2 * CREDIT)).rejects.toThrow(`${operationId} reserved credits after it had returned`)
  expect([ledger.reserve.mock.calls.length, ledger.raise.mock.calls.length]).toEqual([1, 0])
})

test('a call whose raise is rejected cannot succeed, and has nothing left to release', async () => {
  const { bill, ledger, made } = await reserving()
  made.resolve(reservation)
  ledger.raise.mockRejectedValueOnce(new InsufficientCredits(2 * CREDIT, CREDIT))
  await expect(bill.reserve(2 * CREDIT)).rejects.toMatchObject({ code: 'payment_required' })
  await expect(bill.reserve(CREDIT)).rejects.toMatchObject({ code: 'payment_required' })
  await expect(bill.settle()).rejects.toMatchObject({ code: 'payment_required' })
  expect(await bill.release()).toEqual({ charge: { charged: 0, available: CREDIT } })
  expect([ledger.reserve.mock.calls.length, ledger.settle.mock.calls.length, ledger.release.mock.calls.length]).toEqual(
    [1, 0, 0],
  )
})

describe('a charge within the transaction of a change', () => {
  /** A bill with a reservation, and a transaction that commits when the test says so. */
  async function within() {
    const { bill, ledger, made } = await reserving()
    made.resolve(reservation)
    await bill.ready()
    const wakes: (() => void)[] = []
    await bill.settleWithin({ afterCommit: (wake: () => void) => void wakes.push(wake) } as Writer)
    const commit = () => {
      for (const wake of wakes) wake()
    }
    return { bill, ledger, commit }
  }

  test('is not taken again when the call succeeds', async () => {
    const { bill, ledger, commit } = await within()
    commit()
    expect(await bill.settle()).toEqual({ charge: { charged: CREDIT, available: 0 } })
    expect(ledger.settle).not.toHaveBeenCalled()
  })

  test('is refunded if the call fails after it', async () => {
    const { bill, ledger, commit } = await within()
    commit()
    expect(await bill.release()).toEqual({ charge: { charged: 0, available: CREDIT } })
    expect(ledger.refund.mock.calls).toEqual([[reservation]])
    expect(ledger.release).not.toHaveBeenCalled()
  })

  test('is looked up if the call fails and it is unknown whether the transaction was committed', async () => {
    const { bill, ledger } = await within()
    expect(await bill.release()).toEqual({ charge: { charged: CREDIT, available: 0 } })
    expect(ledger.decide.mock.calls).toEqual([[reservation]])
    expect(ledger.release).not.toHaveBeenCalled()
  })

  test('cannot be changed afterwards', async () => {
    const { bill, commit } = await within()
    commit()
    expect(() => bill.charge(CREDIT)).not.toThrow()
    expect(() => bill.charge(0)).toThrow('was charged with its change')
    await expect(bill.reserve(2 * CREDIT)).rejects.toThrow('after it had been charged')
  })
})
