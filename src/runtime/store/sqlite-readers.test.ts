import { expect, test } from 'vitest'
import type { SqliteConnection } from './sqlite-connection.ts'
import { SqliteReaders } from './sqlite-readers.ts'

type Done = Parameters<SqliteConnection['start']>[2]

/** Connections whose reads end when the test says so. */
function connections() {
  const running: { sql: string; end: () => void }[] = []
  const connection = () =>
    ({
      start: (sql: string, _bindings: readonly unknown[], done: Done) =>
        running.push({ sql, end: () => done(null, { rows: [sql], changes: 0 }) }),
    }) as unknown as SqliteConnection
  return { running, connection }
}

const impatient = async () => undefined

test('reads that wait but shortly share a connection', async () => {
  const { running, connection } = connections()
  const patience = Promise.withResolvers<void>()
  let opened = 0
  const open = async () => {
    opened += 1
    return connection()
  }
  const readers = new SqliteReaders(connection(), open, 3, 1000, () => patience.promise)
  const reads = ['1', '2'].map((sql) => readers.all(sql, []))
  for (const index of [0, 1]) running[index]!.end()
  patience.resolve()
  expect(await Promise.all(reads)).toEqual([['1'], ['2']])
  await readers.drained()
  expect(opened).toBe(0)
})

test('a further connection is opened only while a read waits for one, and never more than there may be', async () => {
  const { running, connection } = connections()
  let opened = 0
  const open = async () => {
    opened += 1
    return connection()
  }
  const readers = new SqliteReaders(connection(), open, 3, 1000, impatient)
  const first = readers.all('1', [])
  running[0]!.end()
  await first
  expect(opened).toBe(0)
  const reads = ['2', '3', '4', '5', '6'].map((sql) => readers.all(sql, []))
  await expect.poll(() => running.length).toBe(4)
  expect(opened).toBe(2)
  for (let index = 1; index <= 5; index++) running[index]!.end()
  expect(await Promise.all(reads)).toEqual([['2'], ['3'], ['4'], ['5'], ['6']])
  await readers.drained()
  expect(opened).toBe(2)
})

test('where no further connection can be opened, reads wait for those that there are', async () => {
  const { running, connection } = connections()
  let attempts = 0
  const open = async () => {
    attempts += 1
    throw new Error('no file handles left')
  }
  const readers = new SqliteReaders(connection(), open, 3, 1000, impatient)
  const reads = ['1', '2'].map((sql) => readers.all(sql, []))
  await expect.poll(() => attempts).toBe(1)
  reads.push(readers.all('3', []))
  await expect.poll(() => attempts).toBe(2)
  for (let index = 0; index <= 2; index++) running[index]!.end()
  expect(await Promise.all(reads)).toEqual([['1'], ['2'], ['3']])
  await readers.drained()
})
