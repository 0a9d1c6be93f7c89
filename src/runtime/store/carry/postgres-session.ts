import pg from 'pg'
import { batchBytes, cellOf, maxBatchRows, sizeOfRow } from './cells.ts'
import type { Cell, TableShape } from './types.ts'

/** PostgreSQL accepts 65535 values in one statement, and a table has 1600 columns at most. */
const maxValues = 30_000

/** Whole numbers beyond 2^53 stay texts, which no column of numbers accepts: none is ever rounded. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const { INT8, NUMERIC, JSON: json, JSONB } = pg.types.builtins
    if (oid === INT8 || oid === NUMERIC) {
      return (text: string) => (Number.isSafeInteger(Number(text)) || text.includes('.') ? Number(text) : text)
    }
    if (oid === json || oid === JSONB) return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
}

/** One connection to PostgreSQL, of its own: what it reads and writes goes past the store. */
export class PostgresSession {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** @param databaseUrl that a store could be opened with: its errors are for the operator, those here are not */
  static async open(databaseUrl: string): Promise<PostgresSession> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      types: types as pg.CustomTypesConfig,
      application_name: 'onedoor carry',
      connectionTimeoutMillis: 10_000,
    })
    // A connection that is lost between two statements is reported by the next one.
    client.on('error', () => undefined)
    await client.connect()
    return new PostgresSession(client)
  }

  async exec(sql: string): Promise<void> {
    await this.#client.query(sql)
  }

  async all<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#client.query(sql, values as unknown[])).rows as Row[]
  }

  /** The rows of a select in a transaction, read from the database only as far as they are taken. */
  async *batches(sql: string, table: TableShape): AsyncGenerator<Cell[][]> {
    const size = await this.#rowsAtATime(sql, table)
    await this.exec(`declare carried no scroll cursor for ${sql}`)
    let batch: Cell[][] = []
    let bytes = 0
    for (;;) {
      const rows = await this.all<Record<string, unknown>>(`fetch ${size} from carried`)
      for (const values of rows) {
        const row = table.columns.map((column) => cellOf(values[column.name], column, table.name))
        batch.push(row)
        bytes += sizeOfRow(row)
        if (batch.length < maxBatchRows && bytes < batchBytes) continue
        yield batch
        batch = []
        bytes = 0
      }
      if (rows.length < size) break
    }
    if (batch.length > 0) yield batch
    await this.exec('close carried')
  }

  /** So many that even the longest values of all columns fit into one batch. */
  async #rowsAtATime(sql: string, { columns }: TableShape): Promise<number> {
    const long = columns.filter(({ kind }) => ['text', 'bytes', 'json'].includes(kind))
    if (long.length === 0) return maxBatchRows
    const sizes = long.map(
      ({ name, kind }) => `coalesce(max(octet_length("${name}"${kind === 'json' ? '::text' : ''})), 0)`,
    )
    const [row] = await this.all<{ bytes: number }>(`select (${sizes.join(' + ')})::bigint as bytes from (${sql}) as t`)
    return Math.max(1, Math.min(maxBatchRows, Math.floor(batchBytes / Math.max(1, row?.bytes ?? 1))))
  }

  /**
   * Runs an insert of many rows at once.
   *
   * @param values the values of one row in SQL, with `?` for each column
   */
  async insertAll(into: string, values: string, rows: readonly (readonly Cell[])[]): Promise<void> {
    const columns = rows[0]?.length ?? 1
    const most = Math.floor(maxValues / columns)
    for (let at = 0; at < rows.length; at += most) {
      const part = rows.slice(at, at + most)
      let count = 0
      const tuples = part.map(() =>
        values.replace(/\?/g, () => {
          count += 1
          return `$${count}`
        }),
      )
      await this.#client.query(`${into} values ${tuples.join(', ')}`, part.flat())
    }
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
