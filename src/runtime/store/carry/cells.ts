import type { Cell, CellKind, Column, TableShape } from './types.ts'

/** One row as JSON text, by which rows of both databases are kept and compared. Bytes are base64. */
export function rowText({ columns }: TableShape, row: readonly Cell[]): string {
  return JSON.stringify(row.map((cell, index) => plain(cell, columns[index]?.kind)))
}

/** The row that `rowText` wrote. Throws an Error for any other text. */
export function rowOf(table: TableShape, text: string): Cell[] {
  const cells: unknown = JSON.parse(text)
  if (!Array.isArray(cells) || cells.length !== table.columns.length) throw misfit(table.name)
  return cells.map((cell, index) => {
    const { kind, name } = table.columns[index] as Column
    if (cell === null) return null
    if (kind === 'bytes' && typeof cell === 'string') return Buffer.from(cell, 'base64')
    if (!fits(cell as Cell, kind)) throw misfit(`${table.name}.${name}`)
    return cell as Cell
  })
}

/** A value of SQLite as it is carried. It keeps booleans as numbers. @throws Error for one that the column cannot hold */
export function cellOf(value: unknown, { name, kind }: Column, table: string): Cell {
  if (value === null || value === undefined) return null
  const cell = kind === 'boolean' && (value === 0 || value === 1) ? value === 1 : (value as Cell)
  if (!fits(cell, kind)) {
    throw new Error(
      `${table}.${name} holds a value that cannot be carried: it should be ${kind} and is ${describe(value)}.`,
    )
  }
  return cell
}

function describe(value: unknown): string {
  return typeof value === 'number' ? 'a number out of range' : typeof value
}

function fits(cell: Cell, kind: CellKind): boolean {
  switch (kind) {
    case 'integer':
      return Number.isSafeInteger(cell)
    case 'real':
      return typeof cell === 'number' && Number.isFinite(cell)
    case 'boolean':
      return typeof cell === 'boolean'
    case 'bytes':
      return Buffer.isBuffer(cell)
    default:
      return typeof cell === 'string'
  }
}

function misfit(place: string): Error {
  return new Error(`A row does not fit ${place}.`)
}

function plain(cell: Cell, kind: CellKind | undefined): unknown {
  if (Buffer.isBuffer(cell)) return cell.toString('base64')
  // PostgreSQL may keep JSON with other blanks and another order of names.
  if (kind === 'json' && typeof cell === 'string') return JSON.stringify(sorted(JSON.parse(cell)))
  return cell
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = value as Readonly<Record<string, unknown>>
  const names = Object.keys(members).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(members[name])]))
}

/** In the order of names, because columns that were added later stand elsewhere in the other database. */
export function sortedByName(columns: readonly Column[]): Column[] {
  const named = new Map(columns.map((column) => [column.name, column]))
  return [...named.keys()].sort().map((name) => named.get(name) as Column)
}

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The kind of a column by the type that a migration gave it; undefined for one that cannot be carried. */
export function kindOf(type: string): CellKind | undefined {
  const name = type
    .toLowerCase()
    .replace(/\(.*\)/, '')
    .trim()
  return kinds[name]
}

const kinds: Readonly<Record<string, CellKind>> = {
  text: 'text',
  varchar: 'text',
  'character varying': 'text',
  char: 'text',
  character: 'text',
  integer: 'integer',
  bigint: 'integer',
  smallint: 'integer',
  boolean: 'boolean',
  blob: 'bytes',
  bytea: 'bytes',
  float: 'real',
  real: 'real',
  double: 'real',
  'double precision': 'real',
  json: 'json',
  jsonb: 'json',
}

/** How many bytes of rows are held at a time. */
export const batchBytes = 4 * 1024 * 1024
export const maxBatchRows = 500

/** About how many bytes a row takes. */
export function sizeOfRow(row: readonly Cell[]): number {
  return row.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' || Buffer.isBuffer(cell) ? cell.length : 8),
    0,
  )
}
