import type { Store } from '../../src/runtime/store/types.ts'

interface Column {
  readonly name: string
  readonly type: string
}

interface Shape {
  readonly columns: readonly Column[]
  /** The columns of each primary key and unique index. */
  readonly unique: readonly (readonly string[])[]
  readonly foreign: readonly string[]
}

/** Far above the numbers of the rows that are copied. */
const step = 1_000_000

const tablesOf = {
  sqlite: `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'
      order by name`,
  postgres: "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
} as const

const columnsOf = {
  sqlite: 'select name, type from pragma_table_info(?)',
  postgres: `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = cast(? as regclass) and attnum > 0 and not attisdropped`,
} as const

const uniqueOf = {
  sqlite: `select i.name as "index", c.name as "column" from pragma_index_list(?) i, pragma_index_info(i.name) c
    where i."unique" = 1 and c.name is not null
    union all select '', name from pragma_table_info(?) where pk > 0`,
  postgres: `select cast(i.indexrelid as text) as "index", a.attname as "column" from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indisunique and i.indrelid = cast(? as regclass)`,
} as const

const foreignOf = {
  sqlite: 'select "from" as name from pragma_foreign_key_list(?)',
  postgres: `select a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.conrelid = cast(? as regclass)`,
} as const

async function shapeOf(store: Store, table: string): Promise<Shape> {
  const { dialect, sql } = store
  const uniqueArgs = dialect === 'sqlite' ? [table, table] : [table]
  const columns = await store.all<Column>(sql.raw(columnsOf[dialect], [table]))
  const indexed = await store.all<{ index: string; column: string }>(sql.raw(uniqueOf[dialect], uniqueArgs))
  const foreign = await store.all<{ name: string }>(sql.raw(foreignOf[dialect], [table]))
  const unique = [...Map.groupBy(indexed, ({ index }) => index).values()]
  return {
    columns,
    unique: unique.map((rows) => rows.map(({ column }) => column)),
    foreign: foreign.map(({ name }) => name),
  }
}

/** The statement that copies each row with other keys; undefined for a table whose keys are all foreign. */
function copying(dialect: Store['dialect'], table: string, { columns, unique, foreign }: Shape, copies: number) {
  const own = new Set(unique.flatMap((names) => names.filter((name) => !foreign.includes(name))))
  if (unique.some((names) => !names.some((name) => own.has(name)))) return undefined
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map(({ name, type }) => {
    if (!own.has(name)) return `"${name}"`
    return /int/i.test(type)
      ? `"${name}" + n * ${step}`
      : /text|char/i.test(type)
        ? `"${name}" || '-' || n`
        : `"${name}"`
  })
  const series =
    dialect === 'sqlite'
      ? `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${copies})`
      : `with s(n) as (select generate_series(1::bigint, ${copies}))`
  const copied = `${series} insert into "${table}" (${names}) `
  return `${copied}select ${values.join(', ')} from "${table}" cross join s where true`
}

interface Multiplied {
  readonly rows: number
  /** Tables whose rules do not allow copies of their rows. */
  readonly skipped: readonly string[]
}

/** The triggers that count what accounts store would reject that much; a migration drops them as well. */
const countersOf = {
  sqlite:
    "select 'drop trigger ' || name as statement from sqlite_schema where type = 'trigger' and name like 'storage%'",
  postgres: `select format('drop function %I cascade', proname) as statement from pg_proc
    where pronamespace = 'public'::regnamespace and starts_with(proname, 'storage_')`,
} as const

/**
 * Copies the rows of every table, each equally often, until there are at least this many. Tables whose rules
 * do not allow copies are left out, for which the others make up.
 *
 * @throws Error if there are still fewer
 */
export async function multiplyRows(store: Store, atLeast: number): Promise<Multiplied> {
  const { dialect, sql } = store
  const counters = await store.all<{ statement: string }>(sql.raw(countersOf[dialect]))
  for (const { statement } of counters) await store.run(sql.raw(statement))
  const names = (await store.all<{ name: string }>(sql.raw(tablesOf[dialect]))).map(({ name }) => name)
  const tables = names.filter((name) => name !== 'migrations' && !name.startsWith('storage_'))
  const each = tables.map((name) => `select count(*) as n from "${name}"`).join(' union all ')
  const count = async () => Number((await store.get<{ n: number }>(sql.raw(`select sum(n) as n from (${each}) t`)))?.n)
  const copies = Math.ceil((1.5 * atLeast) / (await count()))
  const skipped: string[] = []
  for (const table of tables) {
    const statement = copying(dialect, table, await shapeOf(store, table), copies)
    const copied = statement && (await store.run(sql.raw(statement)).catch(() => undefined))
    if (!copied) skipped.push(table)
  }
  const rows = await count()
  if (rows < atLeast)
    throw new Error(`Only ${rows} rows could be made, because these tables take no copies: ${skipped.join(', ')}`)
  return { rows, skipped }
}
