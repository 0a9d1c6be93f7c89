import type { Dialect } from '../types.ts'

/**
 * How the rows of a table count as what their account stores.
 *
 * - `refused`: by their bytes; what would exceed the quota is refused.
 * - `kept`: by their bytes, but refused only beyond twice the quota. For what the server writes about the account's doing,
 *   so that a full account can still sign in and delete.
 * - by a column that says how many bytes a row stands for, while another has one of some values. The code that writes such
 *   rows takes room for them first.
 */
export type Counting =
  | 'refused'
  | 'kept'
  | { readonly bytes: string; readonly while: { readonly column: string; readonly oneOf: readonly string[] } }

/** A table whose rows count as what their account stores. */
export interface CountedTable {
  readonly table: string
  /** The column with the account's id. */
  readonly account: string
  readonly counting: Counting
}

/** A column of a counted table. */
export interface CountedColumn {
  readonly name: string
  /** The type as the database names it. */
  readonly type: string
  /** Whether the table refuses null; known of those on SQLite. */
  readonly isNeverNull?: boolean | number
}

/** One of the triggers that make a table count, as SQL of one dialect. */
export interface Counter {
  readonly name: string
  /** What the database says that it is: changes when anything about the table or its counting does. */
  readonly text: string
  /** Those that make it. */
  readonly statements: readonly string[]
}

/** What a row takes beside its texts: its place in the table and in the indexes. */
const bytesPerRow = 200
const bytesPerNumber = 8

/** An update that adds no more than this is refused only beyond twice the quota: marks, such as that a reminder has fired. */
export const maxMarkBytes = 4096

/** How many times the quota the server itself may fill with what it writes for an account. */
export const keptFactor = 2

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name}"`
}

const numbers = /^(?:integer|bigint|smallint|boolean|float|real|double)/i
const texts = /^(?:text|character|varchar|char|bytea|blob|json$)/i

/**
 * The bytes that a row counts for, as an expression.
 *
 * @param row what stands before the names of columns, such as `new.`
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
  const lengths = sized.map(({ name, type, isNeverNull }) => {
    const value = row + quoted(name)
    if (dialect === 'postgres' && type === 'json') return `coalesce(octet_length(${value}::text), 0)`
    const length = `${texts.test(type) || dialect === 'sqlite' ? 'octet_length' : 'pg_column_size'}(${value})`
    return isNeverNull ? length : `coalesce(${length}, 0)`
  })
  return [fixed, ...lengths].join(' + ')
}

/** The columns by which the size of a row, or its account, can change. */
export function changingColumns({ account, counting }: CountedTable, columns: readonly CountedColumn[]): string[] {
  const sized = columns.filter(({ type }) => !numbers.test(type)).map(({ name }) => name)
  return [...new Set([...(typeof counting === 'object' ? [counting.bytes, counting.while.column] : sized), account])]
}
