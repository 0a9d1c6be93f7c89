import { quoted } from './cells.ts'
import { PostgresSession } from './postgres-session.ts'
import { readPostgres } from './postgres-snapshot.ts'
import type { CarriedTable, Load, Sequences, TableShape } from './types.ts'

/**
 * Replaces all rows of a PostgreSQL database that is up to date, in one transaction: whenever it ends before its time,
 * nothing has changed.
 */
export async function loadPostgres(databaseUrl: string, load: Load, special: readonly CarriedTable[]): Promise<void> {
  const session = await PostgresSession.open(databaseUrl)
  try {
    await session.exec("begin; set local lock_timeout = '10s'")
    const { tables } = await readPostgres(session, special)
    const names = tables.map(({ name }) => quoted(name)).join(', ')
    await session.exec(`lock table ${names} in access exclusive mode`)
    // Checked as a whole when they are added again, and in any order until then.
    const references = await session.all<Reference>(listReferences)
    for (const { table, name } of references) await session.exec(`alter table ${table} drop constraint ${quoted(name)}`)
    for (const { name } of tables) await session.exec(`alter table ${quoted(name)} disable trigger user`)
    await session.exec(`truncate ${names}`)
    await load.fill({ insert: (table, rows) => insert(session, table, rows, special) })
    await setSequences(session, load.sequences())
    for (const { name } of tables) await session.exec(`alter table ${quoted(name)} enable trigger user`)
    for (const { table, name, definition } of references) {
      await session.exec(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    }
    await load.check(await readPostgres(session, special))
    await session.exec('commit')
    await session.exec('analyze')
  } finally {
    await session.close()
  }
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

const listReferences = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`

async function insert(
  session: PostgresSession,
  table: TableShape,
  rows: Parameters<PostgresSession['insertAll']>[2],
  special: readonly CarriedTable[],
): Promise<void> {
  const carried = special.find(({ name }) => name === table.name)
  const names = table.columns.map(({ name }) => quoted(name)).join(', ')
  const [into, values] = carried
    ? (carried.insert.postgres.split(/\bvalues\b/) as [string, string])
    : [`insert into ${quoted(table.name)} (${names})`, `(${table.columns.map(() => '?').join(', ')})`]
  await session.insertAll(into, values, rows)
}

async function setSequences(session: PostgresSession, sequences: Sequences): Promise<void> {
  for (const [column, last] of Object.entries(sequences)) {
    const [table = '', name = ''] = column.split('.')
    await session.all('select setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, 1), $3::bigint > 0)', [
      quoted(table),
      name,
      last,
    ])
  }
}

/** How many connections servers and commands have to this database. */
export async function countConnections(databaseUrl: string): Promise<number> {
  const session = await PostgresSession.open(databaseUrl)
  try {
    const [row] = await session.all<{ count: number }>(
      `select count(*) as count from pg_stat_activity
        where datname = current_database() and application_name = 'onedoor'`,
    )
    return Number(row?.count)
  } finally {
    await session.close()
  }
}
