import { once } from 'node:events'
import pg from 'pg'
import sqlite3, { type Statement } from 'sqlite3'
import type { Dialect } from '../types.ts'

type Values = Readonly<Record<string, unknown>>

/** A connection that bypasses the store. Callers run one statement after the other. */
export interface Session extends AsyncDisposable {
  readonly dialect: Dialect
  /** @param sql has `?` for each value */
  query<Result = Values>(sql: string, values?: readonly unknown[]): Promise<Result[]>
  /** Runs a select inside a transaction, and reads only as far as rows are taken. */
  stream(sql: string): AsyncIterable<Values>
}

type Done = (error: Error | null, result?: unknown) => void

/** Calls a function of the SQLite driver. */
function call(run: (done: Done) => void): Promise<unknown> {
  return new Promise((resolve, reject) => run((error, result) => (error ? reject(error) : resolve(result))))
}

/** @param filename must exist */
export async function openSqliteSession(filename: string): Promise<Session> {
  const database = new sqlite3.Database(filename, sqlite3.OPEN_READWRITE)
  await once(database, 'open')
  database.configure('busyTimeout', 10_000)
  return {
    dialect: 'sqlite',
    query: <Result>(sql: string, values: readonly unknown[] = []) =>
      call((done) => database.all(sql, values, done)) as Promise<Result[]>,
    async *stream(sql) {
      let statement: Statement | undefined
      await call((done) => {
        statement = database.prepare(sql, done)
      })
      try {
        for (;;) {
          const values = await call((done) => statement?.get(done))
          if (!values) return
          yield values as Values
        }
      } finally {
        await call((done) => statement?.finalize(done as () => void))
      }
    },
    [Symbol.asyncDispose]: () => call((done) => database.close(done)) as Promise<void>,
  }
}

const { INT8, JSON: json, JSONB } = pg.types.builtins
/** Integers beyond 2^53 remain texts, which no column of numbers accepts: none is ever rounded. */
const safeInteger = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
const parsers: Record<number, (text: string) => unknown> = { [INT8]: safeInteger, [json]: String, [JSONB]: String }
const maxRows = 500
const maxBytes = 4 * 1024 * 1024

/** @param databaseUrl a store must have been opened with it: its errors are written for operators, those here are not */
export async function openPostgresSession(databaseUrl: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    types: { getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format) },
    application_name: 'onedoor transfer',
    connectionTimeoutMillis: 10_000,
  })
  // The next statement reports a lost connection.
  client.on('error', () => undefined)
  await client.connect()
  async function query<Result = Values>(sql: string, values: readonly unknown[] = []): Promise<Result[]> {
    let count = 0
    const numbered = values.length === 0 ? sql : sql.replace(/\?/g, () => `$${++count}`)
    return (await client.query(numbered, [...values])).rows as Result[]
  }
  return {
    dialect: 'postgres',
    query,
    async *stream(sql) {
      // So few rows at once that even the longest would fit into the bounded memory.
      const [longest] = await query<{ bytes: number }>(`select max(octet_length(t::text)) as bytes from (${sql}) as t`)
      const most = Math.max(1, Math.min(maxRows, Math.floor(maxBytes / (longest?.bytes ?? 1))))
      await query(`declare rows_in_order no scroll cursor for ${sql}`)
      let rows: Values[]
      do {
        rows = await query(`fetch ${most} from rows_in_order`)
        yield* rows
      } while (rows.length === most)
      await query('close rows_in_order')
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
