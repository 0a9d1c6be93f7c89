import { createHash } from 'node:crypto'
import { rowText } from './cells.ts'
import type { Cell, Snapshot, TableShape } from './types.ts'

/** Two databases that should hold the same do not. */
export class RowsDifferError extends Error {
  constructor(what: string) {
    super(`What was written is not what was read: ${what}.`)
    this.name = 'RowsDifferError'
  }
}

/** How many rows a table has, and the SHA-256 of their texts in order. */
export interface TableDigest {
  readonly rows: number
  readonly sha256: string
}

/** Adds up the rows of one table. */
export class Digester {
  readonly #table: TableShape
  readonly #hash = createHash('sha256')
  #rows = 0

  constructor(table: TableShape) {
    this.#table = table
  }

  /** @returns the text of the row */
  add(row: readonly Cell[]): string {
    const text = rowText(this.#table, row)
    this.#hash.update(text).update('\n')
    this.#rows += 1
    return text
  }

  digest(): TableDigest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/**
 * Compares every table of two databases row by row.
 *
 * @returns how many rows each table has
 * @throws RowsDifferError naming the first difference
 */
export async function compareRows(source: Snapshot, target: Snapshot): Promise<ReadonlyMap<string, number>> {
  refuseOtherTables(source.tables, target.tables)
  const counts = new Map<string, number>()
  for (const table of source.tables) {
    let count = 0
    const others = rowsOf(target, table)
    for await (const row of rowsOf(source, table)) {
      const other = await others.next()
      count += 1
      if (other.done) throw new RowsDifferError(`row ${count} of ${table.name} is missing`)
      if (rowText(table, row) !== rowText(table, other.value)) throw differing(table, count, row, other.value)
    }
    if (!(await others.next()).done) throw new RowsDifferError(`${table.name} has more than its ${count} rows`)
    counts.set(table.name, count)
  }
  return counts
}

/** @throws RowsDifferError unless both have the same tables and columns */
function refuseOtherTables(source: readonly TableShape[], target: readonly TableShape[]): void {
  const described = (table: TableShape) => `${table.name} (${table.columns.map(({ name, kind }) => `${name} ${kind}`)})`
  const counts = new Map<string, number>()
  for (const text of [...source, ...target].map(described)) counts.set(text, (counts.get(text) ?? 0) + 1)
  const missing = [...counts].find(([, count]) => count !== 2)
  if (missing) throw new RowsDifferError(`only one of the two databases has the table ${missing[0]}`)
}

function differing(table: TableShape, count: number, row: readonly Cell[], other: readonly Cell[]): RowsDifferError {
  const columns = table.columns.filter((column, index) => {
    const one = { ...table, columns: [column] }
    return rowText(one, [row[index] ?? null]) !== rowText(one, [other[index] ?? null])
  })
  return new RowsDifferError(`row ${count} of ${table.name} differs in ${columns.map(({ name }) => name).join(', ')}`)
}

async function* rowsOf(snapshot: Snapshot, table: TableShape): AsyncGenerator<readonly Cell[]> {
  for await (const batch of snapshot.rows(table)) yield* batch
}
