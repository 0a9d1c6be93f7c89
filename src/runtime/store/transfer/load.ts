import { openStore } from '../open.ts'
import { sqliteFile } from '../sqlite.ts'
import type { Migration, StoreOptions } from '../types.ts'
import { openPostgresSession, openSqliteSession, type Session } from './database-sessions.ts'
import { RowsDigest } from './rows.ts'
import { quoted, readSnapshot } from './snapshot.ts'
import type { Expected, Load, Row, TableTransfer } from './types.ts'

/** SQLite accepts 32,766 values in one statement, PostgreSQL 65,535. */
const maxValues = 30_000

/** Migrates a database without a server. */
export async function migrate(settings: StoreOptions, migrations: readonly Migration[]): Promise<void> {
  const store = await openStore(settings)
  await store.migrate(migrations).finally(() => store.close())
}

/** Fills a new SQLite database that gets the migrations of the loaded data. The file is of no use until this resolves. */
export async function loadSqlite(
  dataDir: string,
  load: Load,
  past: readonly Migration[],
  transfers: readonly TableTransfer[],
): Promise<void> {
  await migrate({ dataDir }, past)
  await using session = await openSqliteSession(sqliteFile(dataDir))
  const settings = ['pragma journal_mode = delete', 'pragma synchronous = off', 'pragma foreign_keys = off']
  for (const sql of [...settings, 'begin immediate']) await session.query(sql)
  // The loaded rows already contain what triggers would do.
  const triggers = await session.query<{ name: string; sql: string }>(
    `select name, sql from sqlite_schema where type = 'trigger'
      and tbl_name in (select name from sqlite_schema where type = 'table')`,
  )
  for (const { name } of triggers) await session.query(`drop trigger ${quoted(name)}`)
  for (const { name } of (await readSnapshot(session, transfers)).tables) {
    await session.query(`delete from ${quoted(name)}`)
  }
  const expected = await loadRows(session, load, transfers)
  for (const { sql } of triggers) await session.query(sql)
  await session.query('commit')
  const [orphan] = await session.query('pragma foreign_key_check')
  if (orphan) throw new Error(`A row of ${orphan.table} refers to a row of ${orphan.parent} that does not exist.`)
  const [check] = await session.query('pragma integrity_check(1)')
  if (check?.integrity_check !== 'ok') throw new Error(`The loaded database is damaged: ${check?.integrity_check}`)
  await checkRows(session, expected, transfers)
}

const listReferences = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`

/** Replaces all rows of a migrated PostgreSQL database in one transaction, and checks them before the commit. */
export async function loadPostgres(
  databaseUrl: string,
  load: Load,
  transfers: readonly TableTransfer[],
  beforeCommit: () => Promise<void>,
): Promise<void> {
  await using session = await openPostgresSession(databaseUrl)
  await session.query('begin')
  await session.query("set local lock_timeout = '10s'")
  const names = (await readSnapshot(session, transfers)).tables.map(({ name }) => quoted(name))
  await session.query(`lock table ${names.join(', ')} in access exclusive mode`)
  // PostgreSQL checks foreign keys when they are added again; until then, tables can be filled in any order.
  const references = await session.query(listReferences)
  for (const { table, name } of references) {
    await session.query(`alter table ${table} drop constraint ${quoted(String(name))}`)
  }
  for (const name of names) await session.query(`alter table ${name} disable trigger user`)
  await session.query(`truncate ${names.join(', ')} restart identity`)
  const expected = await loadRows(session, load, transfers)
  for (const name of names) await session.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of references) {
    await session.query(`alter table ${table} add constraint ${quoted(String(name))} ${definition}`)
  }
  await checkRows(session, expected, transfers)
  await beforeCommit()
  await session.query('commit')
  await session.query('analyze')
}

async function loadRows(session: Session, load: Load, transfers: readonly TableTransfer[]): Promise<Expected> {
  const expected = await load(async ({ name, columns }, rows: readonly Row[]) => {
    const names = columns.map((column) => quoted(column.name)).join(', ')
    const plain = `insert into ${quoted(name)} (${names}) values (${columns.map(() => '?').join(', ')})`
    const insert = transfers.find((each) => each.name === name)?.insert[session.dialect] ?? plain
    const [into, values] = insert.split(/\bvalues\b/)
    const most = Math.floor(maxValues / columns.length)
    for (let at = 0; at < rows.length; at += most) {
      const some = rows.slice(at, at + most)
      await session.query(`${into} values ${some.map(() => values).join(', ')}`, some.flat())
    }
  })
  for (const [place, last] of Object.entries(expected.sequences)) {
    const [table = '', column] = place.split('.')
    if (session.dialect === 'sqlite') {
      await session.query('delete from sqlite_sequence where name = ?', [table])
      await session.query('insert into sqlite_sequence (name, seq) values (?, ?)', [table, last])
    } else {
      const set = 'select setval(pg_get_serial_sequence(?, ?), greatest(?::bigint, 1), ?::bigint > 0)'
      await session.query(set, [quoted(table), column, last, last])
    }
  }
  return expected
}

/** @throws Error that names the first table that is not what it must be */
async function checkRows(session: Session, expected: Expected, transfers: readonly TableTransfer[]): Promise<void> {
  const loaded = await readSnapshot(session, transfers)
  for (const table of loaded.tables) {
    const digest = new RowsDigest()
    for await (const row of loaded.rows(table)) digest.add(table, row)
    const { rows, sha256 } = digest.result()
    const written = expected.tables[table.name]
    if (written?.rows === rows && written.sha256 === sha256) continue
    const difference = written?.rows === rows ? 'other values' : `${rows} rows instead of ${written?.rows ?? 0}`
    throw new Error(`The database differs from what was written: ${table.name} has ${difference}.`)
  }
}
