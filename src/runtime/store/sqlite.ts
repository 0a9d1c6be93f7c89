import { chmod, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import knex, { type Knex } from 'knex'
import type { Database } from 'sqlite3'
import { builderFor, compileQuery } from './builders.ts'
import { isSqliteBusy, StoreClosedError } from './errors.ts'
import { migrateSqlite } from './migrate.ts'
import { quietKnexLog } from './quiet.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { SqliteReaders } from './sqlite-readers.ts'
import { SqliteWriter, type SqliteWriterOptions } from './sqlite-writer.ts'
import type { Migration, Query, Store, Writer } from './types.ts'
import { checkBindings } from './values.ts'

const readerCount = 4
/**
 * The driver waits this long for a lock, on a thread of its pool; for longer waits the writer retries, off the threads.
 */
const driverLockWaitMs = 250

const writerDefaults: SqliteWriterOptions = { lockWaitMs: 10_000, workTimeoutMs: 30_000, maxGroup: 256, groupMs: 25 }

/** The database file in a data directory. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'onedoor.sqlite')
}

/** The part of knex's client that hands out connections; knex does not type it. */
interface ConnectionSource {
  acquireConnection(): Promise<Database>
  releaseConnection(connection: Database): Promise<void>
}

async function exec(database: Database, sql: string): Promise<void> {
  await new Promise<void>((resolve, reject) => database.exec(sql, (error) => (error ? reject(error) : resolve())))
}

/** While another process opens or closes the file, SQLite reports busy without waiting. */
async function execWhenFree(database: Database, sql: string, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs
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

/**
 * Acknowledged writes survive a power cut: synchronous=FULL makes COMMIT wait for the disk. knex opens every connection
 * for writing, so `query_only` is what keeps a reading one from it.
 */
function pool(filename: string, kind: 'writer' | 'reader', count: number): Knex {
  const pragmas =
    kind === 'writer'
      ? 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864'
      : 'PRAGMA query_only = ON'
  return knex({
    client: 'sqlite3',
    useNullAsDefault: true,
    connection: { filename },
    log: quietKnexLog,
    pool: {
      min: 0,
      max: count,
      afterCreate(database: Database, done: (error: Error | null, database: Database) => void) {
        database.configure('busyTimeout', driverLockWaitMs)
        execWhenFree(database, pragmas, writerDefaults.lockWaitMs).then(
          () => done(null, database),
          (error: Error) => done(error, database),
        )
      },
    },
  })
}

/**
 * Creates the directory (0700) and the file (0600) if they do not exist; SQLite gives its -wal and -shm files the mode of the
 * file.
 */
async function prepareFile(dataDir: string): Promise<string> {
  const filename = sqliteFile(dataDir)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const existing = await stat(filename).catch(() => undefined)
    if (!existing) {
      await (await open(filename, 'a', 0o600)).close()
      await chmod(filename, 0o600)
    }
  } catch (error) {
    throw new Error(
      `DATA_DIR: cannot create ${filename}: ${(error as Error).message}. Set DATA_DIR to a directory this process may write.`,
      { cause: error },
    )
  }
  return filename
}

class SqliteStore implements Store {
  readonly dialect = 'sqlite'
  readonly sql = builderFor('sqlite')
  readonly #filename: string
  readonly #readers: SqliteReaders
  readonly #writer: SqliteWriter
  readonly #release: () => Promise<void>
  #closing: Promise<void> | undefined

  constructor(filename: string, readers: SqliteReaders, writer: SqliteWriter, release: () => Promise<void>) {
    this.#filename = filename
    this.#readers = readers
    this.#writer = writer
    this.#release = release
  }

  async #read(query: Query): Promise<unknown[]> {
    if (this.#closing) throw new StoreClosedError()
    const { sql, bindings } = compileQuery(query, 'sqlite')
    checkBindings(sql, bindings)
    return this.#readers.all(sql, bindings)
  }

  async all<Row>(query: Query): Promise<Row[]> {
    return (await this.#read(query)) as Row[]
  }

  async get<Row>(query: Query): Promise<Row | undefined> {
    return (await this.#read(query))[0] as Row | undefined
  }

  async run(query: Query): Promise<{ changes: number }> {
    const compiled = compileQuery(query, 'sqlite')
    checkBindings(compiled.sql, compiled.bindings)
    return this.#writer.run(compiled)
  }

  write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return this.#writer.write(work)
  }

  async migrate(migrations: readonly Migration[]): Promise<string[]> {
    if (this.#closing) throw new StoreClosedError()
    const connection = pool(this.#filename, 'writer', 1)
    try {
      return await migrateSqlite(connection, migrations)
    } finally {
      await connection.destroy()
    }
  }

  async ping(): Promise<void> {
    await this.get(builderFor('sqlite').raw('select 1 as ok'))
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      await this.#writer.close()
      await this.#readers.drained()
      await this.#release()
    })()
    return this.#closing
  }
}

/**
 * Opens the SQLite store in `dataDir`: one connection that writes and four that read, taken from knex's pools once and kept.
 * `options` are the limits of the writer; the defaults are for production. Throws an Error that names DATA_DIR when the directory
 * or the file cannot be created or opened.
 */
export async function openSqliteStore(dataDir: string, options: Partial<SqliteWriterOptions> = {}): Promise<Store> {
  const filename = await prepareFile(dataDir)
  const writerPool = pool(filename, 'writer', 1)
  const readerPool = pool(filename, 'reader', readerCount)
  const held: { source: ConnectionSource; database: Database; connection: SqliteConnection }[] = []
  const hold = async (source: ConnectionSource): Promise<SqliteConnection> => {
    const database = await source.acquireConnection()
    const connection = new SqliteConnection(database)
    held.push({ source, database, connection })
    return connection
  }
  const release = async (): Promise<void> => {
    for (const { source, database, connection } of held) {
      await connection.finalize()
      await source.releaseConnection(database)
    }
    await readerPool.destroy()
    await writerPool.destroy()
  }
  try {
    const writer = new SqliteWriter(await hold(writerPool.client as ConnectionSource), {
      ...writerDefaults,
      ...options,
    })
    const readers: SqliteConnection[] = []
    for (let i = 0; i < readerCount; i++) readers.push(await hold(readerPool.client as ConnectionSource))
    return new SqliteStore(filename, new SqliteReaders(readers), writer, release)
  } catch (error) {
    await release()
    throw new Error(`DATA_DIR: cannot open ${filename}: ${(error as Error).message}`, { cause: error })
  }
}
