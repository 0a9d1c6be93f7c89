import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import knex, { type Knex } from 'knex'
import sqlite3, { type Database } from 'sqlite3'
import { builderFor, compileQuery } from './builders.ts'
import { ClientStore, type SharedStore } from './client-store.ts'
import type { DiskReserve } from './disk-reserve.ts'
import { placeInitial } from './initial-file.ts'
import type { Marks } from './marks.ts'
import { isMigrated, migrateSqlite } from './migrate.ts'
import { quietKnexLog } from './quiet.ts'
import { type OpenConnections, SqliteConnection } from './sqlite-connection.ts'
import { damageFound, IntegrityCheck, refuseEmptied, wasCutOff } from './sqlite-integrity.ts'
import { SqliteReaders } from './sqlite-readers.ts'
import { SqliteSharedReads } from './sqlite-shared-reads.ts'
import { SqliteWriter, type SqliteWriterOptions } from './sqlite-writer.ts'
import { rowsOf } from './statement.ts'
import { isSqliteBusy, StoreClosedError, StoreUnavailableError, sqliteFailure } from './store-errors.ts'
import type { Companion, Migration, Query, Store, StoreLog, StoreOptions, Transaction } from './types.ts'
import { checkBindings } from './values.ts'

/**
 * Reads at the same time, more than there are processors: the more wait in the pool, the fewer threads have to be woken. The
 * commands of the project give the pool 12 threads, so that files and names do not wait for reads.
 */
const maxReaders = 8
/** How long a read of a client can run. */
const readLimitMs = 10_000
/**
 * The driver waits this long for a lock, on a thread of its pool; for longer waits the writer retries without blocking a thread.
 */
const driverLockWaitMs = 250

const writerDefaults: SqliteWriterOptions = { lockWaitMs: 10_000, workTimeoutMs: 30_000, maxGroup: 256, groupMs: 25 }

