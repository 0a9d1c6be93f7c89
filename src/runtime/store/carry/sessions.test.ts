import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../../testing/databases.ts'
import { sqliteFile } from '../sqlite.ts'
import { batchBytes } from './cells.ts'
import { PostgresSession } from './postgres-session.ts'
import { SqliteSession } from './sqlite-session.ts'
import type { Cell, TableShape } from './types.ts'

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

  if (dialect !== 'sqlite') return
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
