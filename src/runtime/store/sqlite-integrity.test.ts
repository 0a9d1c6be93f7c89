import { copyFile, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStore } from './open.ts'
import { databaseState } from './readiness.ts'
import { damageOf, sqliteFile } from './sqlite.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { damageFound, IntegrityCheck } from './sqlite-integrity.ts'
import type { Store } from './types.ts'

const pageBytes = 4096
const rows = 2000

let folder: string
const opened: Store[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-integrity-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const store of opened.splice(0)) await store.close()
  await rm(folder, { recursive: true, force: true })
})

async function openIn(dataDir: string, checksAfterCut = true): Promise<{ store: Store; said: string[] }> {
  const said: string[] = []
  const log = { warn: (_fields: object, message: string) => void said.push(message) }
  const store = await openStore({ dataDir, log, checksAfterCut })
  opened.push(store)
  return { store, said }
}

/** Stores rows on many pages, and closes the database. */
async function filled(): Promise<void> {
  const { store } = await openIn(folder)
  await store.run(store.sql.raw('create table texts (id integer primary key, text text)'))
  const texts = Array.from({ length: rows }, (_, id) => ({ id, text: `${id}`.repeat(100) }))
  for (let at = 0; at < rows; at += 200) await store.run(store.sql('texts').insert(texts.slice(at, at + 200)))
  await store.close()
}

/** The files that a process leaves behind if it is killed after a write. */
async function killed(): Promise<string> {
  await filled()
  const { store } = await openIn(folder)
  await store.run(store.sql('texts').insert({ id: rows, text: 'last' }))
  const dataDir = await mkdtemp(join(folder, 'killed-'))
  for (const end of ['', '-wal']) await copyFile(`${sqliteFile(folder)}${end}`, `${sqliteFile(dataDir)}${end}`)
  return dataDir
}

/** Writes zeros over pages in the middle of a file, as a failing disk does. */
async function zeroPages(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  const { size } = await handle.stat()
  const at = Math.floor(size / pageBytes / 2) * pageBytes
  await handle.write(Buffer.alloc(4 * pageBytes), 0, 4 * pageBytes, at)
  await handle.close()
}

test('a file with lost pages is found damaged after its process was killed, and the server is not ready', async () => {
  const dataDir = await killed()
  await zeroPages(sqliteFile(dataDir))
  const { store, said } = await openIn(dataDir)
  await vi.waitFor(() => expect(said).toEqual(['database file damaged']), { timeout: 10_000 })
  const reason = 'The database file is damaged. The operator must restore a backup.'
  expect(await databaseState(store)).toEqual({ isOk: false, reason })
  expect(await damageOf(dataDir)).toMatch(/page|malformed/)
})

test('a whole file is checked after its process was killed, only by servers, and not after it was closed', async () => {
  const { start } = SqliteConnection.prototype
  const checked: string[] = []
  vi.spyOn(SqliteConnection.prototype, 'start').mockImplementation(function (
    this: SqliteConnection,
    sql,
    values,
    done,
  ) {
    if (!sql.includes('quick_check')) return start.call(this, sql, values, done)
    start.call(this, sql, values, (error, outcome) => {
      checked.push(String(outcome?.rows[0] && Object.values(outcome.rows[0] as object)[0]))
      done(error, outcome)
    })
  })
  const dataDir = await killed()
  const command = await openIn(dataDir, false)
  const { store, said } = await openIn(dataDir)
  await vi.waitFor(() => expect(checked).toEqual(['ok']), { timeout: 10_000 })
  expect([await databaseState(store), said]).toEqual([{ isOk: true }, []])
  await store.close()
  await command.store.close()
  const { store: next } = await openIn(dataDir)
  await next.close()
  expect(checked).toEqual(['ok'])
})

