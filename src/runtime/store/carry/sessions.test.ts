import { open } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../../testing/databases.ts'
import { sqliteFile } from '../sqlite.ts'
import { PostgresSession } from './postgres-session.ts'
import { SqliteSession } from './sqlite-session.ts'
import type { Cell, TableShape } from './types.ts'

/** How many bytes of rows may be held at a time. */
const batchBytes = 4_194_304

const things: TableShape = { name: 'things', columns: [{ name: 'word', kind: 'text' }], key: ['word'] }

forEachDatabase((dialect, _, newDatabase) => {
  async function newSession() {
    const { dataDir, databaseUrl } = await newDatabase('empty')
    if (dialect === 'postgres') return PostgresSession.open(databaseUrl as string)
    await (await open(sqliteFile(dataDir), 'a')).close()
    return SqliteSession.open(sqliteFile(dataDir))
  }

  /** Sizes of the batches in which texts are read that are as long as this. */
  async function batchesOf(lengths: readonly number[]): Promise<number[]> {
    await using session = disposable(await newSession())
    await session.exec('create table things (place integer, word text)')
    for (const [place, length] of lengths.entries()) {
      await session.exec(`insert into things values (${place}, '${'x'.repeat(length)}')`)
    }
    await session.exec('begin')
    const sizes: number[] = []
    for await (const batch of session.batches('select word from things order by place', things)) {
      sizes.push(batch.length)
    }
    return sizes
  }

  test('a batch goes on until its rows take the whole size, and not further', async () => {
    expect(await batchesOf([batchBytes - 1, 1, batchBytes - 1, 1])).toEqual([2, 2])
    expect(await batchesOf([batchBytes, 1])).toEqual([1, 1])
    expect(await batchesOf([batchBytes])).toEqual([1])
    expect(await batchesOf([])).toEqual([])
  })

  test('a statement that is refused rejects with what the database says, whichever way it is run', async () => {
    await using session = disposable(await newSession())
    await session.exec('create table things (word text primary key)')
    const says = dialect === 'sqlite' ? /no such table: none/ : /relation "none" does not exist/
    await expect(session.exec('delete from none')).rejects.toThrow(says)
    await expect(session.all('select * from none')).rejects.toThrow(says)
    const batches = session.batches('select word from none', things)
    await expect(batches.next()).rejects.toThrow(dialect === 'sqlite' ? says : /none/)
    if (dialect === 'postgres') return
    // Only found out when the row is read.
    const overflowing = session.batches('select abs(-9223372036854775807 - 1) as word', things)
    await expect(overflowing.next()).rejects.toThrow('integer overflow')
  })

  test('rows that are inserted are there when it resolves; one that is refused rejects', async () => {
    await using session = disposable(await newSession())
    await session.exec('create table things (word text primary key)')
    const insert = (rows: Cell[][]) =>
      session instanceof SqliteSession
        ? session.runAll('insert into things values (?)', rows)
        : (session as unknown as PostgresSession).insertAll('insert into things', '(?)', rows)
    await insert([['a'], ['b']])
    expect(await session.all('select word from things order by word')).toEqual([{ word: 'a' }, { word: 'b' }])
    await expect(insert([['c'], ['a']])).rejects.toThrow(/unique/i)
  })

  test('rows without anything long in them are read by the hundred', async () => {
    await using session = disposable(await newSession())
    await session.exec('create table things (place integer)')
    const places = Array.from({ length: 501 }, (_, place) => `(${place})`)
    await session.exec(`insert into things values ${places.join(', ')}`)
    await session.exec('begin')
    const numbers: TableShape = { name: 'things', columns: [{ name: 'place', kind: 'integer' }], key: ['place'] }
    const sizes: number[] = []
    const fetched = vi.spyOn(session, 'all')
    for await (const batch of session.batches('select place from things order by place', numbers)) {
      sizes.push(batch.length)
    }
    expect(sizes).toEqual([500, 1])
    if (dialect === 'postgres') expect(fetched).toHaveBeenCalledTimes(2)
  })

  if (dialect === 'postgres') {
    test('numbers are as they are in the database, and texts where they would be rounded; JSON is as it is', async () => {
      await using session = disposable(await newSession())
      const [row] = await session.all(
        `select 5::bigint as whole, 9007199254740993::bigint as large, 1.5::numeric as part, 7::numeric as numeric,
          9007199254740993::numeric as larger, 3 as small, true as yes, '{"a": 1}'::json as json, '[1]'::jsonb as jsonb`,
      )
      expect(row).toEqual({
        ...{ whole: 5, large: '9007199254740993', part: 1.5, numeric: 7, larger: '9007199254740993' },
        ...{ small: 3, yes: true, json: '{"a": 1}', jsonb: '[1]' },
      })
    })

    test('one statement inserts as many rows as there are places for values, and the next one goes on', async () => {
      const session = (await newSession()) as PostgresSession
      await session.exec('create table things (a integer, b integer)')
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const rows = Array.from({ length: 15_001 }, (_, index) => [index, index + 1])
      await session.insertAll('insert into things', '(?, ?)', rows)
      expect(query.mock.calls.map(([, values]) => (values as unknown as unknown[]).length)).toEqual([30_000, 2])
      query.mockClear()
      await session.exec('create table singles (a integer)')
      const singles = Array.from({ length: 30_001 }, (_, index) => [index])
      query.mockClear()
      await session.insertAll('insert into singles', '(?)', singles)
      expect(query.mock.calls.map(([, values]) => (values as unknown as unknown[]).length)).toEqual([30_000, 1])
      query.mockClear()
      await session.insertAll('insert into things', '(?, ?)', [])
      expect(query).not.toHaveBeenCalled()
      query.mockRestore()
      const [sums] = await session.all('select count(*) as count, sum(b - a) as sum from things')
      expect(sums).toEqual({ count: 15_001, sum: 15_001 })
      await session.close()
    })

    test('so many rows are read at a time that the longest would all fit into one batch, and one at least', async () => {
      await using session = disposable(await newSession())
      await session.exec('create table things (word text)')
      const all = vi.spyOn(session, 'all')
      for (const [length, atATime] of [
        [batchBytes / 4, 4],
        [batchBytes / 2 + 1, 1],
        [batchBytes + 1, 1],
      ] as const) {
        await session.exec(`begin; truncate things; insert into things values (repeat('x', ${length}))`)
        for await (const batch of session.batches('select word from things', things)) expect(batch).toHaveLength(1)
        await session.exec('commit')
        expect(all).toHaveBeenLastCalledWith(`fetch ${atATime} from carried`)
      }
    })

    test('a server that cannot be reached is said when the session is opened', async () => {
      await expect(PostgresSession.open('postgres://127.0.0.1:1/nowhere')).rejects.toThrow('ECONNREFUSED')
    })

    test('a connection that is lost between two statements is reported by the next one', async () => {
      const session = (await newSession()) as PostgresSession
      const pid = await session.all<{ pid: number }>('select pg_backend_pid() as pid')
      await expect(session.exec(`select pg_terminate_backend(${pid[0]?.pid})`)).rejects.toThrow(/terminat/)
      await expect(session.exec('select 1')).rejects.toThrow(/not queryable|terminat/)
    })
    return
  }

  test('a file that is not there is not made', async () => {
    const { dataDir } = await newDatabase('empty')
    await expect(SqliteSession.open(join(dataDir, 'none.sqlite'))).rejects.toThrow('SQLITE_CANTOPEN')
  })

  test('a lock that a server holds is waited for, 10 s at most', async () => {
    await using session = disposable(await newSession())
    expect(await session.all('pragma busy_timeout')).toEqual([{ timeout: 10_000 }])
  })

  test('a connection that cannot be closed says so', async () => {
    const session = (await newSession()) as SqliteSession
    await session.close()
    await expect(session.close()).rejects.toThrow('SQLITE_MISUSE')
  })
})

function disposable<Session extends SqliteSession | PostgresSession>(session: Session): Session & AsyncDisposable {
  return Object.assign(session, { [Symbol.asyncDispose]: () => session.close() })
}
