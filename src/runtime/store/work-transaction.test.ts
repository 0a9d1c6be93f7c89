import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DoomedTransactionError } from './store-errors.ts'
import type { Outcome, Query, Writer } from './types.ts'
import { WorkTransaction } from './work-transaction.ts'

/** A transaction whose statements end when the test says so. */
class Scripted extends WorkTransaction {
  readonly sent: PromiseWithResolvers<Outcome>[] = []

  constructor() {
    super('sqlite')
  }

  protected perform(): Promise<Outcome> {
    const statement = Promise.withResolvers<Outcome>()
    this.sent.push(statement)
    return statement.promise
  }
}

const outcome: Outcome = { rows: [{ n: 1 }, { n: 2 }], changes: 2 }
const query = (tx: Writer): Query => tx.sql.raw('select 1')

/** Whether a promise is already settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  for (let turns = 0; turns < 3; turns++) await turn()
  return settled
}

test('a statement returns its rows, the first of them, or how many it changed', async () => {
  const tx = new Scripted()
  const results = Promise.all([tx.all(query(tx)), tx.get(query(tx)), tx.run(query(tx)), tx.get(query(tx))])
  for (const statement of tx.sent.slice(0, 3)) statement.resolve(outcome)
  tx.sent[3]?.resolve({ rows: [], changes: 0 })
  expect(await results).toEqual([outcome.rows, { n: 1 }, { changes: 2 }, undefined])
  expect(tx.dialect).toBe('sqlite')
})

test('work that has returned without awaiting its statements fails once each of them has ended', async () => {
  const tx = new Scripted()
  const writing = tx.complete(async (given) => {
    void given.run(query(given))
    void given.run(query(given))
    return 'done'
  })
  expect(await isSettled(writing)).toBe(false)
  tx.sent[0]?.resolve(outcome)
  expect(await isSettled(writing)).toBe(false)
  tx.sent[1]?.resolve(outcome)
  await expect(writing).rejects.toThrow('Await every statement.')
})

test('work whose statements have ended need not have awaited each of them', async () => {
  const tx = new Scripted()
  const writing = tx.complete(async (given) => {
    void given.run(query(given))
    await given.run(query(given))
    return 'done'
  })
  for (const statement of tx.sent) statement.resolve(outcome)
  expect(await writing).toBe('done')
})

test('a single statement that nobody awaited and that fails after the work has returned fails it', async () => {
  const tx = new Scripted()
  const writing = tx.complete(async (given) => {
    given.run(query(given)).catch(() => undefined)
  })
  expect(await isSettled(writing)).toBe(false)
  tx.sent[0]?.reject(new Error('failed late'))
  await expect(writing).rejects.toThrow('failed late')
})

test('work that throws while a statement runs rejects with its own error, once that has ended', async () => {
  const tx = new Scripted()
  const writing = tx.complete(async (given) => {
    given.run(query(given)).catch(() => undefined)
    throw new Error('changed my mind')
  })
  expect(await isSettled(writing)).toBe(false)
  tx.sent[0]?.reject(new Error('failed late'))
  await expect(writing).rejects.toThrow('changed my mind')
})

test('of several failed statements, the first is reported, and none runs after it', async () => {
  const tx = new Scripted()
  const refused: unknown[] = []
  const writing = tx.complete(async (given) => {
    const outcomes = await Promise.allSettled([given.run(query(given)), given.run(query(given))])
    refused.push(...outcomes.map((each) => (each.status === 'rejected' ? each.reason : each)))
    await given.run(query(given)).catch((error: unknown) => refused.push(error))
  })
  const first = new Error('first')
  tx.sent[0]?.reject(first)
  await turn()
  const second = new Error('second')
  tx.sent[1]?.reject(second)
  await expect(writing).rejects.toBe(first)
  expect(refused).toEqual([first, second, expect.any(DoomedTransactionError)])
  expect(refused[2]).toMatchObject({ cause: first })
  expect(tx.sent).toHaveLength(2)
})

test('no statement is sent once the work has ended in any way', async () => {
  for (const end of [async () => undefined, () => Promise.reject(new Error('no'))]) {
    const tx = new Scripted()
    await tx.complete(end).catch(() => undefined)
    await expect(tx.run(query(tx))).rejects.toThrow('This transaction has ended')
    expect(tx.sent).toEqual([])
  }
})

test('waiters for the commit are called in order, and not before', async () => {
  const tx = new Scripted()
  const called: string[] = []
  await tx.complete(async (given) => {
    given.afterCommit(() => called.push('one'))
    given.afterCommit(() => called.push('two'))
  })
  expect(called).toEqual([])
  tx.committed()
  expect(called).toEqual(['one', 'two'])
})
