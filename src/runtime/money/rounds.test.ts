import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { systemClock } from '../base/clock.ts'
import type { Query, Store, Writer } from '../store/types.ts'
import { Ledger } from './ledger.ts'

/** Records how many statements a transaction starts before the first result: on PostgreSQL each such round is a round trip. */
function watched(tx: Writer, rounds: number[]): Writer {
  let running = 0
  const noting = async <T>(start: () => Promise<T>): Promise<T> => {
    if (running === 0) rounds.push(0)
    rounds.push((rounds.pop() ?? 0) + 1)
    running += 1
    return start().finally(() => {
      running -= 1
    })
  }
  return {
    dialect: tx.dialect,
    sql: tx.sql,
    all: <Row>(query: Query) => noting(() => tx.all<Row>(query)),
    get: <Row>(query: Query) => noting(() => tx.get<Row>(query)),
    run: (query) => noting(() => tx.run(query)),
    afterCommit: (wake) => tx.afterCommit(wake),
  }
}

forEachDatabase((_dialect, openTestStore) => {
  test('a movement reads in one round and writes in another', async () => {
    const store = await openTestStore()
    const accountId = await fundedAccount(store, 100)
    const rounds: number[] = []
    const watchedStore: Store = Object.assign(Object.create(store) as Store, {
      dialect: store.dialect,
      sql: store.sql,
      write: <T>(work: (tx: Writer) => Promise<T>) => store.write((tx) => work(watched(tx, rounds))),
    })
    const ledger = new Ledger({ store: watchedStore, clock: systemClock })
    const reserve = () => ledger.reserve({ accountId, microCredits: 10, operationId: 'url.list', requestId: 'request' })
    // The first one creates the name for reservations.
    await ledger.settle(await reserve())

    rounds.length = 0
    const reservation = await reserve()
    expect(rounds).toEqual([2, 2])
    rounds.length = 0
    await ledger.settle(reservation)
    expect(rounds).toEqual([2, 3])
    const other = await reserve()
    rounds.length = 0
    await watchedStore.write((tx) => ledger.settleWithin(tx, other, 10))
    expect(rounds).toEqual([2, 3])
    rounds.length = 0
    await ledger.decide(other)
    expect(rounds).toEqual([4])
  })
})
