import { quotaMark, quotaSqlState } from '../store-errors.ts'
import type { Reader, Store } from '../types.ts'
import {
  type CountedColumn,
  type CountedTable,
  type Counter,
  changingColumns,
  keptFactor,
  maxMarkBytes,
  quoted,
  sizeOf,
} from './counted.ts'

const existing = {
  sqlite: "select name, sql as text from sqlite_schema where type = 'trigger' and substr(name, 1, 8) = 'storage_'",
  postgres: `select p.proname as name, p.prosrc as text from pg_proc p join pg_trigger t on t.tgfoid = p.oid
    where p.pronamespace = current_schema()::regnamespace and starts_with(p.proname, 'storage_')`,
} as const

const columns = {
  sqlite: `select m.name as "table", c.name, c.type from sqlite_schema m join pragma_table_info(m.name) c
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
  const found = await columnsOfAll(
    reader,
    tables.map(({ table }) => table),
  )
  const each = tables.map((counted) => [counted, found.get(counted.table) ?? []] as const)
  if (reader.dialect === 'postgres') return each.flatMap((of) => postgresCounters(...of, quotaBytes))
  return [...(tables.length > 0 ? sqliteCounting(quotaBytes) : []), ...each.flatMap((of) => sqliteCounters(...of))]
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

/** How much the account in the current row may store, as SQL. @param times how many times its quota: 1, or `keptFactor` */
function limitOf(times: string, quotaBytes: number): string {
  return `${times} * coalesce(quota_bytes, ${quotaBytes}) + (${times} - 1) * quota_excess_bytes`
}

/**
 * The triggers that count the rows of a table on PostgreSQL. Each change inserts a row into `storage_changes`, and these are
 * added up later: simultaneous writes of one account never wait for, or conflict over, a sum. The quota is checked against the
 * sums, which no caller's transaction writes. A foreign key's cascade also runs these triggers.
 */
function postgresCounters(counted: CountedTable, columns: readonly CountedColumn[], quotaBytes: number): Counter[] {
  const { table, counting } = counted
  const account = quoted(counted.account)
  const size = (row: string): string => sizeOf(counted, columns, 'postgres', row)
  const growth = `(${size('new.')}) - (${size('old.')})`
  const factor = counting === 'kept' ? keptFactor : 1
  const refuse = (growths: string, times: string): string =>
    typeof counting === 'object'
      ? ''
      : `select case when a.quota_bytes is null then '${quotaBytes}' else a.quota_bytes || ' own' end into exceeded
        from (${growths}) n join accounts a on a.id = n.owner
        where n.bytes > 0 and n.bytes + (select coalesce(sum(u.bytes), 0) from storage_use u where u.owner = n.owner)
          > ${limitOf(`(${times})`, quotaBytes)} limit 1;
      if found then raise exception '${quotaMark} %', exceeded using errcode = '${quotaSqlState}'; end if;`
  const into = `insert into storage_changes (owner, source, bytes)`
  const added = `select r.${account} as owner, sum(${size('r.')}) as bytes from counted r where r.${account} is not null group by 1`
  const subtract = (when: string): string =>
    `${into} select old.${account}, '${table}', -(${size('old.')}) from accounts where id = old.${account} and ${when};`
  const sum = `select n.owner, '${table}', n.bytes from (${added}) n`
  const bodies = {
    insert: `${into} ${sum};
      ${refuse(added, String(factor))}`,
    // The account itself may have been deleted, and its rows with it.
    delete: `${into} ${sum.replace('n.bytes', '-n.bytes')} where exists (select 1 from accounts where id = n.owner);`,
    update: `if new.${account} is not distinct from old.${account} then
        ${into} select new.${account}, '${table}', ${growth} where new.${account} is not null;
      else
        ${subtract('true')}
        ${into} select new.${account}, '${table}', ${size('new.')} where new.${account} is not null;
      end if;
      ${refuse(
        `select new.${account} as owner, ${growth} as bytes`,
        `case when n.bytes <= ${maxMarkBytes} then ${keptFactor} else ${factor} end`,
      )}`,
  }
  const updated = changingColumns(counted, columns).map(quoted).join(', ')
  const events = {
    insert: `insert on ${quoted(table)} referencing new table as counted for each statement`,
    delete: `delete on ${quoted(table)} referencing old table as counted for each statement`,
    update: `update of ${updated} on ${quoted(table)} for each row
      when (new.${account} is distinct from old.${account} or ${growth} <> 0)`,
  }
  return (['insert', 'delete', 'update'] as const).map((event) => {
    const name = `storage_${table}_${event}`
    const on = `after ${events[event]}`
    // The comment makes a change of the trigger change the text of its function.
    const text = `\n-- ${on.replaceAll('\n', ' ')}\ndeclare exceeded text;\nbegin\n  ${bodies[event]}\n  return null;\nend `
    const statements = [
      `create or replace function ${quoted(name)}() returns trigger language plpgsql as $counter$${text}$counter$`,
      `create trigger ${quoted(name)} ${on} execute function ${quoted(name)}()`,
    ]
    return { name, text, statements }
  })
}

/** A trigger. SQLite stores its text unchanged except for the first two words. */
function trigger(name: string, when: string, steps: readonly string[]): Counter {
  const text = `CREATE TRIGGER ${quoted(name)} ${when} begin\n  ${steps.join('\n  ')}\nend`
  return { name, text, statements: [text] }
}

const columnsOfUse = 'storage_use (owner, source, bytes)'
const addUp = 'on conflict (owner, source) do update set bytes = bytes + excluded.bytes'

/**
 * What the triggers of all tables have in common, on the view `storage_counting`: inserting into it means that a row of
 * `source`, which counted `old_bytes` for `old_owner`, now counts `new_bytes` for `new_owner`. Writes beyond `most` times the
 * quota are rejected, marks only beyond `most_marked` times; null means no limit.
 *
 * Every connection parses the triggers of all tables before its first statement and holds them in memory: this part is parsed
 * and held once instead of sixty times.
 */
function sqliteCounting(quotaBytes: number): Counter[] {
  const isOther = 'new.new_owner is not new.old_owner'
  const growth = `new.new_bytes - iif(${isOther}, 0, new.old_bytes)`
  const most = `iif(new.new_bytes - new.old_bytes <= ${maxMarkBytes}, new.most_marked, new.most)`
  return [
    trigger(
      'storage_counting_returned',
      `instead of insert on storage_counting when new.old_owner is not null and ${isOther}`,
      [
        // The account itself may have been deleted, and its rows with it.
        `insert into ${columnsOfUse} select new.old_owner, new.source, -new.old_bytes
      where exists (select 1 from accounts where id = new.old_owner) ${addUp};`,
      ],
    ),
    trigger(
      'storage_counting_taken',
      `instead of insert on storage_counting
    when new.new_owner is not null and (${isOther} or new.new_bytes <> new.old_bytes)`,
      [
        `insert into ${columnsOfUse} values (new.new_owner, new.source, ${growth}) ${addUp};`,
        `select raise(abort, '${quotaMark} ' || coalesce(quota_bytes || ' own', '${quotaBytes}')) from accounts
      where id = new.new_owner and new.new_bytes > new.old_bytes
        and (select sum(bytes) from storage_use where owner = id) > ${limitOf(most, quotaBytes)};`,
      ],
    ),
  ]
}

/**
 * The triggers that count the rows of a table on SQLite. As only one connection writes, the sums of accounts are always exact.
 * A foreign key's cascade also runs these triggers. They need those of `sqliteCounting`.
 */
function sqliteCounters(counted: CountedTable, columns: readonly CountedColumn[]): Counter[] {
  const { table, counting } = counted
  const on = `on ${quoted(table)}`
  const [newAccount, oldAccount] = [`new.${quoted(counted.account)}`, `old.${quoted(counted.account)}`]
  const [newSize, oldSize] = [sizeOf(counted, columns, 'sqlite', 'new.'), sizeOf(counted, columns, 'sqlite', 'old.')]
  const isRefused = typeof counting !== 'object'
  const kept = isRefused ? String(keptFactor) : 'null'
  const limit = counting === 'refused' ? '1' : kept
  const updated = changingColumns(counted, columns).map(quoted).join(', ')
  const count = (before: string, after: string, most: string, mostMarked: string): string[] => [
    `insert into storage_counting values ('${table}', ${before}, ${after}, ${most}, ${mostMarked});`,
  ]
  return [
    trigger(
      `storage_${table}_insert`,
      `after insert ${on} when ${newAccount} is not null`,
      count('null, 0', `${newAccount}, ${newSize}`, limit, limit),
    ),
    trigger(
      `storage_${table}_delete`,
      `after delete ${on} when ${oldAccount} is not null`,
      count(`${oldAccount}, ${oldSize}`, 'null, 0', 'null', 'null'),
    ),
    trigger(
      `storage_${table}_update`,
      `after update of ${updated} ${on}`,
      count(`${oldAccount}, ${oldSize}`, `${newAccount}, ${newSize}`, limit, kept),
    ),
  ]
}
