import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite3 from 'sqlite3'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { OpenConnections, onlyReads, SqliteConnection } from './sqlite-connection.ts'

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'onedoor-connection-'))
})
afterAll(() => rm(home, { recursive: true }))
afterEach(() => void vi.useRealTimers())

function openDatabase(file = ':memory:'): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(database)))
  })
}

async function withTable(): Promise<SqliteConnection> {
  const connection = new SqliteConnection(await openDatabase())
  await connection.execute('create table t (n integer)')
  return connection
}

test.each([
  ['insert into t values (1), (2)', [], 2],
  ['insert into t values (1), (2) returning n', [{ n: 1 }, { n: 2 }], 2],
  ['INSERT INTO t VALUES (3) RETURNING n', [{ n: 3 }], 1],
  ['insert into t values (9) returning n + 1 as m', [{ m: 10 }], 1],
  ['select 1 as n union all select 2', [{ n: 1 }, { n: 2 }], 0],
  ['  SELECT 1 as n', [{ n: 1 }], 0],
  ['values (7)', [{ column1: 7 }], 0],
  ['with one as (select 1 as n) select n from one', [{ n: 1 }], 0],
  ['WITH one AS (select 1 as n) insert into t select n from one', [], 1],
  ['with one as (select 1 as n) insert into t select n from one returning n', [{ n: 1 }], 1],
  ['with one as (select 1 as n) delete from t', [], 1],
  ['update t set n = 5', [], 1],
  ['delete from t where n = 77', [], 0],
])('%s returns its rows, and how many it changed', async (sql, rows, changes) => {
  const connection = await withTable()
  if (/^(?:with one as \(select 1 as n\) delete|update)/.test(sql)) await connection.execute('insert into t values (0)')
  const outcome = await connection.execute(sql)
  expect(outcome.rows).toEqual(rows)
  if (!sql.startsWith('with one as (select 1 as n) select')) expect(outcome.changes).toBe(changes)
})

test.each([
  ['select 1', true],
  ['\n Values (1)', true],
  ['explain query plan select 1', true],
  ['with a as (select 1) select * from a', true],
  ['with a as (\n select 1)\n insert into t select * from a', false],
  ['WITH a AS (select 1) Delete from t', false],
  ['pragma user_version = 3', false],
  ['insert into t values (1)', false],
])('%j only reads: %s', (sql, expected) => {
  expect(onlyReads(sql)).toBe(expected)
})