test('a store that is closed during the check of its file ends that first', async () => {
  const { start } = SqliteConnection.prototype
  const begun = Promise.withResolvers<void>()
  const ended = vi.fn()
  vi.spyOn(SqliteConnection.prototype, 'start').mockImplementation(function (
    this: SqliteConnection,
    sql,
    values,
    done,
  ) {
    if (!sql.includes('quick_check')) return start.call(this, sql, values, done)
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n'
    start.call(this, endless, values, (error, outcome) => {
      ended(error?.message)
      done(error, outcome)
    })
    begun.resolve()
  })
  const { store, said } = await openIn(await killed())
  await begun.promise
  await store.close()
  expect(ended.mock.calls).toEqual([[expect.stringContaining('SQLITE_INTERRUPT')]])
  expect(said).toEqual([])
})

test('an emptied file is rejected where a server has stored data, and a new database is created where none has', async () => {
  await filled()
  await truncate(sqliteFile(folder), 0)
  const { store } = await openIn(folder)
  await store.close()
  await truncate(sqliteFile(folder), 0)
  await writeFile(join(folder, 'reserve'), '')
  await expect(openIn(folder)).rejects.toThrow(/^DATA_DIR: .*onedoor\.sqlite is empty, but reserve next to it shows/)
  await rm(sqliteFile(folder))
  await expect(openIn(folder)).resolves.toBeDefined()
})

/** A check whose connection opens, reports its result, and closes when the test says so. */
function checkByHand() {
  const said: string[] = []
  const log = { warn: (_fields: object, message: string) => void said.push(message) }
  const opening = Promise.withResolvers<SqliteConnection>()
  const open = vi.fn(() => opening.promise)
  const closing = Promise.withResolvers<void>()
  const started = vi.fn()
  const interrupted = vi.fn()
  const closed = vi.fn(() => closing.promise)
  const connection = {
    start: started,
    interrupt: interrupted,
    close: closed,
  } as unknown as SqliteConnection
  const check = new IntegrityCheck(open, log)
  return { check, said, connection, open, opening, closing, started, interrupted, closed }
}

test('a check that fails is logged, and rejects nothing', async () => {
  const { check, said, opening } = checkByHand()
  check.begin()
  opening.reject(new Error('unable to open database file'))
  await vi.waitFor(() => expect(said).toEqual(['database check failed']))
  expect(() => check.refuse()).not.toThrow()
  const other = checkByHand()
  other.check.begin()
  const ended = other.check.close()
  other.opening.reject(new Error('unable to open database file'))
  await ended
  expect(other.said).toEqual([])
})

test('a check that is ended before its connection is open reads nothing, and closes it', async () => {
  const { check, connection, opening, closing, started, closed } = checkByHand()
  check.begin()
  const ended = check.close()
  opening.resolve(connection)
  closing.resolve()
  await ended
  expect(started).not.toHaveBeenCalled()
  expect(closed).toHaveBeenCalledOnce()
})

test('a check is interrupted until it ends, but not while its connection closes, and has ended when that is closed', async () => {
  vi.useFakeTimers()
  try {
    const { check, connection, open, opening, closing, started, interrupted, closed } = checkByHand()
    check.begin()
    check.begin()
    opening.resolve(connection)
    expect(open).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
    const ended = vi.fn()
    const ending = check.close().then(ended)
    await vi.advanceTimersByTimeAsync(45)
    expect(interrupted).toHaveBeenCalledTimes(2)
    const done = started.mock.calls[0]?.[2] as (error: unknown, outcome: object) => void
    done(null, { rows: [{ quick_check: 'ok' }] })
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
    interrupted.mockClear()
    await vi.advanceTimersByTimeAsync(100)
    expect(interrupted).not.toHaveBeenCalled()
    expect(ended).not.toHaveBeenCalled()
    closing.resolve()
    await ending
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('an error of the file from SQLite is damage, and any other is not', async () => {
  const failing = (code: string) => {
    const error = Object.assign(new Error(`${code}: reported by SQLite`), { code })
    return { start: (_sql: string, _values: [], done: (error: Error) => void) => done(error) }
  }
  const foundBy = (code: string) => damageFound(failing(code) as unknown as SqliteConnection)
  for (const code of ['SQLITE_CORRUPT', 'SQLITE_NOTADB'])
    expect(await foundBy(code)).toBe(`${code}: reported by SQLite`)
  await expect(foundBy('SQLITE_IOERR')).rejects.toThrow('SQLITE_IOERR: reported by SQLite')
})
