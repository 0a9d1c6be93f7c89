import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite3 from 'sqlite3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrations } from '../../app/migrations.ts'
import { openStore } from './open.ts'
import { openSqliteStore, sqliteFile } from './sqlite.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import type { Store, Writer } from './types.ts'

let home: string
let next = 0
const stores: Store[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'onedoor-sqlite-'))
})

afterAll(async () => {
  for (const store of stores) await store.close()
  await rm(home, { recursive: true, force: true })
})

async function opened(options: Parameters<typeof openSqliteStore>[1] = {}): Promise<{ store: Store; dataDir: string }> {
  const dataDir = join(home, `data${next++}`)
  const store = await openSqliteStore(dataDir, options)
  stores.push(store)
  await store.migrate(migrations)
  return { store, dataDir }
}

function connect(file: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(database)))
  })
}

function add(tx: Writer, name: string): Promise<{ changes: number }> {
  return tx.run(tx.sql('accounts').insert({ id: name, username: name, created_at: 1, updated_at: 1 }))
}

async function count(store: Store): Promise<number> {
  return (await store.get<{ rows: number }>(store.sql('accounts').count({ rows: '*' })))!.rows
}

/** A connection that records its statements. */
class Recorder extends SqliteConnection {
  readonly sent: string[] = []
  override execute(...args: Parameters<SqliteConnection['execute']>): ReturnType<SqliteConnection['execute']> {
    this.sent.push(args[0].replace(/ .*/s, ''))
    return super.execute(...args)
  }
}

/** A connection on which SQLite rolls back and reports a full disk when an account called `full` is inserted. */
class FullDisk extends Recorder {
  override async execute(...args: Parameters<SqliteConnection['execute']>): ReturnType<SqliteConnection['execute']> {
    if (!args[1]?.includes('full')) return super.execute(...args)
    await super.execute('ROLLBACK')
    throw Object.assign(new Error('SQLITE_FULL: database or disk is full'), { code: 'SQLITE_FULL' })
  }
}

const limits = { lockWaitMs: 100, workTimeoutMs: 30_000, maxGroup: 256, groupMs: 10_000 }

async function recordingWriter(
  options: Partial<typeof limits> = {},
  Connection = Recorder,
): Promise<{ recorder: Recorder; writer: SqliteWriter }> {
  const database = await connect(':memory:')
  const recorder = new Connection(database)
  await recorder.execute(
    'create table accounts (id text primary key, username text, created_at bigint, updated_at bigint)',
  )
  recorder.sent.length = 0
  return { recorder, writer: new SqliteWriter(recorder, { ...limits, ...options }) }
}

describe('the file', () => {
  test('is readable only by its owner, and so is its directory', async () => {
    const { store, dataDir } = await opened()
    await store.write((tx) => add(tx, 'ada'))
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    for (const suffix of ['', '-wal', '-shm'])
      expect((await stat(sqliteFile(dataDir) + suffix)).mode & 0o777).toBe(0o600)
  })

  test('keeps the mode that an operator gave an existing directory', async () => {
    const dataDir = join(home, 'existing')
    await mkdir(dataDir)
    await chmod(dataDir, 0o750)
    stores.push(await openSqliteStore(dataDir))
    expect((await stat(dataDir)).mode & 0o777).toBe(0o750)
  })

  test('has its mode regardless of the umask', async () => {
    const dataDir = join(home, 'masked')
    await mkdir(dataDir)
    const before = process.umask(0o277)
    try {
      stores.push(await openSqliteStore(dataDir))
    } finally {
      process.umask(before)
    }
    expect((await stat(sqliteFile(dataDir))).mode & 0o777).toBe(0o600)
  })

  test('if it cannot be created, the error names DATA_DIR', async () => {
    await writeFile(join(home, 'file'), '')
    await expect(openStore({ dataDir: join(home, 'file', 'data') })).rejects.toThrow(
      /^DATA_DIR: cannot create .*Set DATA_DIR to a directory/,
    )
  })

  test('if it is not a database, the error names DATA_DIR', async () => {
    const dataDir = join(home, 'broken')
    await mkdir(dataDir)
    await writeFile(sqliteFile(dataDir), 'this is not a database, and long enough to be seen as none'.repeat(20))
    await expect(openStore({ dataDir })).rejects.toThrow(/^DATA_DIR: cannot open .*not a database/)
  })

  test('has a write-ahead log, waits for the disk at each commit and checks foreign keys', async () => {
    const { store } = await opened()
    const settings = await store.write(async (tx) => [
      await tx.get(tx.sql.raw('pragma journal_mode')),
      await tx.get(tx.sql.raw('pragma synchronous')),
      await tx.get(tx.sql.raw('pragma foreign_keys')),
    ])
    expect(settings).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }])
  })

  test('cannot be changed through a read', async () => {
    const { store } = await opened()
    const sneaky = store.all(
      store.sql('accounts').insert({ id: 'a', username: 'a', created_at: 1, updated_at: 1 }).returning('id'),
    )
    await expect(sneaky).rejects.toThrow('readonly')
    expect(await count(store)).toBe(0)
  })
})

