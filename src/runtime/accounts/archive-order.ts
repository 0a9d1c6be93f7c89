import type { Query, Reader, Store } from '../store/types.ts'
import { archivedTables, type InArchive } from './archive.ts'
import type { OwnedTable } from './owned.ts'

/** Indexes with their first two columns. */
const indexes = {
  sqlite: `select m.name as "table",
      (select name from pragma_index_info(i.name) where seqno = 0) as first,
      (select name from pragma_index_info(i.name) where seqno = 1) as second
    from sqlite_schema m join pragma_index_list(m.name) i
    where m.type = 'table' and i.partial = 0`,
  postgres: `select c.relname as "table", a.attname as first, b.attname as second
    from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      left join pg_attribute b on i.indnkeyatts > 1 and b.attrelid = c.oid and b.attnum = i.indkey[1]
    where c.relnamespace = current_schema()::regnamespace and i.indpred is null and i.indisvalid`,
} as const

interface IndexRow {
  readonly table: string
  readonly first: string | null
  readonly second: string | null
}

async function withoutOrder(reader: Reader, tables: readonly InArchive[]): Promise<InArchive[]> {
  const found = await reader.all<IndexRow>(reader.sql.raw(indexes[reader.dialect]) as Query)
  const present = new Set(found.map(({ table, first, second }) => `${table} ${first} ${second}`))
  return tables.filter(
    ({ table, account, archive: { key } }) => key !== account && !present.has(`${table} ${account} ${key}`),
  )
}

async function hasStatistics(reader: Reader): Promise<boolean> {
  if (reader.dialect !== 'sqlite') return false
  return (await reader.get(reader.sql('sqlite_schema').select('name').where({ name: 'sqlite_stat1' }))) !== undefined
}

/**
 * Gives each table in archives an index by account and key, so that every page of an archive costs the same for any number of
 * rows. Changes nothing if all have one, so that a server also starts on a database that it cannot write to.
 */
export async function installArchiveOrder(store: Store, tables: readonly OwnedTable[]): Promise<void> {
  const archived = archivedTables(tables)
  if ((await withoutOrder(store, archived)).length === 0) return
  // In turn: processes that start together would all create them.
  await store.write(async (tx) => {
    for (const { table, account, archive } of await withoutOrder(tx, archived)) {
      // Rows that belong to two accounts are in the archives of both.
      const isOnly = archived.filter((each) => each.table === table).length === 1
      const name = isOnly ? `${table}_in_archive` : `${table}_${account}_in_archive`
      await tx.run(tx.sql.raw('create index ?? on ?? (??, ??)', [name, table, account, archive.key]))
      // SQLite prefers an index without statistics to those with, and would then sort all rows of an account for each page.
      if (await hasStatistics(tx)) await tx.run(tx.sql.raw('analyze ??', [name]))
    }
  }, 'archive order')
}
