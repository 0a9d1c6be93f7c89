import pg from 'pg'

/** For each kind of object in the order of creation; each query returns statements. */
const sequences = `select format('create sequence %I', c.relname) from pg_class c
  where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`

const tables = `select format('create table %I (%s)', c.relname, string_agg(format('%I %s%s%s%s', a.attname,
    format_type(a.atttypid, a.atttypmod),
    (select format(' collate %I', collname) from pg_collation l where l.oid = a.attcollation and collname <> 'default'),
    ' default ' || pg_get_expr(d.adbin, d.adrelid),
    case when a.attnotnull then ' not null' end), ', ' order by a.attnum))
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`

/** @param kinds of constraints, `f` being foreign keys */
const constraints = (
  kinds: string,
) => `select format('alter table %s add constraint %I %s', conrelid::regclass, conname,
    pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace and contype in (${kinds}) order by conrelid::regclass::text, conname`

const indexes = `select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
  where c.relnamespace = 'public'::regnamespace
  and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u')) order by c.relname`

const functions = `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace order by proname`

const triggers = `select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
  where not tgisinternal and c.relnamespace = 'public'::regnamespace order by c.relname, tgname`

const owners = `select format('alter sequence %I owned by %s.%I', s.relname, refobjid::regclass, a.attname)
  from pg_depend join pg_class s on s.oid = objid and s.relkind = 'S'
  join pg_attribute a on a.attrelid = refobjid and a.attnum = refobjsubid
  where classid = 'pg_class'::regclass and deptype = 'a' order by s.relname`

const positions = `select format('select setval(%L, %s)', sequencename, last_value) from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`

/** A query for each table, whose rows are INSERT statements. */
const rowQueries = `select format('select %L || concat_ws('', '', %s) || '')'' from %I order by 1',
    format('insert into %I values (', c.relname),
    string_agg(format('quote_nullable(%I::text)', a.attname), ', ' order by a.attnum), c.relname)
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`

async function inDatabase<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return use(client).finally(() => client.end())
}

/** The first column of all rows. */
async function columnOf(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' })
  return rows.map(([value]) => value)
}

/** Statements that recreate the schema of this database: those before its rows, and those after them. */
export function schemaOf(url: string): Promise<[before: string[], after: string[]]> {
  return inDatabase(url, async (client) => {
    const all = async (...queries: string[]) => {
      const statements: string[] = []
      for (const query of queries) statements.push(...(await columnOf(client, query)))
      return statements
    }
    return [
      await all(sequences, tables),
      await all(constraints("'p', 'u', 'c'"), indexes, constraints("'f'"), functions, triggers, owners),
    ]
  })
}

/** SQL that recreates this database on an empty one, like `pg_dump`, which the packaged PostgreSQL lacks. */
export async function dumpPostgres(url: string): Promise<string> {
  const [before, after] = await schemaOf(url)
  return inDatabase(url, async (client) => {
    const rows: string[] = []
    for (const query of await columnOf(client, rowQueries)) rows.push(...(await columnOf(client, query)))
    return [...before, ...rows, ...after, ...(await columnOf(client, positions)), ''].join(';\n')
  })
}

/** Runs the statements of a dump. */
export async function loadPostgres(url: string, sql: string): Promise<void> {
  await inDatabase(url, (client) => client.query(`set check_function_bodies = off;\n${sql}`))
}

/** The names of the applied migrations, and the tables without rows. */
export function contentsOf(url: string): Promise<{ migrations: string[]; emptyTables: string[] }> {
  return inDatabase(url, async (client) => {
    const migrations = await columnOf(client, 'select name from migrations order by name')
    const names = await columnOf(client, "select tablename from pg_tables where schemaname = 'public' order by 1")
    const emptyTables: string[] = []
    for (const name of names)
      if ((await columnOf(client, `select from ${name} limit 1`)).length === 0) emptyTables.push(name)
    return { migrations, emptyTables }
  })
}