describe('grouped writes', () => {
  test('waiting works share one transaction, without savepoints', async () => {
    const { recorder, writer } = await recordingWriter()
    await Promise.all(Array.from({ length: 10 }, (_, i) => writer.write((tx) => add(tx, `u${i}`))))
    expect(recorder.sent).toEqual(['BEGIN', ...Array<string>(10).fill('insert'), 'COMMIT'])
  })

  test('a lone statement is one trip to the driver', async () => {
    const { recorder, writer } = await recordingWriter()
    await writer.run({ sql: 'insert into accounts (id) values (?)', bindings: ['ada'] })
    expect(recorder.sent).toEqual(['insert'])
  })

  test('a failure that leaves changes makes the group start again in savepoints', async () => {
    const { recorder, writer } = await recordingWriter()
    const outcomes = await Promise.allSettled([
      writer.write((tx) => add(tx, 'ada')),
      writer.write(async (tx) => {
        await add(tx, 'bob')
        throw new Error('no')
      }),
      writer.write((tx) => add(tx, 'cyd')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(recorder.sent.slice(0, 5)).toEqual(['BEGIN', 'insert', 'insert', 'ROLLBACK', 'BEGIN'])
    expect(recorder.sent).toContain('SAVEPOINT')
    expect((await recorder.execute('select id from accounts order by id')).rows).toEqual([{ id: 'ada' }, { id: 'cyd' }])
  })

  test('a work that fails after a read-only one leaves the writes before both of them', async () => {
    const { recorder, writer } = await recordingWriter()
    const outcomes = await Promise.allSettled([
      writer.write((tx) => add(tx, 'ada')),
      writer.write((tx) => tx.all(tx.sql('accounts').select('id'))),
      writer.write(async (tx) => {
        await add(tx, 'bob')
        throw new Error('no')
      }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect((await recorder.execute('select id from accounts')).rows).toEqual([{ id: 'ada' }])
  })

  test.each<[string, (writer: SqliteWriter) => Promise<unknown>]>([
    ['a work', (writer) => writer.write((tx) => add(tx, 'full'))],
    ['a work that catches the error', (writer) => writer.write((tx) => add(tx, 'full').catch(() => ({ changes: 0 })))],
    ['a statement', (writer) => writer.run({ sql: 'insert into accounts (id) values (?)', bindings: ['full'] })],
  ])('where SQLite ends the transaction in %s, exactly the writes that succeeded are kept', async (_, fail) => {
    const { recorder, writer } = await recordingWriter({}, FullDisk)
    const named = (name: string) => writer.write((tx) => add(tx, name)).then(() => name)
    const [before, failing, ...after] = [named('ada'), fail(writer), named('bob'), named('cyd')]
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    const outcomes = await Promise.allSettled([before, ...after])
    const succeeded = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [{ id: outcome.value }] : []))
    expect((await recorder.execute('select id from accounts order by id')).rows).toEqual(succeeded)
    expect(succeeded).toEqual([{ id: 'bob' }, { id: 'cyd' }])
  })

  test('a group has no more writes than its bound', async () => {
    const { recorder, writer } = await recordingWriter({ maxGroup: 4 })
    await Promise.all(Array.from({ length: 9 }, (_, i) => writer.write((tx) => add(tx, `u${i}`))))
    expect(recorder.sent.filter((verb) => verb === 'COMMIT')).toHaveLength(3)
  })

  test('when the commit fails, every transaction of the group rejects and nothing is stored', async () => {
    const { recorder, writer } = await recordingWriter()
    await recorder.execute('pragma foreign_keys = on')
    await recorder.execute('create table later (id text references accounts(id) deferrable initially deferred)')
    const outcomes = await Promise.allSettled([
      writer.write((tx) => add(tx, 'ada')),
      writer.write((tx) => tx.run(tx.sql('later').insert({ id: 'nobody' }))),
    ])
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT' } })
    expect((await recorder.execute('select id from accounts')).rows).toEqual([])
    await writer.write((tx) => add(tx, 'bob'))
    expect((await recorder.execute('select id from accounts')).rows).toEqual([{ id: 'bob' }])
  })

  test('a work that never ends is aborted, and the others continue', async () => {
    const { recorder, writer } = await recordingWriter({ workTimeoutMs: 20 })
    const stuck = writer.write(async (tx) => {
      await add(tx, 'ada')
      await new Promise(() => undefined)
    })
    const next = writer.write((tx) => add(tx, 'bob'))
    await expect(stuck).rejects.toThrow('A write was aborted after 20 ms')
    await next
    expect((await recorder.execute('select id from accounts')).rows).toEqual([{ id: 'bob' }])
  })
})

describe('another process with the lock', () => {
  test('makes a write wait', async () => {
    const { store, dataDir } = await opened()
    const other = new SqliteConnection(await connect(sqliteFile(dataDir)))
    await other.execute('BEGIN IMMEDIATE')
    const writing = Promise.all([
      store.write((tx) => add(tx, 'ada')),
      store.run(store.sql('accounts').insert({ id: 'b', username: 'b', created_at: 1, updated_at: 1 })),
    ])
    expect(await count(store)).toBe(0)
    await other.execute('COMMIT')
    await writing
    expect(await count(store)).toBe(2)
  })

  /** A file that another process has locked, and how often opening it was tried. */
  async function lockedFile() {
    const dataDir = join(home, `data${next++}`)
    await mkdir(dataDir)
    const other = new SqliteConnection(await connect(sqliteFile(dataDir)))
    await other.execute('BEGIN EXCLUSIVE')
    const { exec } = sqlite3.Database.prototype
    const tried = { times: 0 }
    vi.spyOn(sqlite3.Database.prototype, 'exec').mockImplementation(function (this: sqlite3.Database, sql, done) {
      if (sql.includes('journal_mode')) tried.times += 1
      return exec.call(this, sql, done)
    })
    return { dataDir, other, tried }
  }

  test('makes opening the file wait', async () => {
    const { dataDir, other, tried } = await lockedFile()
    try {
      const opening = openSqliteStore(dataDir)
      await expect.poll(() => tried.times).toBeGreaterThan(2)
      await other.execute('COMMIT')
      const store = await opening
      stores.push(store)
      await store.ping()
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('for more than ten seconds when the file is opened is an error that names DATA_DIR', async () => {
    const { dataDir, other, tried } = await lockedFile()
    const times = [5000, 14_999, 15_000]
    const { now } = performance
    vi.spyOn(performance, 'now').mockImplementation(() =>
      new Error().stack?.includes('execWhenFree') ? (times.shift() ?? 16_000) : now.call(performance),
    )
    try {
      await expect(openSqliteStore(dataDir)).rejects.toThrow(/^DATA_DIR: cannot open .*locked/)
      expect([tried.times, times]).toEqual([2, []])
    } finally {
      vi.restoreAllMocks()
      await other.execute('ROLLBACK')
    }
  })

  test('for too long is an error that says so, and nothing is written', async () => {
    const { store, dataDir } = await opened({ lockWaitMs: 10 })
    const other = new SqliteConnection(await connect(sqliteFile(dataDir)))
    await other.execute('BEGIN IMMEDIATE')
    const writes = await Promise.allSettled([store.write((tx) => add(tx, 'ada')), store.write((tx) => add(tx, 'bob'))])
    for (const write of writes) {
      expect(write).toMatchObject({
        reason: {
          code: 'unavailable',
          message: expect.stringContaining('Another process has locked the database, so nothing was changed'),
          cause: { message: expect.stringContaining('Another process kept the database locked for 10 ms') },
        },
      })
    }
    await other.execute('ROLLBACK')
    expect(await count(store)).toBe(0)
    await store.write((tx) => add(tx, 'cyd'))
    expect(await count(store)).toBe(1)
  })
})

describe('prepared statements', () => {
  test('are reused by text, and the least recently used one makes room', async () => {
    const connection = new SqliteConnection(await connect(':memory:'), 3)
    for (const i of [1, 2, 3, 1, 1]) await connection.execute(`select ${i} as n`)
    expect(connection.preparedCount).toBe(3)
    expect((await connection.execute('select 4 as n')).rows).toEqual([{ n: 4 }])
    expect(connection.preparedCount).toBe(3)
    expect((await connection.execute('select 1 as n')).rows).toEqual([{ n: 1 }])
    expect((await connection.execute('select 2 as n')).rows).toEqual([{ n: 2 }])
    expect(connection.preparedCount).toBe(3)
  })

  test('run in the order given, also when one of them is wrong', async () => {
    const connection = new SqliteConnection(await connect(':memory:'))
    const outcomes = await Promise.allSettled([
      connection.execute('create table t (n integer)'),
      connection.execute('insert into t values (?)', [1]),
      connection.execute('insert into nowhere values (1)'),
      connection.execute('update t set n = n + 1'),
      connection.execute('select n from t'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(outcomes[2]).toMatchObject({ reason: { code: 'SQLITE_ERROR', query: 'insert into nowhere values (1)' } })
    expect(outcomes[4]).toMatchObject({ value: { rows: [{ n: 2 }] } })
  })

  test('leave no read open: the next read on the same connection is fresh', async () => {
    const { store, dataDir } = await opened()
    const other = new SqliteConnection(await connect(sqliteFile(dataDir)))
    for (let i = 0; i < 12; i++) {
      await Promise.all(Array.from({ length: 8 }, () => store.get(store.sql('accounts').limit(1))))
      await other.execute('insert into accounts (id, username, created_at, updated_at) values (?, ?, 1, 1)', [
        `u${i}`,
        `u${i}`,
      ])
      expect(await count(store)).toBe(i + 1)
    }
  })
})
