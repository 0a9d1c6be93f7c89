import type { Dialect } from '../types.ts'
import { openPostgresSession, openSqliteSession, type Session } from './database-sessions.ts'
import { cellOf } from './rows.ts'
import type { CellKind, Snapshot, TableShape, TableTransfer } from './types.ts'

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

interface ListedColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly key_place: number | null
  /** The last number that the database assigned. */
  last: number | null
}

type Assigned = { readonly name: string; readonly seq: number }

const listColumns: Record<Dialect, string> = {
  sqlite: `
    select t.name as "table", c.name, c.type, nullif(c.pk, 0) as key_place, null as last
      from pragma_table_list as t join pragma_table_info(t.name) as c
      where t.schema = 'main' and t.type in ('table', 'virtual') order by t.name, c.cid`,
  postgres: `
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        array_position(i.indkey::int2[], a.attnum) as key_place,
        case when s is not null then coalesce(pg_sequence_last_value(s::regclass), 0) end as last
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attgenerated = '' and not a.attisdropped
      left join pg_get_serial_sequence(quote_ident(c.relname), a.attname) s on true
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      order by c.relname collate "C", a.attnum`,
}

const kinds: Readonly<Record<string, CellKind>> = {
  ...{ text: 'text', varchar: 'text', 'character varying': 'text', char: 'text', character: 'text' },
  ...{ integer: 'integer', bigint: 'integer', smallint: 'integer' },
  ...{ float: 'real', real: 'real', double: 'real', 'double precision': 'real' },
  ...{ boolean: 'boolean', blob: 'bytes', bytea: 'bytes', json: 'json', jsonb: 'json' },
}

/** By bytes, regardless of the locale of the database. */
const collations: Record<Dialect, string> = { sqlite: 'collate binary', postgres: 'collate "C"' }

/**
 * Opens a snapshot of a PostgreSQL database, or of a SQLite file if `databaseUrl` is not given. A running server continues
 * to write; the log of a SQLite database grows until the snapshot is closed.
 */
export async function openSnapshot(
  { databaseUrl, filename }: { readonly databaseUrl?: string | undefined; readonly filename: string },
  transfers: readonly TableTransfer[],
): Promise<Snapshot> {
  const session = databaseUrl ? await openPostgresSession(databaseUrl) : await openSqliteSession(filename)
  try {
    await session.query(databaseUrl ? 'begin isolation level repeatable read read only' : 'begin')
    return await readSnapshot(session, transfers)
  } catch (error) {
    await session[Symbol.asyncDispose]()
    throw error
  }
}

/** Reads what a session sees of its database. Closing the snapshot closes the session. */
export async function readSnapshot(session: Session, transfers: readonly TableTransfer[]): Promise<Snapshot> {
  const { dialect } = session
  const listed = Map.groupBy(await session.query<ListedColumn>(listColumns[dialect]), ({ table }) => table)
  const covered = new Set(transfers.flatMap(({ covers }) => covers[dialect]))
  const tables = [...listed]
    .filter(([name]) => !covered.has(name) && name !== 'migrations' && !name.startsWith('sqlite_'))
    .map(([name, columns]) => transfers.find((transfer) => transfer.name === name) ?? shapeOf(name, columns))
    .map(({ name, columns, key }) => ({ name, columns, key }))
  const applied = listed.has('migrations') ? await session.query<{ name: string }>('select name from migrations') : []
  const assigned = listed.has('sqlite_sequence') ? await session.query<Assigned>('select * from sqlite_sequence') : []
  for (const { name, seq } of assigned)
    for (const column of listed.get(name) ?? []) if (column.key_place) column.last = seq
  const numbered = tables.flatMap(({ name, columns }) =>
    (listed.get(name) ?? []).filter(
      (each) => each.last !== null && columns.some((column) => column.name === each.name),
    ),
  )
  return {
    dialect,
    tables,
    migrations: applied.map(({ name }) => name).sort(),
    sequences: Object.fromEntries(numbered.map(({ table, name, last }) => [`${table}.${name}`, Number(last)])),
    async *rows({ name, columns, key }) {
      const transfer = transfers.find((each) => each.name === name)
      for (const sql of transfer?.prepare[dialect] ?? []) await session.query(sql)
      const names = columns.map((column) => quoted(column.name)).join(', ')
      const source = transfer ? `(${transfer.select[dialect]}) as transferred` : quoted(name)
      const texts = new Set(columns.filter(({ kind }) => kind === 'text').map((column) => column.name))
      const order = key.map((of) => `${quoted(of)} ${texts.has(of) ? collations[dialect] : ''} nulls first`)
      for await (const values of session.stream(`select ${names} from ${source} order by ${order.join(', ')}`)) {
        yield columns.map((column) => cellOf(values[column.name], column, name))
      }
    },
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  }
}

function shapeOf(name: string, listed: readonly ListedColumn[]): TableShape {
  const columns = listed
    .map((column) => {
      const kind = kinds[column.type.toLowerCase().replace(/\(.*\)/, '')]
      if (!kind) throw new Error(`${name}.${column.name} has the type "${column.type}", which cannot be copied.`)
      return { name: column.name, kind }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const primary = listed
    .filter(({ key_place }) => key_place !== null)
    .sort((one, other) => Number(one.key_place) - Number(other.key_place))
  return { name, columns, key: (primary.length > 0 ? primary : columns).map((column) => column.name) }
}
