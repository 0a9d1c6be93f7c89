import { createHash } from 'node:crypto'
import type { Cell, CellKind, Row, TableShape } from './types.ts'

/** One row as JSON text, the same for rows of both databases. Bytes are base64. */
export function rowText({ columns }: TableShape, row: Row): string {
  const plain = row.map((cell, index) => {
    if (Buffer.isBuffer(cell)) return cell.toString('base64')
    // PostgreSQL changes the whitespace of JSON and the order of its members.
    const isJson = columns[index]?.kind === 'json' && typeof cell === 'string'
    return isJson ? JSON.stringify(JSON.parse(cell, sortMembers)) : cell
  })
  return JSON.stringify(plain)
}

/** Parses what `rowText` wrote. */
export function parseRow({ columns }: TableShape, text: string): Cell[] {
  return (JSON.parse(text) as Cell[]).map((cell, index) =>
    columns[index]?.kind === 'bytes' && cell !== null ? Buffer.from(String(cell), 'base64') : cell,
  )
}

/** Converts a value of a database; SQLite stores booleans as numbers. @throws Error for a value that does not fit the column */
export function cellOf(value: unknown, { name, kind }: TableShape['columns'][number], table: string): Cell {
  if (value === null || value === undefined) return null
  const cell = kind === 'boolean' && (value === 0 || value === 1) ? value === 1 : (value as Cell)
  if (fits(cell, kind)) return cell
  throw new Error(`${table}.${name} has a value that cannot be copied: it is not ${kind}.`)
}

function fits(cell: Cell, kind: CellKind): boolean {
  if (kind === 'integer') return Number.isSafeInteger(cell)
  if (kind === 'real') return Number.isFinite(cell)
  if (kind === 'boolean') return typeof cell === 'boolean'
  return kind === 'bytes' ? Buffer.isBuffer(cell) : typeof cell === 'string'
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Counts and hashes the rows of one table. */
export class RowsDigest {
  readonly #hash = createHash('sha256')
  #rows = 0

  /** @returns the text of the row and a line break */
  add(table: TableShape, row: Row): string {
    const line = `${rowText(table, row)}\n`
    this.#hash.update(line)
    this.#rows += 1
    return line
  }

  result(): { rows: number; sha256: string } {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}
