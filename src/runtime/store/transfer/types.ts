import type { Dialect } from '../types.ts'

/** What a column holds, the same in both databases. */
export type CellKind = 'text' | 'integer' | 'real' | 'boolean' | 'bytes' | 'json'

/** A value, the same in both databases. JSON is text. */
export type Cell = string | number | boolean | Buffer | null

export type Row = readonly Cell[]

export interface TableShape {
  readonly name: string
  /** In the order of names: the two databases may have them in different orders. */
  readonly columns: readonly { readonly name: string; readonly kind: CellKind }[]
  /** The columns that order its rows: the primary key, otherwise all. */
  readonly key: readonly string[]
}

/** How to read and write a table that the two databases store differently. */
export interface TableTransfer extends TableShape {
  /** Tables with the same data, which are left out. */
  readonly covers: Readonly<Record<Dialect, readonly string[]>>
  /** Statements to run before the table is read. They change nothing that outlives the connection. */
  readonly prepare: Readonly<Record<Dialect, readonly string[]>>
  /** A select of the columns, in their order. */
  readonly select: Readonly<Record<Dialect, string>>
  /** A statement that inserts one row, with `?` for each column in order. */
  readonly insert: Readonly<Record<Dialect, string>>
}

/** What a database must contain after a load. */
export interface Expected {
  /** How many rows each table has, and the SHA-256 of their texts in order. */
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>
  /** The highest number ever assigned, for each column that the database numbers, as `table.column`. */
  readonly sequences: Readonly<Record<string, number>>
}

/** Inserts the rows of all tables. */
export type Load = (insert: (table: TableShape, rows: readonly Row[]) => Promise<void>) => Promise<Expected>

/** A database at one moment. */
export interface Snapshot extends AsyncDisposable {
  readonly dialect: Dialect
  /** In the order of names, without `migrations`. */
  readonly tables: readonly TableShape[]
  /** The applied migrations, in order. */
  readonly migrations: readonly string[]
  readonly sequences: Expected['sequences']
  /** Reads the rows of a table in the order of its key, in bounded memory. Read one table after the other. */
  rows(table: TableShape): AsyncIterable<Row>
}
