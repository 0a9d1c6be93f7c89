import { hash } from 'node:crypto'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { FairLimiter } from '../base/fair-limiter.ts'
import { builderFor, compileQuery, isStatementCall } from './builders.ts'
import { ClientStore, type SharedStore } from './client-store.ts'
import type { Marks } from './marks.ts'
import { migratePostgres } from './migrate.ts'
import { quietKnexLog } from './quiet.ts'
import {
  isPostgresRetryable,
  isStalePlan,
  postgresFailure,
  StoreClosedError,
  StoreUnavailableError,
  UncertainCommitError,
} from './store-errors.ts'
import type { Companion, CompiledQuery, Migration, Outcome, Query, Store, StoreLog, Transaction } from './types.ts'
import { checkBindings } from './values.ts'
import { WorkTransaction } from './work-transaction.ts'

const maxPool = 10
/** Additional connections for the reads of clients. */
const maxClientPool = 6
/** How long a read of a client can run. */
const defaultReadLimitMs = 10_000
const connectTimeoutMs = 10_000
/** The server ends a transaction that is idle this long, since it blocks others. */
const idleTransactionTimeoutMs = 30_000
const maxAttempts = 12
/** From this attempt on, writes that keep conflicting run alone. */
const serialFromAttempt = 3
const serialLock = 7_410_312

/** A client of the pool; knex destroys a marked one when it is released. */
interface Client extends pg.Client {
  __knex__disposed?: unknown
}

interface ConnectionSource {
  acquireConnection(): Promise<Client>
  releaseConnection(client: Client): Promise<void>
}

/**
 * int8 and numeric (the type of `sum` of int8) become numbers, as on SQLite. Counts and amounts stay far below
 * 2^53.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/** Names of prepared statements by text. Only texts of `statement()` have one, so the code bounds their number. */
const names = new Map<string, string>()

function nameOf(sql: string): string {
  let name = names.get(sql)
  if (name === undefined) {
    name = `od_${names.size}`
    names.set(sql, name)
  }
  return name
}

interface Compiled extends CompiledQuery {
  readonly name: string | undefined
}

function compile(query: Query): Compiled {
  const { sql, bindings } = compileQuery(query, 'postgres')
  checkBindings(sql, bindings)
  return { sql, bindings, name: isStatementCall(query) ? nameOf(sql) : undefined }
}

async function execute(client: Client, { sql, bindings, name }: Compiled): Promise<pg.QueryResult> {
  try {
    return await client.query({ text: sql, values: bindings, name } as pg.QueryConfig)
  } catch (error) {
    if (isStalePlan(error)) client.__knex__disposed = error
    throw error
  }
}

class PostgresTransaction extends WorkTransaction {
  readonly #client: Client
  /** Why the first failed statement failed. */
  #failure: unknown

  constructor(client: Client) {
    super('postgres')
    this.#client = client
  }

  /** Statements that start at once are sent in one write, and run in order. */
  protected async perform(query: Query): Promise<Outcome> {
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    try {
      const { rows, rowCount } = await execute(this.#client, compile(query))
      return { rows, changes: rowCount ?? 0 }
    } catch (error) {
      // PostgreSQL rejects later statements because of it; their own errors do not say whether the work can be run again.
      this.#failure ??= error
      throw this.#failure
    }
  }
}

class PostgresStore implements SharedStore {
  readonly dialect = 'postgres'
  readonly sql = builderFor('postgres')
  readonly #pool: Knex
  /** For the reads of clients: its connections stop statements that take too long. */
  readonly #clientPool: Knex
  readonly #reads = new FairLimiter({ maxRunning: maxClientPool, maxRunningPerSubject: maxClientPool - 1 })
  readonly #log: StoreLog | undefined
  #active = 0
  #whenIdle: (() => void) | undefined
  #closing: Promise<void> | undefined
  /** The database rejected the last failed write; `ping` finds out whether it still does. */
  #refusesWrites = false

  constructor(pool: Knex, clientPool: Knex, log: StoreLog | undefined) {
    this.#pool = pool
    this.#clientPool = clientPool
    this.#log = log
  }

