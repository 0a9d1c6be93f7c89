import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { manualClock, systemClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { LEASE_MS } from './holders.ts'
import { Ledger } from './ledger.ts'

/** The end of a running call. `crash`: its process dies, and the call with it. */
type Ending = 'success' | 'part' | 'free' | 'failure' | 'crash'

interface PlannedCall {
  readonly account: number
  readonly server: number
  readonly price: number
  readonly raisedTo: number
  readonly ending: Ending
  /** Turns of the event loop before the call, while it runs, and before it ends: they determine the interleaving. */
  readonly waits: readonly [number, number, number]
}

const plannedCall: fc.Arbitrary<PlannedCall> = fc.record({
  account: fc.nat(2),
  server: fc.nat(2),
  price: fc.integer({ min: 1, max: 40 }),
  raisedTo: fc.integer({ min: 0, max: 60 }),
  ending: fc.constantFrom<Ending>('success', 'success', 'part', 'free', 'failure', 'crash'),
  waits: fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12)),
})

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Runs one call like the pipeline. Returns the cost in the response. */
async function run(ledger: Ledger, accountId: string, planned: PlannedCall): Promise<number> {
  const { price, raisedTo, ending, waits } = planned
  const call = { accountId, microCredits: price, operationId: 'text.classify', requestId: 'request' }
  await turns(waits[0])
  let reservation = await ledger.reserve(call).catch(() => undefined)
  if (!reservation) return 0
  await turns(waits[1])
  if (raisedTo > price) {
    const raised = await ledger.raise(reservation, raisedTo).catch(() => undefined)
    if (!raised) {
      await ledger.release(reservation)
      return 0
    }
    reservation = raised
  }
  await turns(waits[2])
  const held = reservation.microCredits
  const charged = { success: held, part: Math.floor(held / 2), free: 0 }
  if (ending === 'crash') return 0
  if (ending === 'failure') await ledger.release(reservation)
  else return (await ledger.settle(reservation, charged[ending])).charged
  return 0
}

async function hold(store: Store, planned: readonly PlannedCall[]): Promise<void> {
  const funds = [500, 120, 15]
  const accounts = await Promise.all(funds.map((micro) => fundedAccount(store, micro)))
  const leaseClock = manualClock()
  const start = (machine: string) =>
    new Ledger({ store, clock: systemClock, leaseClock, process: { machine, pid: process.pid } })
  const servers = ['one', 'two', 'three'].map(start)
  const reported = await Promise.all(
    planned.map((call) => run(servers[call.server] as Ledger, accounts[call.account] as string, call)),
  )

  leaseClock.advance(LEASE_MS)
  const survivor = start('four')
  await Promise.all([survivor.recover(), survivor.recover()])
  expect((await survivor.check()).mismatches).toEqual([])
  for (const [index, account] of accounts.entries()) {
    const spent = reported.filter((_, call) => planned[call]?.account === index).reduce((sum, cost) => sum + cost, 0)
    const balance = (funds[index] as number) - spent
    expect(await survivor.balance(account)).toEqual({ balance, reserved: 0, available: balance })
    expect(balance).toBeGreaterThanOrEqual(0)
  }
}

forEachDatabase((dialect, openTestStore) => {
  test('100 concurrent calls in three processes cost every caller exactly what their responses say', async () => {
    const store = await openTestStore()
    await fc.assert(
      fc.asyncProperty(fc.array(plannedCall, { minLength: 100, maxLength: 100 }), (planned) => hold(store, planned)),
      { numRuns: dialect === 'sqlite' ? 15 : 6, endOnFailure: true },
    )
  }, 120_000)
})
