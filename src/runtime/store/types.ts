import type { Knex } from 'knex'
import type { DiskReserve } from './disk-reserve.ts'
import type { Marks } from './marks.ts'
import type { OpenConnections } from './sqlite-connection.ts'

/**
 * The two databases that the store supports. Differences between them are handled in `runtime/store/` and
 * `runtime/search/`, nowhere else.
 */
export type Dialect = 'sqlite' | 'postgres'

/** The outcome of a statement. */
export interface Outcome {
  readonly rows: unknown[]
  readonly changes: number
}

/** SQL text in the form of the driver (`?` for SQLite, `$1` for PostgreSQL) with its values in order. */
export interface CompiledQuery {
  readonly sql: string
  readonly bindings: readonly unknown[]
  /** The columns of the rows if these come as one JSON text, each row as an array. */
  readonly jsonColumns?: readonly string[]
}

/**
 * One call of a statement that was built by `statement()`: compiled once per dialect, only the values differ between
 * calls.
 */
export interface StatementCall {
  readonly kind: 'statement-call'
  /** @param marks of the call, if its writes set the mark */
  compile(sql: Knex, dialect: Dialect, marks?: Marks): CompiledQuery
}

/** What the store runs. A knex builder is compiled at each call; a statement call only maps its parameters. */
export type Query = Knex.QueryBuilder | Knex.Raw | StatementCall

/** Reads. In a `Store` they see committed rows; in a `Writer` also what its transaction has written. */
export interface Reader {
  readonly dialect: Dialect
  /**
   * The query builder. Build with it and pass the result to `all`, `get` or `run`; awaiting the builder itself throws.
   */
  readonly sql: Knex
  all<Row>(query: Query): Promise<Row[]>
  get<Row>(query: Query): Promise<Row | undefined>
}

/**
 * Reads and changes; inside a `write` all in its transaction, which is over once the work that received it has ended.
 */
export interface Writer extends Reader {
  /**
   * Runs a change; `changes` is the number of rows inserted, updated or deleted by the statement itself, cascades not
   * counted.
   */
  run(query: Query): Promise<{ changes: number }>
  /**
   * Calls `wake` once the changes are durable, and never if they are undone. For announcing in this process that there is
   * something new; it must not throw. In a `Store`, where every change is durable when it resolves, it is called at once.
   */
  afterCommit(wake: () => void): void
}

/** Makes one statement that inserts rows. Always the same function for the same table, so that rows are collected by it. */
export type InsertRows<Row> = (rows: readonly Row[]) => Query

/** A transaction while its work runs. */
export interface Transaction extends Writer {
  /**
   * Inserts a row at the end, in one statement with such rows of other transactions if they are committed together. It is undone
   * with its own transaction only.
   */
  insertAtEnd<Row>(insert: InsertRows<Row>, row: Row): void
}

export interface Store extends Writer {
  /**
   * One statement as a separate transaction, durable when it resolves: a cheaper `write((tx) => tx.run(query))`.
   */
  run(query: Query): Promise<{ changes: number }>
  /**
   * One statement that changes rows and returns them, as a separate transaction. Unlike `write` it sees what others have
   * committed meanwhile, so that with `skipLocked` several processes take rows of one table without conflicts; and it is
   * not repeated.
   */
  take<Row>(query: Query): Promise<Row[]>
  /**
   * Runs `work` in one transaction and resolves with its result once that is durable; rolls back and rejects with the error of
   * `work` if that throws. `work` can be run again from the start, after everything it did was undone, so it must have no
   * effects outside the transaction. It must wait only for its statements: other writes wait for it, and one that it started
   * itself would wait forever; work that takes too long is aborted. A failed statement fails the work even if its error is
   * caught.
   *
   * @param turn a name under which many change the same row, such as the room that they post in: on PostgreSQL a write waits
   *   for those of other processes under this name before it begins, instead of being undone by them. It occupies a connection
   *   while it waits, so those of one process should take turns before.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, turn?: string): Promise<T>
  /**
   * This store for the calls of one client, such as an account: their reads never occupy every connection, wait in turn with
   * those of other clients, and are stopped after 10 seconds (StoreUnavailableError `slow`). Other reads are the product's
   * own, which have no such bounds.
   *
   * @param companion is committed together with each write of this client, before the companion of this store
   * @param marks get what this client reads, and are set by what it writes
   */
  readingAs(client: string, companion?: Companion, marks?: Marks): Store
  /**
   * Brings the schema up to date.
   *
   * @param migrations all of them, oldest first
   * @returns the names of the migrations applied now, in order
   */
  migrate(migrations: readonly Migration[]): Promise<string[]>
  /** Resolves when the database responds to a trivial query; rejects with the reason otherwise. */
  ping(): Promise<void>
  /** Rejects new work, finishes accepted work, then closes the connections. Can be called again. */
  close(): Promise<void>
}

/** Joins a transaction of others, so that both are stored or neither. */
export interface Companion {
  /** Whether it joins the next transaction. */
  readonly isAwaited: boolean
  /** Called before the transaction that it joins. If it throws, the transaction does not run and rejects with that error. */
  begin(): Promise<void>
  /** Adds its statements at the end of the work. Called again in each attempt. */
  join(tx: Transaction): Promise<void>
  /** The transaction was rejected or undone, or it is unknown whether it was stored. */
  failed(): void
}

/** The part of a logger that the store uses; pino's loggers have this shape. */
export interface StoreLog {
  warn(fields: Record<string, unknown>, message: string): void
}

export interface StoreOptions {
  /** A `postgres://` address. Absent or empty: SQLite in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** Directory of the SQLite file; created with mode 0700 where it does not exist. */
  readonly dataDir: string
  /** Absolute path of the SQLite database that a new one is a copy of. Without such a file, a new one is empty. */
  readonly initial?: string | undefined
  readonly log?: StoreLog | undefined
  /** Released when the disk is full. */
  readonly reserve?: DiskReserve | undefined
  /** Whether a SQLite file that the last process did not close is checked in the background: for servers. */
  readonly checksAfterCut?: boolean | undefined
  /** With which connections to SQLite files the memory is shared; those of the store stay open if not given. */
  readonly among?: OpenConnections | undefined
}

/** One migration. `name` is recorded in the `migrations` table: never rename one that has been released. */
export interface Migration {
  readonly name: string
  up(knex: Knex, dialect: Dialect): Promise<void>
}