  async #withClient<T>(use: (client: Client) => Promise<T>, pool = this.#pool): Promise<T> {
    if (this.#closing) throw new StoreClosedError()
    const source = pool.client as ConnectionSource
    this.#active++
    try {
      const client = await source.acquireConnection()
      try {
        return await use(client)
      } finally {
        await source.releaseConnection(client)
      }
    } finally {
      this.#active--
      if (this.#active === 0) this.#whenIdle?.()
    }
  }

  async readFor(client: string, query: Query): Promise<unknown[]> {
    if (client === '') return this.#read(query, this.#pool)
    return this.#reads.run(client, () => this.#read(query, this.#clientPool))
  }

  async #read(query: Query, pool: Knex): Promise<unknown[]> {
    try {
      return await this.#runAlone(query, pool)
    } catch (error) {
      throw postgresFailure(error)
    }
  }

  /**
   * Runs one statement without a transaction, again if it was rolled back because of others: a migration of a newer
   * release locks tables in another order than a join, and changes the plans of prepared statements.
   */
  async #runAlone(query: Query, pool: Knex): Promise<unknown[]> {
    const compiled = compile(query)
    for (let attempt = 1, { name } = compiled; ; attempt++) {
      try {
        return (await this.#withClient((client) => execute(client, { ...compiled, name }), pool)).rows
      } catch (error) {
        if (!(isPostgresRetryable(error) || isStalePlan(error)) || attempt === maxAttempts) throw error
        name = undefined
      }
    }
  }

  all<Row>(query: Query): Promise<Row[]> {
    return this.readFor('', query) as Promise<Row[]>
  }

  async get<Row>(query: Query): Promise<Row | undefined> {
    return (await this.readFor('', query))[0] as Row | undefined
  }

  run(query: Query): Promise<{ changes: number }> {
    return this.write((tx) => tx.run(query))
  }

  /** Without BEGIN a statement is a transaction that reads committed rows. */
  async take<Row>(query: Query): Promise<Row[]> {
    try {
      return (await this.#runAlone(query, this.#pool)) as Row[]
    } catch (error) {
      throw this.#writeFailure(error)
    }
  }

  afterCommit(wake: () => void): void {
    wake()
  }

  readingAs(client: string, companion?: Companion, marks?: Marks): Store {
    return new ClientStore(this, client, companion, marks)
  }

  async write<T>(work: (tx: Transaction) => Promise<T>, turn?: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#withClient((client) =>
          attempt < serialFromAttempt && turn === undefined
            ? this.#transact(client, work)
            : this.#transactAlone(client, work, attempt < serialFromAttempt ? turn : undefined),
        )
      } catch (error) {
        if (!(isPostgresRetryable(error) || isStalePlan(error)) || attempt === maxAttempts)
          throw this.#writeFailure(error)
        if (attempt === serialFromAttempt)
          this.#log?.warn({ attempt, err: error }, 'write conflicts repeatedly, retrying')
        // Two conflicting transactions must not restart in step.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** Math.min(attempt, 6)))
      }
    }
  }

  #writeFailure(error: unknown): unknown {
    const failure = postgresFailure(error)
    if (failure instanceof StoreUnavailableError && failure.reason !== 'unreachable') this.#refusesWrites = true
    return failure
  }

  /** SERIALIZABLE, so that work can write what it concluded from its reads, as with SQLite's single writer. */
  async #transact<T>(client: Client, work: (tx: Transaction) => Promise<T>): Promise<T> {
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE')
    try {
      const tx = new PostgresTransaction(client)
      const value = await tx.complete(work)
      await client.query('COMMIT').catch((failure: unknown) => {
        throw commitFailure(failure)
      })
      tx.committed()
      return value
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: unknown) => {
        client.__knex__disposed = failure
      })
      throw error
    }
  }

  /** The lock is taken before BEGIN: otherwise the transaction's snapshot would be as old as the wait. */
  async #transactAlone<T>(client: Client, work: (tx: Transaction) => Promise<T>, turn: string | undefined): Promise<T> {
    const lock = turn === undefined ? serialLock : turnLock(turn)
    await client.query('SELECT pg_advisory_lock($1)', [lock])
    try {
      return await this.#transact(client, work)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [lock]).catch((failure: unknown) => {
        client.__knex__disposed = failure
      })
    }
  }

  async migrate(migrations: readonly Migration[]): Promise<string[]> {
    if (this.#closing) throw new StoreClosedError()
    return migratePostgres(this.#pool, migrations)
  }

  async ping(): Promise<void> {
    if (!this.#refusesWrites) {
      await this.readFor('', this.sql.raw('select 1'))
      return
    }
    await this.write((tx) => tx.run(tx.sql.raw('create temporary table ping (filler integer) on commit drop')))
    this.#refusesWrites = false
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      if (this.#active > 0) {
        await new Promise<void>((resolve) => {
          this.#whenIdle = resolve
        })
      }
      await this.#pool.destroy()
      await this.#clientPool.destroy()
    })()
    return this.#closing
  }
}

