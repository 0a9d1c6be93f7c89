import { chmod, copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import sqlite3 from 'sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { type DatabaseSettings, forEachDatabase } from '../../testing/databases.ts'
import { placeInitial } from './initial-file.ts'
import { openStore } from './open.ts'
import { openSqliteStore, prepareDirectory, sqliteFile } from './sqlite.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { Store } from './types.ts'

const modeOf = async (path: string) => (await stat(path)).mode & 0o777
const account = (id: string) => ({ id, username: id, created_at: 1, updated_at: 1 })

/** How many connections to files are open, and how many were opened in total. */
function countConnections() {
  const seen = { opened: 0, open: 0 }
  const { configure, close } = sqlite3.Database.prototype
  vi.spyOn(sqlite3.Database.prototype, 'configure').mockImplementation(function (
    this: sqlite3.Database,
    ...args: Parameters<typeof configure>
  ) {
    seen.opened++
    seen.open++
    return configure.apply(this, args)
  } as typeof configure)
  vi.spyOn(sqlite3.Database.prototype, 'close').mockImplementation(function (this: sqlite3.Database, done) {
    close.call(this, (error) => {
      if (!error) seen.open--
      done?.call(this, error)
    })
  })
  return seen
}

/** Makes reads of a text wait until they are released, one or all. */
function hold(text: string) {
  const started: (() => void)[] = []
  const { start } = SqliteConnection.prototype
  const spy = vi.spyOn(SqliteConnection.prototype, 'start').mockImplementation(function (
    this: SqliteConnection,
    sql,
    values,
    done,
  ) {
    if (sql.includes(text)) started.push(() => start.call(this, sql, values, done))
    else start.call(this, sql, values, done)
  })
  const letAllGo = () => {
    spy.mockRestore()
    for (const go of started) go()
  }
  return { started, letAllGo }
}

afterEach(() => {
  vi.restoreAllMocks()
})

forEachDatabase((dialect, openTestStore, newDatabase) => {
  if (dialect !== 'sqlite') {
    test('a server on PostgreSQL creates no file', async () => {
      const { dataDir } = await newDatabase()
      await expect(stat(sqliteFile(dataDir))).rejects.toThrow('ENOENT')
    })
    return
  }

  const names = async (store: Store) => (await store.all<{ id: string }>(store.sql('accounts'))).map(({ id }) => id)
  const opened = async (settings: DatabaseSettings, warnings: string[] = []) => {
    const store = await openStore({ ...settings, log: { warn: (_, message) => warnings.push(message) } })
    return { store, file: sqliteFile(settings.dataDir), warnings }
  }

  test('a new database is a copy of the initial one, only for its owner, and one that exists stays', async () => {
    const first = await opened(await newDatabase())
    await first.store.run(first.store.sql('accounts').insert(account('initial')))
    await first.store.close()
    await chmod(first.file, 0o644)
    const dataDir = join((await newDatabase('empty')).dataDir, 'new')
    const settings = { dataDir, initial: first.file }
    const stores = await Promise.all([openStore(settings), openStore(settings)])
    for (const store of stores) expect(await names(store)).toEqual(['initial'])
    expect(await modeOf(sqliteFile(dataDir))).toBe(0o600)
    await stores[0].run(stores[0].sql('accounts').insert(account('later')))
    for (const store of stores) await store.close()
    expect(await readdir(dataDir)).toEqual(['onedoor.sqlite'])
    const again = await openStore(settings)
    expect(await names(again)).toEqual(['initial', 'later'])
    await again.close()
  })

  test('the initial database replaces none that another process has made', async () => {
    const { store, file } = await opened(await newDatabase())
    await store.close()
    const dataDir = join((await newDatabase('empty')).dataDir, 'made')
    await mkdir(dataDir)
    await writeFile(sqliteFile(dataDir), 'made before')
    await expect(placeInitial(file, sqliteFile(dataDir))).rejects.toThrow('EEXIST')
    expect(await readFile(sqliteFile(dataDir), 'utf8')).toBe('made before')
    expect(await readdir(dataDir)).toEqual(['onedoor.sqlite'])
  })

  test('a new database is empty if there is no initial one, or it cannot be copied', async () => {
    const { dataDir } = await newDatabase('empty')
    for (const initial of [join(dataDir, 'missing'), dataDir]) {
      const settings = { dataDir: join(dataDir, `with ${initial.length}`), initial }
      const store = await openStore(settings)
      expect(await store.all(store.sql('sqlite_schema'))).toEqual([])
      await store.close()
      expect(await readdir(settings.dataDir)).toEqual(['onedoor.sqlite'])
    }
  })

  test('missing parent directories are created, each only for its owner', async () => {
    const { dataDir } = await newDatabase('empty')
    const deep = join(dataDir, 'a', 'b', 'c')
    const store = await openSqliteStore(deep)
    await store.close()
    const other = join(dataDir, 'd', 'e')
    await prepareDirectory(other)
    for (const path of [deep, dirname(deep), dirname(dirname(deep)), other, dirname(other)]) {
      expect(await modeOf(path)).toBe(0o700)
    }
    await prepareDirectory(other)
    const file = join(other, 'file')
    await writeFile(file, '')
    await expect(prepareDirectory(file)).rejects.toThrow(/^DATA_DIR: cannot create .*Set DATA_DIR/)
  })

  test('an existing file keeps the mode that an operator gave it', async () => {
    const settings = await newDatabase()
    await chmod(sqliteFile(settings.dataDir), 0o640)
    const { store, file } = await opened(settings)
    await store.close()
    expect(await modeOf(file)).toBe(0o640)
  })

  test('closing waits for accepted reads, running or waiting', async () => {
    const { store } = await opened(await newDatabase())
    const held = hold('select `id`')
    const reads = [1, 2].map(() => store.all(store.sql('accounts').select('id')))
    const closing = store.close()
    for (let turns = 0; turns < 20; turns++) await turn()
    held.letAllGo()
    expect(await Promise.all(reads)).toEqual([[], []])
    await closing
  })

  test('a directory in its place is rejected with a sentence', async () => {
    const { dataDir } = await newDatabase('empty')
    await mkdir(sqliteFile(dataDir))
    await expect(openStore({ dataDir })).rejects.toThrow(/^DATA_DIR: cannot open .*unable to open/)
  })

  test('a thread of the driver waits for a lock for a quarter of a second', async () => {
    const { store } = await opened(await newDatabase())
    const asked = store.sql.raw('pragma busy_timeout')
    expect([await store.get(asked), await store.write((tx) => tx.get(asked))]).toEqual([
      { timeout: 250 },
      { timeout: 250 },
    ])
    await store.close()
  })

  test('once a store is closed, its connections are closed and everything is in the one file', async () => {
    const settings = await newDatabase()
    const seen = countConnections()
    const { store, file } = await opened(settings)
    await store.run(store.sql('accounts').insert(account('ada')))
    expect(await names(store)).toEqual(['ada'])
    expect(await stat(`${file}-wal`)).toBeDefined()
    await Promise.all([store.close(), store.close()])
    expect(seen).toEqual({ opened: 2, open: 0 })
    await expect(stat(`${file}-wal`)).rejects.toThrow('ENOENT')
  })

  test('a file that cannot be opened leaves no connection', async () => {
    const { dataDir } = await newDatabase('empty')
    await writeFile(sqliteFile(dataDir), 'no database, and long enough to be seen as none'.repeat(30))
    const seen = countConnections()
    await expect(openStore({ dataDir })).rejects.toThrow(/^DATA_DIR: cannot open .*not a database/)
    expect(seen).toEqual({ opened: 1, open: 0 })
    const settings = await newDatabase()
    const { exec } = sqlite3.Database.prototype
    vi.spyOn(sqlite3.Database.prototype, 'exec').mockImplementation(function (this: sqlite3.Database, sql, done) {
      return exec.call(this, sql.replace('PRAGMA query_only = ON', 'nonsense'), done)
    })
    await expect(openStore(settings)).rejects.toThrow(/^DATA_DIR: cannot open .*syntax error/)
    expect(seen).toEqual({ opened: 3, open: 0 })
  })

  test('the connection for migrations is closed when they have ended, or one has failed', async () => {
    const { store } = await opened(await newDatabase('empty'))
    const seen = countConnections()
    expect(await store.migrate([{ name: '0001-nothing', up: async () => undefined }])).toEqual(['0001-nothing'])
    expect(seen).toEqual({ opened: 1, open: 0 })
    const failing = { name: '0002-failing', up: () => Promise.reject(new Error('cannot go on')) }
    await expect(store.migrate([{ name: '0001-nothing', up: async () => undefined }, failing])).rejects.toThrow('go on')
    expect(seen).toEqual({ opened: 2, open: 0 })
    await store.close()
  })

  test('migrations have foreign keys checked and are on the disk at each commit', async () => {
    const { store } = await opened(await newDatabase('empty'))
    const settings: unknown[] = []
    await store.migrate([
      {
        name: '0001-look',
        async up(knex) {
          settings.push(await knex.raw('pragma foreign_keys'), await knex.raw('pragma synchronous'))
        },
      },
    ])
    await store.close()
    expect(settings).toEqual([[{ foreign_keys: 1 }], [{ synchronous: 2 }]])
  })

  test('another file in its place gets no write and no further connection, and each time is logged once', async () => {
    const settings = await newDatabase()
    const other = await newDatabase()
    for (const [id, place] of [['ours', settings] as const, ['theirs', other] as const]) {
      const { store } = await opened(place)
      await store.run(store.sql('accounts').insert(account(id)))
      await store.close()
    }
    const { store, file, warnings } = await opened(settings)
    const swap = async (from: string) => {
      await rename(file, `${file}.${from}`)
      await copyFile(sqliteFile(other.dataDir), file)
    }
    await swap('first')
    const gone = { code: 'unavailable', reason: 'gone' }
    await expect(store.ping()).rejects.toMatchObject(gone)
    await expect(store.ping()).rejects.toMatchObject(gone)
    await expect(store.run(store.sql('accounts').insert(account('lost')))).rejects.toMatchObject(gone)
    expect(warnings).toEqual(['database file deleted'])
    await rename(`${file}.first`, file)
    await store.ping()

    const held = hold('select `id`')
    const reads = ['ada', 'bob'].map((client, index) => {
      const reader = store.readingAs(client)
      return reader.all(reader.sql('accounts').select(...(index === 0 ? ['id'] : ['username as id'])))
    })
    await swap('second')
    await expect.poll(() => warnings, { interval: 2 }).toHaveLength(2)
    held.letAllGo()
    expect((await Promise.all(reads)).map((rows) => rows[0])).toEqual([{ id: 'ours' }, { id: 'ours' }])
    await rename(`${file}.second`, file)
    await store.close()
  })

  test('a read that fails on a deleted file says so, otherwise it names the error of the disk', async () => {
    const { store, file } = await opened(await newDatabase())
    expect(await names(store)).toEqual([])
    const failing = vi.spyOn(SqliteConnection.prototype, 'start').mockImplementation((_sql, _values, done) => {
      done(Object.assign(new Error('SQLITE_IOERR: disk I/O error'), { code: 'SQLITE_IOERR' }))
    })
    await expect(names(store)).rejects.toMatchObject({ code: 'unavailable', reason: 'failing' })
    await rename(file, `${file}.away`)
    await expect(names(store)).rejects.toMatchObject({ code: 'unavailable', reason: 'gone' })
    failing.mockRestore()
    await expect(store.all(store.sql.raw('select * from nowhere'))).rejects.toThrow('no such table')
    await rename(`${file}.away`, file)
    expect(await names(store)).toEqual([])
    await store.close()
  })

  test('ping tests a write only after one was rejected, until one succeeds', async () => {
    const settings = await newDatabase()
    const store = await openSqliteStore(settings.dataDir, { lockWaitMs: 10 })
    const other = await openTestStore(settings)
    /** Pings while another process has the lock. */
    const pingWithin = () => other.write(() => store.ping().then(() => 'ok', String))
    expect(await pingWithin()).toBe('ok')
    await expect(store.run(store.sql.raw('insert into nowhere values (1)'))).rejects.toThrow('nowhere')
    expect(await pingWithin()).toBe('ok')
    for (const _ of ['once', 'again']) {
      await store.run(store.sql.raw('pragma query_only = on'))
      await expect(store.run(store.sql('accounts').delete())).rejects.toMatchObject({ reason: 'readOnly' })
      await expect(store.ping()).rejects.toMatchObject({ reason: 'readOnly' })
      await store.run(store.sql.raw('pragma query_only = off'))
      await store.ping()
      expect(await pingWithin()).toBe('ok')
    }
    await store.close()
  })

  test.each<[string, (store: Store) => Promise<unknown>]>([
    ['a statement', (store) => store.run(store.sql('accounts').delete())],
    ['a work', (store) => store.write((tx) => tx.run(tx.sql('accounts').delete()))],
  ])('%s that another process kept waiting for too long keeps nothing after it from its commit', async (_, write) => {
    const settings = await newDatabase()
    const store = await openSqliteStore(settings.dataDir, { lockWaitMs: 10 })
    const other = await openTestStore(settings)
    await store.run(store.sql.raw('pragma busy_timeout = 0'))
    await other.write(() => expect(write(store)).rejects.toThrow('has locked the database'))
    await store.run(store.sql('accounts').insert(account('ada')))
    expect(await names(other)).toEqual(['ada'])
    await store.write((tx) => tx.run(tx.sql('accounts').insert(account('bob'))))
    expect(await names(other)).toEqual(['ada', 'bob'])
    await store.ping()
    await other.run(other.sql('accounts').insert(account('cyd')))
    await store.close()
    expect(await names(other)).toEqual(['ada', 'bob', 'cyd'])
  })

  test('of eight connections a client reads on seven, however many of its reads wait', async () => {
    const { store } = await opened(await newDatabase())
    const held = hold('select `id`')
    const read = (client: string) => {
      const reader = store.readingAs(client)
      return reader.all(reader.sql('accounts').select('id'))
    }
    const reads = Array.from({ length: 9 }, () => read('greedy'))
    await expect.poll(() => held.started.length, { interval: 2, timeout: 5000 }).toBe(7)
    const modest = read('modest')
    await expect.poll(() => held.started.length, { interval: 2, timeout: 5000 }).toBe(8)
    held.started.splice(7, 1)[0]?.()
    await modest
    expect(held.started).toHaveLength(7)
    held.letAllGo()
    expect(await Promise.all(reads)).toHaveLength(9)
    await store.close()
  })
})
