import type { Reader, Store } from '../types.ts'
import type { CountedColumn, CountedTable, Counter } from './counted.ts'
import { postgresCounters } from './postgres-counter.ts'
import { sqliteCounters, sqliteCounting } from './sqlite-counter.ts'

const existing = {
  sqlite: "select name, sql as text from sqlite_schema where type = 'trigger' and substr(name, 1, 8) = 'storage_'",
  postgres: `select p.proname as name, p.prosrc as text from pg_proc p join pg_trigger t on t.tgfoid = p.oid
    where p.pronamespace = current_schema()::regnamespace and starts_with(p.proname, 'storage_')`,
} as const

const columns = {
  sqlite: `select m.name as "table", c.name, c.type, c."notnull" as "isNeverNull" from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name in (??) order by m.name, c.cid`,
  // From the catalog: reading the view information_schema.columns takes three times as long.
  postgres: `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relname in (??) and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`,
} as const

/** The columns of all these tables, in one query: PostgreSQL needs milliseconds for each query. */
async function columnsOfAll(reader: Reader, tables: readonly string[]): Promise<Map<string, CountedColumn[]>> {
  if (tables.length === 0) return new Map()
  const places = tables.map(() => '?').join(', ')
  const rows = await reader.all<CountedColumn & { readonly table: string }>(
    reader.sql.raw(columns[reader.dialect].replace('??', places), tables),
  )
  return Map.groupBy(rows, ({ table }) => table)
}

/** The columns of a table. */
export async function columnsOf(reader: Reader, table: string): Promise<CountedColumn[]> {
  return (await columnsOfAll(reader, [table])).get(table) ?? []
}

async function wantedCounters(reader: Reader, tables: readonly CountedTable[], quotaBytes: number): Promise<Counter[]> {
  const countersOf = reader.dialect === 'sqlite' ? sqliteCounters : postgresCounters
  const found = await columnsOfAll(
    reader,
    tables.map(({ table }) => table),
  )
  const shared = reader.dialect === 'sqlite' && tables.length > 0 ? sqliteCounting(quotaBytes) : []
  return [...shared, ...tables.flatMap((counted) => countersOf(counted, found.get(counted.table) ?? [], quotaBytes))]
}

/**
 * Installs the counters of exactly these tables. Writes only what has changed: a server must also start on a database that it
 * cannot write to, and a change locks the table on PostgreSQL.
 *
 * @returns whether anything has changed: then earlier writes may not have been counted
 */
export async function installCounters(
  store: Store,
  tables: readonly CountedTable[],
  quotaBytes: number,
): Promise<boolean> {
  const wanted = await wantedCounters(store, tables, quotaBytes)
  const differences = async (reader: Reader) => {
    const present = await reader.all<Installed>(reader.sql.raw(existing[reader.dialect]))
    return {
      surplus: present.filter((each) => !wanted.some(isSame(each))),
      missing: wanted.filter((each) => !present.some(isSame(each))),
    }
  }
  const { surplus, missing } = await differences(store)
  if (surplus.length + missing.length === 0) return false
  await store.write(async (tx) => {
    const now = await differences(tx)
    for (const { name } of now.surplus) await tx.run(tx.sql.raw(dropCounter[tx.dialect], [name]))
    for (const { statements } of now.missing) {
      for (const statement of statements) await tx.run(tx.sql.raw(statement))
    }
  })
  return true
}

type Installed = Pick<Counter, 'name' | 'text'>

const isSame = (one: Installed) => (other: Installed) => one.name === other.name && one.text === other.text

const dropCounter = {
  sqlite: 'drop trigger ??',
  postgres: 'drop function ?? cascade',
} as const
