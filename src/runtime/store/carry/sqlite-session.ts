import sqlite3 from 'sqlite3'
import { batchBytes, cellOf, maxBatchRows, sizeOfRow } from './cells.ts'
import type { Cell, TableShape } from './types.ts'

type Values = Record<string, unknown>

/** One connection to a SQLite file, of its own: what it reads and writes goes past the store. */
export class SqliteSession {
  readonly #database: sqlite3.Database

  private constructor(database: sqlite3.Database) {
    this.#database = database
  }

  /** @param filename must exist */
  static async open(filename: string): Promise<SqliteSession> {
    const database = await new Promise<sqlite3.Database>((resolve, reject) => {
      const made: sqlite3.Database = new sqlite3.Database(filename, sqlite3.OPEN_READWRITE, (error) =>
        error ? reject(error) : resolve(made),
      )
    })
    database.configure('busyTimeout', 10_000)
    return new SqliteSession(database)
  }

  exec(sql: string): Promise<void> {
    return new Promise((resolve, reject) => this.#database.exec(sql, (error) => (error ? reject(error) : resolve())))
  }

  all<Row = Values>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return new Promise((resolve, reject) =>
      this.#database.all(sql, values, (error, rows) => (error ? reject(error) : resolve(rows as Row[]))),
    )
  }

  /** The rows of a select, read from the database only as far as they are taken. */
  async *batches(sql: string, table: TableShape): AsyncGenerator<Cell[][]> {
    const statement = await this.#prepare(sql)
    try {
      let batch: Cell[][] = []
      let bytes = 0
      for (;;) {
        const values = await new Promise<Values | undefined>((resolve, reject) =>
          statement.get((error: Error | null, row?: Values) => (error ? reject(error) : resolve(row))),
        )
        if (!values) break
        const row = table.columns.map((column) => cellOf(values[column.name], column, table.name))
        batch.push(row)
        bytes += sizeOfRow(row)
        if (batch.length < maxBatchRows && bytes < batchBytes) continue
        yield batch
        batch = []
        bytes = 0
      }
      if (batch.length > 0) yield batch
    } finally {
      await new Promise<void>((resolve) => statement.finalize(() => resolve()))
    }
  }

  /** Runs one statement for each row. */
  async runAll(sql: string, rows: readonly (readonly Cell[])[]): Promise<void> {
    const statement = await this.#prepare(sql)
    try {
      for (const row of rows) {
        await new Promise<void>((resolve, reject) =>
          statement.run(row, (error: Error | null) => (error ? reject(error) : resolve())),
        )
      }
    } finally {
      await new Promise<void>((resolve) => statement.finalize(() => resolve()))
    }
  }

  #prepare(sql: string): Promise<sqlite3.Statement> {
    return new Promise((resolve, reject) => {
      const statement = this.#database.prepare(sql, (error: Error | null) =>
        error ? reject(error) : resolve(statement),
      )
    })
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => this.#database.close((error) => (error ? reject(error) : resolve())))
  }
}
