import type { Knex } from 'knex'
import { isPostgres } from './dialect-sql.ts'

/** The columns of rows that are passed as JSON, in order, each with its type. */
export type JsonColumns = Readonly<Record<string, 'text' | 'bigint'>>

/**
 * Rows as one JSON text, for a statement with any number of rows: the statement's text stays the same, so that it is built and
 * prepared once, and one value is bound instead of hundreds.
 *
 * @param rows plain values: texts, safe integers, null
 */
export function jsonRows<Columns extends JsonColumns>(
  columns: Columns,
  rows: readonly Readonly<Record<keyof Columns & string, string | number | null>>[],
): string {
  const names = Object.keys(columns) as (keyof Columns & string)[]
  return JSON.stringify(rows.map((row) => names.map((name) => row[name])))
}

/**
 * A select of those rows, to insert from or to join with.
 *
 * @param rows the parameter with the result of `jsonRows`
 */
export function selectJsonRows(sql: Knex, columns: JsonColumns, rows: Knex.Value): Knex.Raw {
  const onPostgres = isPostgres(sql)
  const values = Object.entries(columns).map(([name, type], index) => {
    if (!onPostgres) return `json_extract(value, '$[${index}]') as ${name}`
    return type === 'bigint' ? `(value ->> ${index})::bigint as ${name}` : `value ->> ${index} as ${name}`
  })
  const source = onPostgres ? 'json_array_elements(?::json)' : 'json_each(?)'
  return sql.raw(`select ${values.join(', ')} from ${source} where true`, [rows])
}

/** Inserts such rows into a table; an `on conflict` clause can follow. */
export function insertJsonRows(
  sql: Knex,
  table: string,
  columns: JsonColumns,
  rows: Knex.Value,
  onConflict = '',
): Knex.Raw {
  const names = Object.keys(columns).join(', ')
  return sql.raw(`insert into ${table} (${names}) ? ${onConflict}`, [selectJsonRows(sql, columns, rows)])
}