/** The number of the lock for a turn; PostgreSQL's are 64 bits. */
function turnLock(turn: string): string {
  return hash('sha256', `turn ${turn}`, 'buffer').readBigInt64BE().toString()
}

function commitFailure(failure: unknown): unknown {
  const known = postgresFailure(failure)
  if (!(known instanceof StoreUnavailableError) || known.reason !== 'unreachable') return failure
  return new UncertainCommitError(failure)
}

/** The parts of the address without the password. */
function describe(address: URL): string {
  const user = decodeURIComponent(address.username) || 'the default user'
  const database = decodeURIComponent(address.pathname.slice(1)) || '(none)'
  return `host ${address.hostname || 'localhost'}, port ${address.port || '5432'}, database ${database}, user ${user}`
}

const advice: Record<string, string> = {
  ECONNREFUSED: 'No server is listening there. Start it, or correct the host and port.',
  ENOTFOUND: 'The host name is unknown. Correct it.',
  '28P01': 'The password is wrong. Correct it, and percent-encode any special characters.',
  '28000': 'The server rejects this user. Check its pg_hba.conf.',
  '3D000': 'The database does not exist. Create it.',
}

function connectError(address: URL, error: unknown): Error {
  const { code, message } = error as { code?: string; message?: string }
  const hint = (code && advice[code]) ?? 'Check that the server is running and accepts connections.'
  const reason = [code, message].filter(Boolean).join(' ')
  // Without the cause: drivers and poolers may quote the address with the password in it.
  const safeReason = address.password
    ? reason.replaceAll(decodeURIComponent(address.password), '***').replaceAll(address.password, '***')
    : reason
  return new Error(`DATABASE_URL: cannot connect to PostgreSQL at ${describe(address)}: ${safeReason}. ${hint}`)
}

function parseAddress(databaseUrl: string): URL {
  let address: URL
  try {
    address = new URL(databaseUrl)
  } catch {
    throw new Error(
      'DATABASE_URL is not a URL. It must look like postgres://user:password@host:5432/database, ' +
        'with special characters percent-encoded.',
    )
  }
  if (address.protocol !== 'postgres:' && address.protocol !== 'postgresql:') {
    throw new Error(
      `DATABASE_URL begins with ${address.protocol}// but must begin with postgres://. To use SQLite in DATA_DIR, omit the setting.`,
    )
  }
  return address
}

/**
 * Opens the PostgreSQL store and checks that the server responds. Throws an Error that names DATABASE_URL, says what is wrong
 * and what to do, and never contains the password.
 */
export async function openPostgresStore(
  databaseUrl: string,
  log?: StoreLog,
  { readLimitMs = defaultReadLimitMs } = {},
): Promise<Store> {
  const address = parseAddress(databaseUrl)
  // Without it the driver sends a statement only after the response to the previous one.
  const pool = poolOf(databaseUrl, maxPool, { pipeline: true })
  try {
    const result = await pool.raw<{ rows: { server_encoding: string }[] }>('show server_encoding')
    const encoding = result.rows[0]?.server_encoding
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and it must be UTF8`)
  } catch (error) {
    await pool.destroy()
    throw connectError(address, error)
  }
  return new PostgresStore(pool, poolOf(databaseUrl, maxClientPool, { statement_timeout: readLimitMs }), log)
}

function poolOf(connectionString: string, max: number, more: pg.ClientConfig = {}): Knex {
  return knex({
    client: 'pg',
    log: quietKnexLog,
    connection: {
      connectionString,
      types,
      application_name: 'onedoor',
      connectionTimeoutMillis: connectTimeoutMs,
      idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
      ...more,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max },
    acquireConnectionTimeout: connectTimeoutMs * 3,
  })
}
