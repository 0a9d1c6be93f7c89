import type { Knex } from 'knex'

/** Whether a query builder writes for PostgreSQL; otherwise it writes for SQLite. */
export function isPostgres(sql: Knex): boolean {
  return sql.client.config.client === 'pg'
}

/**
 * A subquery of the texts in a JSON array, for `in (?)` with any number of values.
 *
 * @param array the parameter with the array as JSON text
 */
export function selectJsonTexts(sql: Knex, array: Knex.Value): Knex.Raw {
  return sql.raw(isPostgres(sql) ? 'select json_array_elements_text(?::json)' : 'select value from json_each(?)', [
    array,
  ])
}

/** The members of a JSON object in each row, as parts of a `from` clause and of expressions. */
interface JsonMembers {
  /** The table joined with the members of its rows. */
  readonly from: string
  /** The name of a member. */
  readonly name: string
  /** The value of a member, as an integer. */
  readonly number: string
}

/**
 * Joins rows with the members of a JSON object in a text column.
 *
 * @param table with its alias: `link_visits as v`
 * @param column `v.counts`
 */
export function joinJsonMembers(sql: Knex, table: string, column: string): JsonMembers {
  return isPostgres(sql)
    ? {
        from: `${table} cross join lateral json_each_text(${column}::json) as member(name, value)`,
        name: 'member.name',
        number: 'member.value::bigint',
      }
    : { from: `${table}, json_each(${column}) as member`, name: 'member.key', number: 'member.value' }
}

/** The entries of a JSON array in each row, as parts of a `from` clause and of expressions. */
interface JsonEntries {
  /** The table joined with the entries of its rows. */
  readonly from: string
  /** An entry, as JSON. */
  readonly entry: string
  /** The place of an entry in its array. */
  readonly place: string
}

/**
 * Joins rows with the entries of a JSON array.
 *
 * @param array the array of a row, as a text expression
 */
export function joinJsonEntries(sql: Knex, table: string, array: string): JsonEntries {
  return isPostgres(sql)
    ? {
        from: `${table} cross join lateral json_array_elements((${array})::json) with ordinality as item(value, place)`,
        entry: 'item.value',
        place: 'item.place',
      }
    : { from: `${table}, json_each(${array}) as item`, entry: 'item.value', place: 'item.key' }
}

/** A member of the JSON object in a text column, as a text expression; null if it is missing. @param name a word */
export function jsonMember(sql: Knex, column: string, name: string): string {
  return isPostgres(sql) ? `(${column}::json ->> '${name}')` : `(${column} ->> '${name}')`
}

/**
 * The rows of a table whose ids a subquery selects, such as a page of a list from an index.
 *
 * PostgreSQL has one plan of a prepared statement for any limit, estimates the subquery at a tenth of the table, and would read
 * the whole table for it. Of an array it expects few entries, and looks up each.
 */
export function rowsWithIds(sql: Knex, table: string, ids: Knex.QueryBuilder): Knex.QueryBuilder {
  const id = `${table}.id`
  return isPostgres(sql) ? sql(table).whereRaw('?? = any(array(?))', [id, ids]) : sql(table).whereIn(id, ids)
}

/**
 * The rows of a table with these ids, each looked up by its id. A condition on the owner may follow: SQLite, which has
 * no statistics, would prefer an index on it to `id in (?)`, and read all rows of the owner.
 *
 * @param array the parameter with the ids, an array of distinct ones as JSON text
 */
export function rowsWithJsonIds(sql: Knex, table: string, array: Knex.Value): Knex.QueryBuilder {
  const ids = selectJsonTexts(sql, array)
  if (isPostgres(sql)) return sql(table).whereRaw('?? = any(array(?))', [`${table}.id`, ids])
  return sql(sql.raw('(?) as wanted cross join ??', [ids, table])).whereRaw('?? = wanted.value', [`${table}.id`])
}

/** The parts of a text expression before and after its only space. */
export function splitAtSpace(sql: Knex, text: string): { before: string; after: string } {
  return isPostgres(sql)
    ? { before: `split_part(${text}, ' ', 1)`, after: `split_part(${text}, ' ', 2)` }
    : {
        before: `substr(${text}, 1, instr(${text}, ' ') - 1)`,
        after: `substr(${text}, instr(${text}, ' ') + 1)`,
      }
}

/**
 * The version from which rows may still appear: every transaction that wrote a lower one has ended. For a table whose
 * `version` is the transaction's number on PostgreSQL, and one more than the highest so far on SQLite, which runs
 * transactions one after the other.
 */
export function firstOpenVersion(sql: Knex, table: string): string {
  return isPostgres(sql)
    ? 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint'
    : `(select coalesce(max(version), 0) + 1 from ${table})`
}

/** The `version` of a row that is written now, as an expression: see `firstOpenVersion`. */
export function currentVersion(sql: Knex, table: string): string {
  return isPostgres(sql) ? 'pg_current_xact_id()::text::bigint' : `(select coalesce(max(version), 0) + 1 from ${table})`
}

/**
 * Makes other transactions with the same lock name wait until this one has ended; undefined on SQLite, where all of them wait
 * anyway.
 */
export function transactionLock(sql: Knex, name: Knex.Value): Knex.Raw | undefined {
  return isPostgres(sql) ? sql.raw('select pg_advisory_xact_lock(hashtextextended(?, 25))', [name]) : undefined
}

/**
 * Ends a subquery that selects rows for `Store.take`: rows that another process is taking are skipped. SQLite has one
 * writer, so no other process is.
 */
export function skipLocked(sql: Knex): string {
  return isPostgres(sql) ? 'for update skip locked' : ''
}