test('an error contains its statement without values, where logs do not list it automatically', async () => {
  const connection = await withTable()
  await connection.execute('create table once (n integer unique)')
  const add = 'insert into once values (?)'
  await connection.execute(add, [7])
  const failure = await connection.execute(add, [7]).then(
    () => undefined,
    (error: Error) => error,
  )
  const broken = await connection.execute('nonsense').then(
    () => undefined,
    (error: Error) => error,
  )
  for (const [error, query] of [
    [failure, add],
    [broken, 'nonsense'],
  ] as const) {
    expect(error).toHaveProperty('query', query)
    expect(Object.keys(error as Error)).not.toContain('query')
  }
  expect((await connection.execute('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('is idle unless statements run, and waiting ones start in turn', async () => {
  const connection = await withTable()
  expect(connection.idle).toBe(true)
  const order: [n: number, isIdle: boolean][] = []
  const ended = Promise.withResolvers<void>()
  for (const n of [1, 2, 3]) {
    connection.start('select 1', [], () => {
      order.push([n, connection.idle])
      if (n === 3) ended.resolve()
    })
  }
  expect(connection.idle).toBe(false)
  await ended.promise
  expect(order).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ])
})

test('caches the most recently used statements, and is closed with them', async () => {
  const database = await openDatabase(join(home, 'kept.sqlite'))
  const connection = new SqliteConnection(database, 2)
  const prepared: string[] = []
  const { prepare } = database
  database.prepare = ((...args: Parameters<typeof prepare>) => {
    prepared.push(args[0])
    return prepare.apply(database, args)
  }) as typeof prepare
  for (const n of [1, 2, 1, 3, 1, 2]) await connection.execute(`select ${n}`)
  expect(prepared.map((sql) => sql.at(-1))).toEqual(['1', '2', '3', '2'])
  expect(connection.preparedCount).toBe(2)
  await connection.close()
  await expect(connection.close()).rejects.toThrow('SQLITE_MISUSE')
})

test('a database that is still in use rejects closing', async () => {
  const database = await openDatabase()
  const connection = new SqliteConnection(database)
  const statement = database.prepare('select 1')
  await expect(connection.close()).rejects.toThrow('SQLITE_BUSY')
  statement.finalize()
  await connection.close()
})

test('a running statement is stopped, and the next one runs', async () => {
  const connection = await withTable()
  connection.interrupt()
  const endless =
    'with recursive steps (n) as (select 1 union all select n + 1 from steps where n < 1e12) select count(*) from steps'
  const running = connection.execute(endless).then(
    () => 'ended',
    (error: { code: string }) => error.code,
  )
  const stopping = setInterval(() => connection.interrupt(), 1)
  expect(await running).toBe('SQLITE_INTERRUPT')
  clearInterval(stopping)
  expect((await connection.execute('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('among many connections only a few are open; each is opened again when it is used, but not in a transaction', async () => {
  const among = new OpenConnections(2)
  let opened = 0
  const connect = async (file: string) => {
    const open = () => {
      opened += 1
      return openDatabase(join(home, file))
    }
    return new SqliteConnection({ among, open })
  }
  const first = await connect('first')
  await first.execute('create table t (n integer)')
  await first.execute('BEGIN IMMEDIATE')
  await first.execute('insert into t values (1)')
  const [second, third] = [await connect('second'), await connect('third')]
  expect(opened).toBe(1)
  await first.execute('COMMIT')
  for (const connection of [third, second, third, second]) await connection.execute('select 1')
  expect(opened).toBe(3)
  expect((await first.execute('select n from t')).rows).toEqual([{ n: 1 }])
  expect(opened).toBe(4)
  for (const connection of [first, second, third]) await connection.close()
})

test('a failure to open a connection again fails its statement, and the next one tries again', async () => {
  const among = new OpenConnections(1)
  let refusals = 1
  const open = () => (refusals-- > 0 ? Promise.reject(new Error('no descriptors')) : openDatabase())
  const first = new SqliteConnection({ among, open })
  const second = new SqliteConnection({ among, open: openDatabase })
  await expect(first.execute('select 1')).rejects.toThrow('no descriptors')
  expect((await first.execute('select 1 as n')).rows).toEqual([{ n: 1 }])
  await first.close()
  await second.close()
})

test('connections that are all used at the same time wait for room, and no more are open than allowed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const among = new OpenConnections(2)
  let most = 0
  const open = async () => {
    most = Math.max(most, among.count)
    return openDatabase()
  }
  const connections: SqliteConnection[] = []
  for (let n = 0; n < 10; n++) connections.push(new SqliteConnection({ among, open }))
  expect(among.count).toBe(0)
  const count =
    'with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000) select count(*) as c from n'
  const rows = await Promise.all(connections.map(async (connection) => (await connection.execute(count)).rows))
  expect(rows).toEqual(connections.map(() => [{ c: 1000 }]))
  expect([most, among.count]).toEqual([2, 2])
  for (const connection of connections) await connection.close()
  expect(among.count).toBe(0)
})

test('a connection that a transaction of another waits for is opened after a while, and closed again when there are too many', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const among = new OpenConnections(1)
  const open = () => openDatabase()
  const reader = new SqliteConnection({ among, open })
  const writer = new SqliteConnection({ among, open })
  await writer.execute('BEGIN IMMEDIATE')
  const read = reader.execute('select 1 as n')
  vi.advanceTimersByTime(249)
  await new Promise(setImmediate)
  expect(among.count).toBe(1)
  vi.advanceTimersByTime(1)
  expect((await read).rows).toEqual([{ n: 1 }])
  expect(among.count).toBe(2)
  await writer.execute('COMMIT')
  await writer.execute('select 1')
  expect(among.count).toBe(1)
  await reader.close()
  await writer.close()
})
