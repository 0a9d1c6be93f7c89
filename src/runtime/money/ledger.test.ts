import { beforeAll, describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { manualClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { addCredits } from './additions.ts'
import { maxMicroCredits } from './amounts.ts'
import { InsufficientCredits, Ledger } from './ledger.ts'

const START = '2026-11-21T09:30:00Z'

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  let ledger: Ledger
  const clock = manualClock(START)

  beforeAll(async () => {
    store = await openTestStore()
    ledger = new Ledger({ store, clock })
  })

  const call = (accountId: string, microCredits: number) => ({
    accountId,
    microCredits,
    operationId: 'text.classify',
    requestId: 'request-1',
  })

  describe('welcome credits', () => {
    const password = 'correct horse battery'

    test('come with the account', async () => {
      const { id } = await createAccounts({ store, clock, welcomeMicroCredits: 7, namespacedTables: [] }).create({
        username: 'alice',
        password,
      })
      expect(await ledger.balance(id)).toEqual({ balance: 7, reserved: 0, available: 7 })
      expect(await ledger.entries(id)).toEqual([
        { sequence: 1, kind: 'welcome', microCredits: 7, balanceAfter: 7, atMs: clock.now() },
      ])
    })

    test('are a thousand credits by default, and can be 0', async () => {
      const usual = await createAccounts({ store, clock, namespacedTables: [] }).create({ username: 'bobby', password })
      expect(await ledger.balance(usual.id)).toMatchObject({ balance: 1_000_000_000 })
      const none = await createAccounts({ store, clock, welcomeMicroCredits: 0, namespacedTables: [] }).create({
        username: 'carla',
        password,
      })
      expect(await ledger.balance(none.id)).toEqual({ balance: 0, reserved: 0, available: 0 })
      expect(await ledger.entries(none.id)).toEqual([])
    })

    test('are not granted for a name that is taken', async () => {
      const before = await ledger.check()
      await expect(
        createAccounts({ store, clock, namespacedTables: [] }).create({ username: 'alice', password }),
      ).rejects.toThrow('is taken')
      expect(await ledger.check()).toEqual(before)
    })
  })

  describe('a reservation', () => {
    test('reserves its part of the balance and leaves no entry until it is settled', async () => {
      const account = await fundedAccount(store, 100)
      const reservation = await ledger.reserve(call(account, 30))
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 30, available: 70 })
      expect(await ledger.entries(account)).toHaveLength(1)
      expect(await ledger.settle(reservation)).toMatchObject({ charged: 30, available: 70 })
      expect(await ledger.balance(account)).toEqual({ balance: 70, reserved: 0, available: 70 })
      expect((await ledger.entries(account))[0]).toEqual({
        sequence: 2,
        kind: 'charge',
        microCredits: -30,
        balanceAfter: 70,
        operationId: 'text.classify',
        requestId: 'request-1',
        atMs: clock.now(),
      })
    })

    test('can be settled for less, and for nothing without an entry', async () => {
      const account = await fundedAccount(store, 100)
      const part = await ledger.settle(await ledger.reserve(call(account, 30)), 10)
      expect(part).toMatchObject({ charged: 10, available: 90 })
      const free = await ledger.settle(await ledger.reserve(call(account, 30)), 0)
      expect(free).toMatchObject({ charged: 0, available: 90 })
      expect((await ledger.entries(account)).map(({ microCredits }) => microCredits)).toEqual([-10, 100])
    })

    test('can be released, once or twice', async () => {
      const account = await fundedAccount(store, 100)
      const reservation = await ledger.reserve(call(account, 30))
      expect(await ledger.release(reservation)).toMatchObject({ charged: 0, available: 100 })
      expect(await ledger.release(reservation)).toBeUndefined()
      await expect(ledger.settle(reservation)).rejects.toThrow('settled or released before')
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 0, available: 100 })
    })

    test('is rejected if the balance does not cover it, to the last micro-credit', async () => {
      const account = await fundedAccount(store, 100)
      await ledger.reserve(call(account, 60))
      const refusal = await ledger.reserve(call(account, 41)).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(InsufficientCredits)
      expect(refusal).toMatchObject({ code: 'payment_required', status: 402, available: 40 })
      await ledger.reserve(call(account, 40))
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 100, available: 0 })
    })

    test('is rejected for an account that does not exist', async () => {
      await expect(ledger.reserve(call('account_none', 1))).rejects.toMatchObject({ available: 0 })
    })

    test('can be raised up to the balance, and is released if that does not cover it', async () => {
      const account = await fundedAccount(store, 100)
      const small = await ledger.reserve(call(account, 30))
      const large = await ledger.raise(small, 90)
      expect(await ledger.balance(account)).toMatchObject({ reserved: 90 })
      await expect(ledger.raise(large, 101)).rejects.toMatchObject({ code: 'payment_required', available: 100 })
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 0, available: 100 })
      expect(await ledger.release(large)).toBeUndefined()
      await expect(ledger.settle(large)).rejects.toThrow('settled or released before')
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 0, available: 100 })
      const other = await ledger.raise(await ledger.reserve(call(account, 30)), 90)
      expect(await ledger.settle(other)).toMatchObject({ charged: 90, available: 10 })
    })

    test('raised by many calls at once covers as many of them as the balance does', async () => {
      const account = await fundedAccount(store, 90)
      const reserved = await Promise.all(Array.from({ length: 9 }, () => ledger.reserve(call(account, 10))))
      const raised = await Promise.allSettled(reserved.map((reservation) => ledger.raise(reservation, 30)))
      expect(raised.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(await ledger.balance(account)).toEqual({ balance: 90, reserved: 90, available: 0 })
      expect((await ledger.check()).mismatches).toEqual([])
    })

    test('is never settled for more than its amount, lowered, or created for an invalid amount', async () => {
      const account = await fundedAccount(store, 100)
      const reservation = await ledger.reserve(call(account, 30))
      await expect(ledger.settle(reservation, 31)).rejects.toThrow(RangeError)
      await expect(ledger.settle(reservation, -1)).rejects.toThrow(RangeError)
      await expect(ledger.settle(reservation, 0.5)).rejects.toThrow(RangeError)
      await expect(async () => ledger.raise(reservation, 29)).rejects.toThrow(RangeError)
      await expect(ledger.reserve(call(account, -1))).rejects.toThrow(RangeError)
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 30, available: 70 })
    })

    test('of an account that is deleted meanwhile settles for nothing and affects no other', async () => {
      const gone = await fundedAccount(store, 100)
      const stays = await fundedAccount(store, 100)
      const reservation = await ledger.reserve(call(gone, 30))
      await store.run(store.sql('accounts').where({ id: gone }).delete())
      const [lost, kept] = await Promise.all([
        ledger.settle(reservation),
        ledger.reserve(call(stays, 30)).then((other) => ledger.settle(other)),
      ])
      expect(lost).toMatchObject({ charged: 0 })
      expect(kept).toMatchObject({ charged: 30, available: 70 })
      expect((await ledger.check()).mismatches).toEqual([])
    })
  })

  describe('additions', () => {
    test('a grant is an entry with its note', async () => {
      const account = await fundedAccount(store, 5)
      expect(await ledger.grant(account, 20, 'for testing')).toEqual({ balance: 25, reserved: 0, available: 25 })
      expect((await ledger.entries(account))[0]).toMatchObject({ kind: 'grant', microCredits: 20, note: 'for testing' })
    })

    test('a grant does not change reservations', async () => {
      const account = await fundedAccount(store, 5)
      const reservation = await ledger.reserve(call(account, 5))
      expect(await ledger.grant(account, 20)).toEqual({ balance: 25, reserved: 5, available: 20 })
      expect(await ledger.settle(reservation)).toMatchObject({ available: 20 })
    })

    test('a grant to an unknown account is rejected, and one too large to be counted exactly', async () => {
      await expect(ledger.grant('account_none', 1)).rejects.toMatchObject({ code: 'not_found' })
      const account = await fundedAccount(store, 0)
      await expect(ledger.grant(account, maxMicroCredits + 1)).rejects.toThrow(RangeError)
      for (let time = 0; time < 9; time++) await ledger.grant(account, maxMicroCredits)
      await expect(ledger.grant(account, maxMicroCredits)).rejects.toMatchObject({ code: 'failed_precondition' })
      expect(await ledger.balance(account)).toMatchObject({ balance: 9 * maxMicroCredits })
    })

    test('a payment tops up once, regardless of how often and when it is reported', async () => {
      const account = await fundedAccount(store, 0)
      const topUp = () =>
        store.write((tx) =>
          addCredits(tx, {
            accountId: account,
            kind: 'topup',
            microCredits: 40,
            now: clock.now(),
            reference: 'payment-1',
          }),
        )
      expect((await Promise.all([topUp(), topUp(), topUp()])).filter(Boolean)).toEqual([true])
      expect(await topUp()).toBe(false)
      expect(await ledger.balance(account)).toMatchObject({ balance: 40 })
    })
  })

  describe('the view of an account', () => {
    test('its entries page by page, newest first, and no others', async () => {
      const account = await fundedAccount(store, 100)
      await fundedAccount(store, 3)
      for (let price = 1; price <= 5; price++) await ledger.settle(await ledger.reserve(call(account, price)))
      const first = await ledger.entries(account, { limit: 4 })
      expect(first.map(({ sequence, microCredits }) => [sequence, microCredits])).toEqual([
        [6, -5],
        [5, -4],
        [4, -3],
        [3, -2],
      ])
      const rest = await ledger.entries(account, { limit: 4, before: 3 })
      expect(rest.map(({ sequence, microCredits }) => [sequence, microCredits])).toEqual([
        [2, -1],
        [1, 100],
      ])
    })

    test('its spending by method since a time, the most first', async () => {
      const account = await fundedAccount(store, 100)
      const spend = async (operationId: string, price: number) =>
        ledger.settle(await ledger.reserve({ ...call(account, price), operationId }))
      await spend('text.classify', 50)
      clock.advance(1000)
      const since = clock.now()
      await spend('text.classify', 1)
      await spend('text.classify', 1)
      await spend('text.extract', 6)
      expect(await ledger.spendingByMethod(account, since)).toEqual([
        { operationId: 'text.extract', calls: 1, microCredits: 6 },
        { operationId: 'text.classify', calls: 2, microCredits: 2 },
      ])
    })
  })

  describe('100 calls at once', () => {
    test('with a balance for ten, exactly ten are covered', async () => {
      const account = await fundedAccount(store, 109)
      const reservations = await Promise.allSettled(
        Array.from({ length: 100 }, () => ledger.reserve(call(account, 10))),
      )
      const covered = reservations.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      expect(covered).toHaveLength(10)
      expect(await ledger.balance(account)).toEqual({ balance: 109, reserved: 100, available: 9 })
      await Promise.all(covered.map((reservation) => ledger.settle(reservation)))
      expect(await ledger.balance(account)).toEqual({ balance: 9, reserved: 0, available: 9 })
      expect((await ledger.check()).mismatches).toEqual([])
    })
  })
})
