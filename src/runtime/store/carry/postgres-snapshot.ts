import { kindOf, quoted, sortedByName } from './cells.ts'
import { PostgresSession } from './postgres-session.ts'
import type { CarriedTable, OpenSnapshot, Sequences, Snapshot, TableShape } from './types.ts'

/** A PostgreSQL database at one moment, in one transaction that reads. */
export async function openPostgresSnapshot(
  databaseUrl: string,
  special: readonly CarriedTable[],
): Promise<OpenSnapshot> {
  const session = await PostgresSession.open(databaseUrl)
  try {
    await session.exec('begin isolation level repeatable read read only')
    return { ...(await readPostgres(session, special)), close: () => session.close() }
  } catch (error) {
    await session.close()
    throw error
  }
}

/** What a connection sees of its database in the transaction that it is in. */
export async function readPostgres(session: PostgresSession, special: readonly CarriedTable[]): Promise<Snapshot> {
  const { tables, numbered } = await shapesOf(session, special)
  return {
    dialect: 'postgres',
    tables,
    migrations: await migrationsOf(session),
    sequences: await sequencesOf(session, numbered),
    async *rows(table) {
      const carried = special.find(({ name }) => name === table.name)
      for (const sql of carried?.prepare.postgres ?? []) await session.exec(sql)
      const names = table.columns.map(({ name }) => quoted(name)).join(', ')
      const source = carried ? `(${carried.select.postgres}) as carried_rows` : quoted(table.name)
      const texts = new Set(table.columns.filter(({ kind }) => kind === 'text').map(({ name }) => name))
      // By bytes, as SQLite does, whatever the locale of the database is.
      const order = table.key.map((name) => `${quoted(name)}${texts.has(name) ? ' collate "C"' : ''} nulls first`)
      yield* session.batches(`select ${names} from ${source} order by ${order.join(', ')}`, table)
    },
  }
}

async function migrationsOf(session: PostgresSession): Promise<string[]> {
  const [found] = await session.all<{ found: string | null }>("select to_regclass('migrations')::text as found")
  if (!found?.found) return []
  const rows = await session.all<{ name: string }>('select name from migrations order by name collate "C"')
  return rows.map(({ name }) => name)
}

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly is_computed: boolean
  readonly sequence: string | null
  readonly key_place: number | null
}

const listColumns = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attgenerated <> '' as is_computed,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence,
      array_position(i.indkey::int2[], a.attnum) as key_place
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
    order by c.relname collate "C", a.attnum`

interface Numbered {
  readonly column: string
  readonly sequence: string
}

async function shapesOf(
  session: PostgresSession,
  special: readonly CarriedTable[],
): Promise<{ tables: TableShape[]; numbered: Numbered[] }> {
  const covered = new Set(special.flatMap(({ covers }) => covers.postgres))
  const byTable = Map.groupBy(await session.all<ColumnRow>(listColumns), ({ table }) => table)
  const tables: TableShape[] = []
  const numbered: Numbered[] = []
  for (const [name, listed] of byTable) {
    const carried = special.find((each) => each.name === name)
    if (carried) tables.push({ name, columns: carried.columns, key: carried.key })
    else if (!covered.has(name)) tables.push(shapeOf(name, listed))
    for (const { name: column, sequence } of listed) {
      if (sequence && (carried?.columns.some((each) => each.name === column) ?? true))
        numbered.push({ column: `${name}.${column}`, sequence })
    }
  }
  return { tables, numbered }
}

function shapeOf(name: string, listed: readonly ColumnRow[]): TableShape {
  const carried = listed
    .filter((column) => !column.is_computed)
    .map((column) => {
      const kind = kindOf(column.type)
      if (!kind) throw new Error(`${name}.${column.name} has the type "${column.type}", which cannot be carried.`)
      return { name: column.name, kind }
    })
  const columns = sortedByName(carried)
  const primary = listed
    .filter(({ key_place }) => key_place !== null)
    .sort((one, other) => Number(one.key_place) - Number(other.key_place))
  const key = primary.length > 0 ? primary : columns
  return { name, columns, key: key.map((column) => column.name) }
}

async function sequencesOf(session: PostgresSession, numbered: readonly Numbered[]): Promise<Sequences> {
  const sequences: Record<string, number> = {}
  for (const { column, sequence } of numbered) {
    const [row] = await session.all<{ last: number }>(
      `select case when is_called then last_value else 0 end as last from ${sequence}`,
    )
    sequences[column] = Number(row?.last)
  }
  return sequences
}
