import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { manualClock, systemClock } from '../base/clock.ts'
import type { Store, Writer } from '../store/types.ts'
import { LEASE_MS } from './holders.ts'
import { Ledger } from './ledger.ts'

const call = (accountId: string, microCredits: number) => ({
  accountId,
  microCredits,
  operationId: 'text.classify',
  requestId: 'request-1',
})

/** Server processes on separate machines: they know about each other only from the database. */
function processesOn(store: Store) {
  const leaseClock = manualClock()
  const start = (machine: string, pid = process.pid) =>
    new Ledger({ store, clock: systemClock, leaseClock, process: { machine, pid } })
  return { leaseClock, start }
}

forEachDatabase((_dialect, openTestStore) => {
  describe('reservations of a dead process', () => {
    test('are released once its lease has expired, by one of the others', async () => {
      const store = await openTestStore()
      const account = await fundedAccount(store, 100)
      const { leaseClock, start } = processesOn(store)
      const gone = start('one')
      await Promise.all([10, 20, 30].map((price) => gone.reserve(call(account, price))))
      const [second, third] = [start('two'), start('three')]
      leaseClock.advance(LEASE_MS - 1)
      expect(await second.recover()).toBe(0)
      expect(await second.balance(account)).toMatchObject({ reserved: 60 })
      leaseClock.advance(1)
      const recovered = await Promise.all([second.recover(), third.recover(), second.recover()])
      expect(recovered.toSorted()).toEqual([0, 0, 60])
      expect(await second.balance(account)).toEqual({ balance: 100, reserved: 0, available: 100 })
      expect((await second.check()).mismatches).toEqual([])
    })

    test('are released at once if it ran on the same machine and its process id does not exist', async () => {
      const store = await openTestStore()
      const account = await fundedAccount(store, 100)
      const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
      const [pid] = [child.pid as number, await once(child, 'exit')]
      const { start } = processesOn(store)
      await start('one', pid).reserve(call(account, 10))
      expect(await start('two').recover()).toBe(0)
      expect(await start('one').recover()).toBe(10)
    })

    test('stay if it is alive: on the same machine, or because it renews its lease', async () => {
      const store = await openTestStore()
      const account = await fundedAccount(store, 100)
      const { leaseClock, start } = processesOn(store)
      const lives = start('one')
      const reservation = await lives.reserve(call(account, 10))
      expect(await start('one').recover()).toBe(0)
      for (let time = 0; time < 5; time++) {
        leaseClock.advance(LEASE_MS - 1)
        await lives.tend()
        expect(await start('two').recover()).toBe(0)
      }
      expect(await lives.settle(reservation)).toMatchObject({ charged: 10 })
    })

    test('a process whose lease has expired takes a new one before it reserves again', async () => {
      const store = await openTestStore()
      const account = await fundedAccount(store, 100)
      const { leaseClock, start } = processesOn(store)
      const [first, second] = [start('one'), start('two')]
      await first.reserve(call(account, 10))
      leaseClock.advance(LEASE_MS)
      expect(await second.recover()).toBe(10)
      await first.reserve(call(account, 20))
      expect(await second.recover()).toBe(0)
      expect(await first.balance(account)).toMatchObject({ reserved: 20 })
    })

    test('a process that was only slow charges its call anyway, once, as far as the balance allows', async () => {
      const store = await openTestStore()
      const account = await fundedAccount(store, 100)
      const { leaseClock, start } = processesOn(store)
      const [slow, second] = [start('one'), start('two')]
      const [first, other] = [await slow.reserve(call(account, 70)), await slow.reserve(call(account, 30))]
      leaseClock.advance(LEASE_MS)
      expect(await second.recover()).toBe(100)
      const taken = await second.reserve(call(account, 20))
      expect(await slow.settle(first)).toMatchObject({ charged: 70, available: 10 })
      expect(await slow.settle(other)).toMatchObject({ charged: 10, available: 0 })
      expect(await second.settle(taken)).toMatchObject({ charged: 20, available: 0 })
      expect(await second.balance(account)).toEqual({ balance: 0, reserved: 0, available: 0 })
      expect((await second.check()).mismatches).toEqual([])
    })

    test('a stopping server releases the reservations of its calls, and reserves nothing more', async () => {
      const store = await openTestStore()
      const account = await fundedAccount(store, 100)
      const { start } = processesOn(store)
      const [stops, stays] = [start('one'), start('two')]
      const cut = await stops.reserve(call(account, 10))
      const kept = await stays.reserve(call(account, 20))
      await stops.close()
      expect(await stays.balance(account)).toMatchObject({ balance: 100, reserved: 20 })
      await expect(stops.settle(cut)).rejects.toMatchObject({ code: 'unavailable' })
      await expect(stops.reserve(call(account, 1))).rejects.toMatchObject({ code: 'unavailable' })
      expect(await stays.settle(kept)).toMatchObject({ charged: 20, available: 80 })
      expect(await store.all(store.sql('holders').select('machine'))).toEqual([{ machine: 'two' }])
    })
  })

  describe('a write that fails', () => {
    type Fault = 'before' | 'after'

    /** A store that fails like a connection: before a transaction is done, or after it, so that its outcome is unknown. */
    async function faultyBooks() {
      const store = await openTestStore()
      const account = await fundedAccount(store, 100)
      const faults: Fault[] = []
      const faulty: Store = Object.assign(Object.create(store) as Store, {
        dialect: store.dialect,
        sql: store.sql,
        all: store.all.bind(store),
        get: store.get.bind(store),
        async write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
          const fault = faults.shift()
          if (fault === 'before') throw new Error('The connection broke')
          const value = await store.write(work)
          if (fault === 'after') throw new Error('The connection broke')
          return value
        },
      })
      return { account, faults, ledger: new Ledger({ store: faulty, clock: systemClock }) }
    }

    test.each<Fault>(['before', 'after'])('%s a reservation was made reserves nothing for long', async (fault) => {
      const { account, faults, ledger } = await faultyBooks()
      faults.push(fault)
      await expect(ledger.reserve(call(account, 10))).rejects.toMatchObject({ code: 'unavailable', status: 503 })
      await ledger.tend()
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 0, available: 100 })
    })

    test.each<Fault>(['before', 'after'])('%s a charge costs nothing in the end', async (fault) => {
      const { account, faults, ledger } = await faultyBooks()
      const reservation = await ledger.reserve(call(account, 10))
      faults.push(fault)
      await expect(ledger.settle(reservation)).rejects.toMatchObject({ code: 'unavailable' })
      expect(await ledger.release(reservation)).toMatchObject({ available: 100 })
      await ledger.tend()
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 0, available: 100 })
      const kinds = (await ledger.entries(account)).map(({ kind }) => kind)
      expect(kinds).toEqual(fault === 'after' ? ['refund', 'charge', 'grant'] : ['grant'])
      expect(await ledger.spendingByMethod(account, 0)).toEqual([])
      expect((await ledger.check()).mismatches).toEqual([])
    })

    test.each<Fault>(['before', 'after'])('%s a release is repeated by the periodic work', async (fault) => {
      const { account, faults, ledger } = await faultyBooks()
      const reservation = await ledger.reserve(call(account, 10))
      faults.push(fault)
      expect(await ledger.release(reservation)).toBeUndefined()
      await ledger.tend()
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 0, available: 100 })
      expect((await ledger.check()).mismatches).toEqual([])
    })

    test('is tried again as long as it fails, also when the server stops', async () => {
      const { account, faults, ledger } = await faultyBooks()
      const reservation = await ledger.reserve(call(account, 10))
      faults.push('after', 'before', 'before')
      await expect(ledger.settle(reservation)).rejects.toMatchObject({ code: 'unavailable' })
      expect(await ledger.release(reservation)).toBeUndefined()
      await expect(ledger.tend()).rejects.toThrow('The connection broke')
      await ledger.close()
      expect(await ledger.balance(account)).toEqual({ balance: 100, reserved: 0, available: 100 })
    })
  })
})