/** The database file in a data directory. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'onedoor.sqlite')
}

async function exec(database: Database, sql: string): Promise<void> {
  await new Promise<void>((resolve, reject) => database.exec(sql, (error) => (error ? reject(error) : resolve())))
}

/** While another process opens or closes the file, SQLite reports busy without waiting. */
async function execWhenFree(database: Database, sql: string): Promise<void> {
  const deadline = performance.now() + writerDefaults.lockWaitMs
  for (;;) {
    try {
      await exec(database, sql)
      return
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() >= deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** Acknowledged writes survive a power cut: synchronous=FULL makes COMMIT wait for the disk. */
const writerPragmas =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864'
/** SQLite opens a file for writing to read its log; this prevents a connection from changing anything. */
const readerPragmas = 'PRAGMA query_only = ON'

async function prepare(database: Database, pragmas: string): Promise<void> {
  database.configure('busyTimeout', driverLockWaitMs)
  await execWhenFree(database, pragmas)
}

/** @param filename must exist: no file is created in place of a deleted one */
async function openDatabase(filename: string, pragmas: string): Promise<Database> {
  const database = await new Promise<Database>((resolve, reject) => {
    const made: Database = new sqlite3.Database(filename, sqlite3.OPEN_READWRITE, (error) =>
      error ? reject(error) : resolve(made),
    )
  })
  try {
    await prepare(database, pragmas)
    return database
  } catch (error) {
    await new Promise((resolve) => database.close(resolve))
    throw error
  }
}

/** @param among given, it is only open while it is used; otherwise it is opened now and stays open */
async function connect(filename: string, pragmas: string, among?: OpenConnections): Promise<SqliteConnection> {
  const open = () => openDatabase(filename, pragmas)
  if (!among) return new SqliteConnection(await open())
  const isWriting = pragmas === writerPragmas
  return new SqliteConnection({ among, open: async () => (isWriting && among.takeAhead(filename)) || open() })
}

/**
 * Opens the database in `dataDir` before the store is opened, which then does not have to read the schema.
 *
 * @param among that of the store
 */
export async function openAhead(dataDir: string, among: OpenConnections): Promise<void> {
  const filename = sqliteFile(dataDir)
  among.addAhead(filename, await openDatabase(filename, writerPragmas))
}

/** A separate connection for migrations, which knex runs. */
function connectKnex(filename: string): Knex {
  return knex({
    client: 'sqlite3',
    connection: { filename },
    log: quietKnexLog,
    pool: {
      afterCreate(database: Database, done: (error: Error | null) => void) {
        prepare(database, writerPragmas).then(() => done(null), done)
      },
    },
  })
}

/** `mkdir` with `recursive` never returns for a folder that the file system does not allow, as in /proc. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(path) !== path) {
      await makeDirectory(dirname(path))
      await mkdir(path, { mode: 0o700 })
    } else if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw error
  }
}

/** Creates the directory (0700) if it does not exist. Throws an Error that names DATA_DIR. */
export async function prepareDirectory(dataDir: string): Promise<void> {
  await makeDirectory(dataDir).catch((error: unknown) => {
    throw cannotCreate(dataDir, error)
  })
}

function cannotCreate(path: string, error: unknown): Error {
  return new Error(
    `DATA_DIR: cannot create ${path}: ${(error as Error).message}. Set DATA_DIR to a directory to which this process can write.`,
    { cause: error },
  )
}

/**
 * Creates the directory and the file (0600) if they do not exist; SQLite gives its -wal and -shm files the mode of the
 * file.
 */
async function prepareFile(dataDir: string, initial: string | undefined): Promise<string> {
  const filename = sqliteFile(dataDir)
  try {
    await makeDirectory(dataDir)
    // Without the copy, migrations do the same.
    if (initial && !existsSync(filename)) await placeInitial(initial, filename).catch(() => undefined)
    if (!existsSync(filename)) {
      closeSync(openSync(filename, 'a', 0o600))
      // Regardless of the umask.
      chmodSync(filename, 0o600)
    }
  } catch (error) {
    throw cannotCreate(filename, error)
  }
  return filename
}

/**
 * The check that the file at this path is still the opened one. SQLite itself continues to write to a deleted file, which
 * is lost with the process.
 */
function fileCheck(filename: string, log: StoreLog | undefined): () => void {
  const { dev, ino } = statSync(filename)
  let isGone = false
  return () => {
    const present = statSync(filename, { throwIfNoEntry: false })
    if (present?.dev === dev && present.ino === ino) {
      isGone = false
      return
    }
    const failure = new StoreUnavailableError('gone')
    if (!isGone) log?.warn({ err: failure, filename }, 'database file deleted')
    isGone = true
    throw failure
  }
}

interface SqliteParts {
  readonly filename: string
  readonly readers: Pick<SqliteReaders, 'all' | 'drained'>
  readonly writer: SqliteWriter
  readonly checkFile: () => void
  readonly release: () => Promise<void>
  readonly reserve: DiskReserve | undefined
  readonly integrity: IntegrityCheck
}

class SqliteStore implements SharedStore {
  readonly #parts: SqliteParts
  readonly dialect = 'sqlite'
  readonly sql = builderFor('sqlite')
  #closing: Promise<void> | undefined
  /** The database rejected the last failed write; `ping` finds out whether it still does. */
  #refusesWrites = false

  constructor(parts: SqliteParts) {
    this.#parts = parts
  }

  async readFor(client: string, query: Query): Promise<unknown[]> {
    if (this.#closing) throw new StoreClosedError()
    const compiled = compileQuery(query, 'sqlite')
    const { sql, bindings } = compiled
    checkBindings(sql, bindings)
    try {
      return rowsOf(compiled, await this.#parts.readers.all(sql, bindings, client))
    } catch (error) {
      throw this.#readFailure(error)
    }
  }

  #readFailure(error: unknown): unknown {
    const failure = sqliteFailure(error)
    if (!(failure instanceof StoreUnavailableError)) return error
    // A read-only connection rejects changes even if the file is writable: a fault of the code.
    if (failure.reason === 'readOnly') return error
    this.#parts.checkFile()
    return failure
  }

  all<Row>(query: Query): Promise<Row[]> {
    return this.readFor('', query) as Promise<Row[]>
  }

  async get<Row>(query: Query): Promise<Row | undefined> {
    return (await this.readFor('', query))[0] as Row | undefined
  }

  async run(query: Query): Promise<{ changes: number }> {
    const compiled = compileQuery(query, 'sqlite')
    checkBindings(compiled.sql, compiled.bindings)
    return this.#parts.writer
      .run(compiled)
      .catch((error: unknown) => this.#again(error, () => this.#parts.writer.run(compiled)))
  }

  async take<Row>(query: Query): Promise<Row[]> {
    return this.write((tx) => tx.all<Row>(query))
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#parts.writer
      .write(work)
      .catch((error: unknown) => this.#again(error, () => this.#parts.writer.write(work)))
  }

  /** Tries again after a failure on a full disk, if there was a reserve to release. */
  #again<T>(error: unknown, attempt: () => Promise<T>): Promise<T> {
    const failure = sqliteFailure(error)
    const isFull = failure instanceof StoreUnavailableError && failure.reason === 'full'
    return isFull && this.#parts.reserve?.giveUp() ? attempt().catch(this.#failWrite) : this.#failWrite(error)
  }

  afterCommit(wake: () => void): void {
    wake()
  }

  readingAs(client: string, companion?: Companion, marks?: Marks): Store {
    return new ClientStore(this, client, companion, marks)
  }

  readonly #failWrite = (error: unknown): never => {
    const failure = sqliteFailure(error)
    if (failure instanceof StoreUnavailableError) this.#refusesWrites = true
    throw failure
  }

  async migrate(migrations: readonly Migration[]): Promise<string[]> {
    // A separate connection takes milliseconds, and the write lock can take long.
    const applied = await this.#applied()
    if (applied !== undefined && isMigrated(migrations, applied)) return []
    const connection = connectKnex(this.#parts.filename)
    try {
      return await migrateSqlite(connection, migrations)
    } finally {
      await connection.destroy()
    }
  }

  /** Undefined for a database that was never migrated. */
  async #applied(): Promise<string[] | undefined> {
    const table = this.sql('sqlite_schema').select('name').where({ type: 'table', name: 'migrations' })
    if ((await this.get(table)) === undefined) return undefined
    return (await this.all<{ name: string }>(this.sql('migrations').select('name'))).map(({ name }) => name)
  }

  async ping(): Promise<void> {
    this.#parts.checkFile()
    this.#parts.integrity.refuse()
    await this.get(this.sql.raw('select 1 as ok'))
    if (!this.#refusesWrites) return
    // Needs a page and writes to the disk, which a transaction without changes does not.
    await this.write(async (tx) => {
      await tx.run(tx.sql.raw('create table ping (filler integer)'))
      await tx.run(tx.sql.raw('drop table ping'))
    })
    this.#refusesWrites = false
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      await this.#parts.writer.close()
      await this.#parts.readers.drained()
      await this.#parts.integrity.close()
      await this.#parts.release()
    })()
    return this.#closing
  }
}

/** What SQLite finds wrong with the file in `dataDir`; undefined if nothing. */
export async function damageOf(dataDir: string): Promise<string | undefined> {
  const connection = await connect(sqliteFile(dataDir), readerPragmas)
  return damageFound(connection).finally(() => connection.close())
}

/**
 * Opens the SQLite store in `dataDir`: one writing connection and up to four reading ones.
 * `options` are the limits of the writer and of reads; the defaults are for production. Throws an Error that names DATA_DIR when the directory
 * or the file cannot be created or opened.
 */
export async function openSqliteStore(
  dataDir: string,
  options: Partial<SqliteWriterOptions & { readLimitMs: number }> = {},
  { initial, log, reserve, checksAfterCut, among }: Omit<StoreOptions, 'databaseUrl' | 'dataDir'> = {},
): Promise<Store> {
  refuseEmptied(sqliteFile(dataDir))
  const filename = await prepareFile(dataDir, initial)
  const checkFile = fileCheck(filename, log)
  const integrity = new IntegrityCheck(() => connect(filename, readerPragmas), log)
  const held: SqliteConnection[] = []
  const hold = async (pragmas: string): Promise<SqliteConnection> => {
    const connection = await connect(filename, pragmas, among)
    held.push(connection)
    return connection
  }
  const release = async (): Promise<void> => {
    for (const connection of held) await connection.close()
  }
  try {
    const isCutOff = checksAfterCut && wasCutOff(filename)
    const writing = await hold(writerPragmas)
    const writer = new SqliteWriter(writing, { ...writerDefaults, ...options }, checkFile)
    const holdAnother = async () => {
      // Another file may be in the place of the opened one.
      checkFile()
      return hold(readerPragmas)
    }
    const limitMs = options.readLimitMs ?? readLimitMs
    const readers = new SqliteReaders(await hold(readerPragmas), holdAnother, maxReaders, limitMs)
    const store = new SqliteStore({
      filename,
      readers: among ? new SqliteSharedReads(writing, writer, readers) : readers,
      writer,
      checkFile,
      release,
      reserve,
      integrity,
    })
    if (isCutOff) integrity.begin()
    return store
  } catch (error) {
    await release()
    throw new Error(`DATA_DIR: cannot open ${filename}: ${(error as Error).message}`, { cause: error })
  }
}
