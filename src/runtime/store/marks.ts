import type { Knex } from 'knex'
import { compileQuery, isStatementCall } from './builders.ts'
import type { CompiledQuery, Dialect, Query, StatementCall, Writer } from './types.ts'

/** The column of marked tables: whether the row may contain text that a model wrote after it had read text by others. */
export const markColumn = 'by_others'

/** The tables with the column, by name. */
export type MarkedTables = Pick<ReadonlySet<string>, 'has'>

/** The marks of one call: what its writes set, and whether it has read a marked row. */
export interface Marks {
  readonly tables: MarkedTables
  /** What inserts and updates set. Undefined: new rows are unmarked, and updates leave the mark as it is. */
  readonly value: boolean | undefined
  /** Called for a marked row that was read. */
  sawMarked(): void
}

/** The parts of knex's builder that are not in its types. */
interface Built {
  readonly _method?: string
  readonly _single?: {
    readonly table?: unknown
    insert?: unknown
    update?: Record<string, unknown>
    merge?: { updates?: string[] | Record<string, unknown> }
  }
}

/**
 * Adds the mark to an insert or an update of a marked table; leaves other queries as they are.
 *
 * @param mark returns the value, or the marker of a parameter with it, for each place
 * @throws Error for a write that cannot be marked: one as raw SQL, or an insert of selected rows
 */
export function addMark(query: Knex.QueryBuilder | Knex.Raw, tables: MarkedTables, mark: () => unknown): void {
  const { _method, _single } = query as Built
  if (_method === undefined || _single === undefined) {
    refuseRawWrite(query, tables)
    return
  }
  if (typeof _single.table !== 'string' || !tables.has(_single.table)) return
  if (_method === 'update') _single.update = { ..._single.update, [markColumn]: mark() }
  if (_method !== 'insert') return
  const { insert, merge } = _single
  _single.insert = Array.isArray(insert) ? insert.map((row) => marked(row, mark)) : marked(insert, mark)
  const updates = merge?.updates
  if (merge && updates) {
    merge.updates = Array.isArray(updates) ? [...updates, markColumn] : { ...updates, [markColumn]: mark() }
  }
}

function marked(row: unknown, mark: () => unknown): object {
  const isPlain = typeof row === 'object' && row !== null && Object.getPrototypeOf(row) === Object.prototype
  if (!isPlain) throw new Error('Insert only plain rows into a marked table, so that the mark can be added to them.')
  // A record that is known to be by others keeps its mark, such as a copy of another account's.
  return markColumn in row ? row : { ...row, [markColumn]: mark() }
}

function refuseRawWrite(query: Knex.QueryBuilder | Knex.Raw, tables: MarkedTables): void {
  const { sql } = query.toSQL()
  for (const [, name = ''] of sql.matchAll(/\b(?:insert\s+into|update)\s+["`]?(\w+)/gi)) {
    if (tables.has(name))
      throw new Error(`Write to ${name} with the query builder, which sets its mark, not by: ${sql}`)
  }
}

/** A query whose writes set the mark. */
class MarkedQuery implements StatementCall {
  readonly kind = 'statement-call'
  readonly #query: Query
  readonly #marks: Marks

  constructor(query: Query, marks: Marks) {
    this.#query = query
    this.#marks = marks
  }

  compile(sql: Knex, dialect: Dialect): CompiledQuery {
    const { value, tables } = this.#marks
    if (isStatementCall(this.#query)) return this.#query.compile(sql, dialect, this.#marks)
    const { _method } = this.#query as Built
    const isWrite = _method === 'insert' || _method === 'update'
    // A builder may be run again, as in another attempt of its transaction.
    const query = isWrite ? (this.#query as Knex.QueryBuilder).clone() : this.#query
    addMark(query, tables, () => value)
    return compileQuery(query, dialect)
  }
}

/** The query with the mark of the call, if its writes set one. */
export function withMark(query: Query, marks: Marks | undefined): Query {
  return marks?.value === undefined ? query : new MarkedQuery(query, marks)
}

/** Notices marked rows among those that were read. */
export function noteMarked(rows: readonly unknown[], marks: Marks | undefined): void {
  if (marks && rows.some(isMarked)) marks.sawMarked()
}

/** Whether a row has the mark. */
export function isMarked(row: unknown): boolean {
  const value = (row as { [markColumn]?: unknown } | undefined)?.[markColumn]
  return value === true || value === 1
}

/** A writer of the product as one of a call: it sets the call's mark and notices marked rows. */
export function markingWriter(tx: Writer, marks: Marks): Writer {
  const noticed = <Row>(rows: Row[]): Row[] => {
    noteMarked(rows, marks)
    return rows
  }
  return {
    dialect: tx.dialect,
    sql: tx.sql,
    all: async <Row>(query: Query) => noticed(await tx.all<Row>(withMark(query, marks))),
    get: async <Row>(query: Query) => {
      const row = await tx.get<Row>(withMark(query, marks))
      noteMarked([row], marks)
      return row
    },
    run: (query) => tx.run(withMark(query, marks)),
    afterCommit: (wake) => tx.afterCommit(wake),
  }
}
