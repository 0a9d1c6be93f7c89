import { kindOf, quoted, sortedByName } from './cells.ts'
import { SqliteSession } from './sqlite-session.ts'
import type { CarriedTable, Column, OpenSnapshot, Sequences, Snapshot, TableShape } from './types.ts'

/**
 * A SQLite file at one moment, in a transaction that reads: a running server goes on writing, into its log, which
 * cannot shrink until the snapshot is closed.
 *
 * @param filename must exist
 */
export async function openSqliteSnapshot(filename: string, special: readonly CarriedTable[]): Promise<OpenSnapshot> {
  const session = await SqliteSession.open(filename)
  try {
    await session.exec('begin')
    return { ...(await readSqlite(session, special)), close: () => session.close() }
  } catch (error) {
    await session.close()
    throw error
  }
}

/** What a connection sees of its database. */
export async function readSqlite(session: SqliteSession, special: readonly CarriedTable[]): Promise<Snapshot> {
  const tables = await shapesOf(session, special)
  return {
    dialect: 'sqlite',
    tables,
    migrations: await migrationsOf(session),
    sequences: await sequencesOf(session, tables),
    async *rows(table) {
      const carried = special.find(({ name }) => name === table.name)
      for (const sql of carried?.prepare.sqlite ?? []) await session.exec(sql)
      const names = table.columns.map(({ name }) => quoted(name)).join(', ')
      const source = carried ? `(${carried.select.sqlite})` : quoted(table.name)
      const order = table.key.map((name) => `${quoted(name)} collate binary nulls first`).join(', ')
      yield* session.batches(`select ${names} from ${source} order by ${order}`, table)
    },
  }
}

async function migrationsOf(session: SqliteSession): Promise<string[]> {
  const exists = await session.all("select 1 from sqlite_master where type = 'table' and name = 'migrations'")
  if (exists.length === 0) return []
  const rows = await session.all<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

async function shapesOf(session: SqliteSession, special: readonly CarriedTable[]): Promise<TableShape[]> {
  const listed = await session.all<{ name: string; type: string }>(
    `select name, type from pragma_table_list
      where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite!_%' escape '!' order by name`,
  )
  const covered = new Set(special.flatMap(({ name, covers }) => [name, ...covers.sqlite]))
  const shapes: TableShape[] = []
  for (const { name, type } of listed) {
    if (name === 'migrations') continue
    const carried = special.find((each) => each.name === name)
    if (carried) shapes.push({ name, columns: carried.columns, key: carried.key })
    else if (!covered.has(name)) {
      if (type === 'virtual') throw new Error(`The virtual table ${name} cannot be carried: its owner has to say how.`)
      shapes.push(await shapeOf(session, name))
    }
  }
  return shapes
}

async function shapeOf(session: SqliteSession, name: string): Promise<TableShape> {
  const listed = await session.all<{ name: string; type: string; pk: number; hidden: number }>(
    'select name, type, pk, hidden from pragma_table_xinfo(?) order by cid',
    [name],
  )
  const carried: Column[] = []
  for (const column of listed) {
    // Computed by the database.
    if (column.hidden !== 0) continue
    const kind = kindOf(column.type)
    if (!kind) throw new Error(`${name}.${column.name} has the type "${column.type}", which cannot be carried.`)
    carried.push({ name: column.name, kind })
  }
  const columns = sortedByName(carried)
  const primary = listed.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
  const key = primary.length > 0 ? primary : columns
  return { name, columns, key: key.map((column) => column.name) }
}

async function sequencesOf(session: SqliteSession, tables: readonly TableShape[]): Promise<Sequences> {
  const exists = await session.all("select 1 from sqlite_master where name = 'sqlite_sequence'")
  if (exists.length === 0) return {}
  const rows = await session.all<{ name: string; seq: number }>('select name, seq from sqlite_sequence order by name')
  const known = new Map(tables.map((table) => [table.name, table]))
  return Object.fromEntries(
    rows.flatMap(({ name, seq }) => {
      const [column] = known.get(name)?.key ?? []
      const isCarried = known.get(name)?.columns.some((each) => each.name === column && each.kind === 'integer')
      return isCarried ? [[`${name}.${column}`, seq]] : []
    }),
  )
}
