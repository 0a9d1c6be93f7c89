import { open } from 'node:fs/promises'
import knex from 'knex'
import { migrateSqlite } from '../migrate.ts'
import { quietKnexLog } from '../quiet.ts'
import type { Migration } from '../types.ts'
import { quoted } from './cells.ts'
import { SqliteSession } from './sqlite-session.ts'
import { readSqlite } from './sqlite-snapshot.ts'
import type { CarriedTable, Load, Sequences } from './types.ts'

export interface LoadOptions {
  /** Those that what is loaded has been through. */
  readonly past: readonly Migration[]
  /** All of this release, `past` among them. */
  readonly migrations: readonly Migration[]
  readonly special: readonly CarriedTable[]
}

/**
 * Fills a new SQLite file and brings it up to date. Until it resolves, the file is of no use; nothing waits for the disk
 * before that.
 *
 * @param filename an empty file
 */
export async function loadSqlite(filename: string, load: Load, options: LoadOptions): Promise<void> {
  await migrate(filename, options.past)
  const session = await SqliteSession.open(filename)
  try {
    await session.exec('pragma foreign_keys = off; pragma synchronous = off; begin immediate')
    await fill(session, load, options.special)
    await session.exec('commit')
    await refuseDamage(session)
    await load.check(await readSqlite(session, options.special))
  } finally {
    await session.close()
  }
  await migrate(filename, options.migrations)
  const file = await open(filename, 'r+')
  await file.sync().finally(() => file.close())
}

/** Without the triggers, which would answer the changes once more that are already in what is loaded. */
async function fill(session: SqliteSession, load: Load, special: readonly CarriedTable[]): Promise<void> {
  const triggers = await session.all<{ name: string; sql: string }>(
    `select name, sql from sqlite_master where type = 'trigger'
      and tbl_name in (select name from sqlite_master where type = 'table')`,
  )
  for (const { name } of triggers) await session.exec(`drop trigger ${quoted(name)}`)
  const { tables } = await readSqlite(session, special)
  for (const { name } of tables) await session.exec(`delete from ${quoted(name)}`)
  await load.fill({
    async insert(table, rows) {
      const carried = special.find(({ name }) => name === table.name)
      const names = table.columns.map(({ name }) => quoted(name)).join(', ')
      const places = table.columns.map(() => '?').join(', ')
      const sql = carried?.insert.sqlite ?? `insert into ${quoted(table.name)} (${names}) values (${places})`
      await session.runAll(sql, rows)
    },
  })
  await setSequences(session, load.sequences())
  for (const { sql } of triggers) await session.exec(sql)
}

async function setSequences(session: SqliteSession, sequences: Sequences): Promise<void> {
  for (const [column, last] of Object.entries(sequences)) {
    const [table] = column.split('.')
    await session.all('delete from sqlite_sequence where name = ?', [table])
    await session.all('insert into sqlite_sequence (name, seq) values (?, ?)', [table, last])
  }
}

async function refuseDamage(session: SqliteSession): Promise<void> {
  const [orphan] = await session.all<{ table: string; parent: string }>('pragma foreign_key_check')
  if (orphan) throw new Error(`A row of ${orphan.table} refers to a row of ${orphan.parent} that does not exist.`)
  const [check] = await session.all<{ integrity_check: string }>('pragma integrity_check(1)')
  if (check?.integrity_check !== 'ok') throw new Error(`The loaded database is damaged: ${check?.integrity_check}`)
}

async function migrate(filename: string, migrations: readonly Migration[]): Promise<void> {
  const connection = knex({
    client: 'sqlite3',
    connection: { filename },
    log: quietKnexLog,
  })
  try {
    await migrateSqlite(connection, migrations)
  } finally {
    await connection.destroy()
  }
}
