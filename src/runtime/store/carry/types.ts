import type { Dialect } from '../types.ts'

/** What a column holds, the same in both databases. */
export type CellKind = 'text' | 'integer' | 'real' | 'boolean' | 'bytes' | 'json'

/** A value as it is carried: JSON columns as their text. */
export type Cell = string | number | boolean | Buffer | null

export interface Column {
  readonly name: string
  readonly kind: CellKind
}

/** A table as it is carried. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly Column[]
  /** The columns that order its rows, the same way in both databases: its primary key, else all. */
  readonly key: readonly string[]
}

/** A table that the two databases keep in forms so different that its owner says how it is read and written. */
export interface CarriedTable extends TableShape {
  /** Tables that hold the same again and are not carried by themselves. */
  readonly covers: Readonly<Record<Dialect, readonly string[]>>
  /** Statements to be run once before it is read. They change nothing that outlives the connection. */
  readonly prepare: Readonly<Record<Dialect, readonly string[]>>
  /** A select of the columns, in their order. */
  readonly select: Readonly<Record<Dialect, string>>
  /** A statement that inserts one row, with `?` for each column in order. */
  readonly insert: Readonly<Record<Dialect, string>>
}

/** The highest number that was ever given out, for each column that numbers rows by itself, as `table.column`. */
export type Sequences = Readonly<Record<string, number>>

/** What a database held at one moment. */
export interface Snapshot {
  readonly dialect: Dialect
  /** In the order of names, without `migrations`. */
  readonly tables: readonly TableShape[]
  /** The migrations that were applied, in order. */
  readonly migrations: readonly string[]
  readonly sequences: Sequences
  /** The rows of a table in the order of its key, a bounded number of bytes at a time. Read one table after the other. */
  rows(table: TableShape): AsyncIterable<readonly (readonly Cell[])[]>
}

export interface OpenSnapshot extends Snapshot {
  close(): Promise<void>
}

/** Takes the rows of an empty database of the same migrations. */
export interface Loader {
  insert(table: TableShape, rows: readonly (readonly Cell[])[]): Promise<void>
}

/** What is carried: everything that a snapshot has. `check` is run before the result is kept, and rejects to refuse it. */
export interface Load {
  readonly sequences: () => Sequences
  fill(loader: Loader): Promise<void>
  check(loaded: Snapshot): Promise<void>
}
