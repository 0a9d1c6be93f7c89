import type { Dialect } from '../types.ts'

/**
 * How the rows of a table count towards what their account stores.
 *
 * - `refused`: by their bytes; a write that would exceed the quota is rejected.
 * - `kept`: by their bytes, but rejected only beyond twice the quota, or one quota beyond what the
 *   account stored when its quota was set. For what the server records about the account, so that a full account can still sign
 *   in and delete.
 * - by a column with the number of bytes, while another column has one of these values. The code that writes such rows reserves
 *   the room first.
 */
export type Counting =
  | 'refused'
  | 'kept'
  | { readonly bytes: string; readonly while: { readonly column: string; readonly oneOf: readonly string[] } }

/** A table whose rows count towards what their account stores. */
export interface CountedTable {
  readonly table: string
  /** The column with the account's id. */
  readonly account: string
  readonly counting: Counting
}

/** A column of a counted table. */
export interface CountedColumn {
  readonly name: string
  /** The database's name for the type. */
  readonly type: string
}

/** One of the triggers that count a table, as SQL of one dialect. */
export interface Counter {
  readonly name: string
  /** Its definition as the database stores it, which changes whenever the table or its counting does. */
  readonly text: string
  /** The statements that create it. */
  readonly statements: readonly string[]
}

/** What a row needs besides its texts, in the table and its indexes. */
const bytesPerRow = 200
const bytesPerNumber = 8

/** An update that adds at most this is rejected only beyond twice the quota: it is a mark, such as that a reminder has fired. */
export const maxMarkBytes = 4096

/** How many times the quota the server itself may write for an account. */
export const keptFactor = 2

/** A quoted identifier in SQL. */
export function quoted(name: string): string {
  return `"${name}"`
}

const numbers = /^(?:integer|bigint|smallint|boolean|float|real|double)/i
const texts = /^(?:text|character|varchar|char|bytea|blob|json$)/i

/**
 * The SQL expression for the bytes of a row.
 *
 * @param row the prefix of column names, such as `new.`; empty in a query
 */
export function sizeOf(
  { counting }: CountedTable,
  columns: readonly CountedColumn[],
  dialect: Dialect,
  row: string,
): string {
  if (typeof counting === 'object') {
    const values = counting.while.oneOf.map((value) => `'${value}'`).join(', ')
    const column = row + quoted(counting.while.column)
    return `case when ${column} in (${values}) then ${row}${quoted(counting.bytes)} else 0 end`
  }
  const sized = columns.filter(({ type }) => !numbers.test(type))
  const fixed = bytesPerRow + bytesPerNumber * (columns.length - sized.length)
  // In a trigger of SQLite, as short as possible: each connection parses all triggers. A query with it would read long texts.
  if (dialect === 'sqlite' && row !== '' && sized.length > 0) {
    return `${fixed} + octet_length(concat(${sized.map(({ name }) => row + quoted(name)).join(', ')}))`
  }
  const lengths = sized.map(({ name, type }) => {
    const value = row + quoted(name)
    if (dialect === 'postgres' && type === 'json') return `coalesce(octet_length(${value}::text), 0)`
    const length = `${texts.test(type) || dialect === 'sqlite' ? 'octet_length' : 'pg_column_size'}(${value})`
    return `coalesce(${length}, 0)`
  })
  return [fixed, ...lengths].join(' + ')
}

/** The columns that can change the size of a row or its account. */
export function changingColumns({ account, counting }: CountedTable, columns: readonly CountedColumn[]): string[] {
  const sized = columns.filter(({ type }) => !numbers.test(type)).map(({ name }) => name)
  return [...new Set([...(typeof counting === 'object' ? [counting.bytes, counting.while.column] : sized), account])]
}
