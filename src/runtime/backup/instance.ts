import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Values } from '../base/setting.ts'
import { syncFile, syncFolder } from '../base/sync.ts'
import { type BytePlaces, openBytePlaces } from '../blobs/open.ts'
import type { blobSettings } from '../blobs/settings.ts'
import { openStore } from '../store/open.ts'
import { takeServerLock } from '../store/server-lock.ts'
import { sqliteFile } from '../store/sqlite.ts'
import { openPostgresSession } from '../store/transfer/database-sessions.ts'
import { loadPostgres, loadSqlite, migrate } from '../store/transfer/load.ts'
import { openSnapshot } from '../store/transfer/snapshot.ts'
import type { Load, Snapshot, TableTransfer } from '../store/transfer/types.ts'
import type { Migration } from '../store/types.ts'
import type { ExternalFiles } from './external-files.ts'
import type { End, Manifest } from './format.ts'
import { type BackupReader, type BackupSummary, readBackup } from './read.ts'
import { isUnfinished, markFinished, markUnfinished, refuseUnfinished } from './unfinished.ts'
import { writeBackup } from './write.ts'

/** The instance to back up, restore or move. */
export interface InstanceOptions {
  readonly config: Values<typeof blobSettings> & {
    readonly dataDir: string
    readonly databaseUrl: string | undefined
    readonly backupKey: Uint8Array | undefined
  }
  readonly migrations: readonly Migration[]
  readonly transfers: readonly TableTransfer[]
  /** Files that decrypt secrets in the database. */
  readonly keyFiles: readonly string[]
  /** An instance with rows in any of these tables is in use. */
  readonly evidence: readonly string[]
  readonly version: string
  readonly now: number
  openExternalFiles(): Promise<ExternalFiles[]>
}

/** Writes a backup of an instance, whose server may be running. @throws Error with a sentence for the operator */
export async function backUp(file: string, options: InstanceOptions, signal?: AbortSignal): Promise<End> {
  const { config } = options
  refuseUnfinished(config.dataDir)
  await using stack = new AsyncDisposableStack()
  const snapshot = stack.use(await snapshotOf(options))
  if (snapshot.migrations.length === 0) throw new Error('There is nothing to back up, because no server has run here.')
  const externalFiles = (await options.openExternalFiles()).map((files) => stack.use(files))
  const openBytes = async (instanceSecret: string) => (await openBytePlaces({ config, instanceSecret })).bytes
  return await writeBackup(file, { ...options, key: config.backupKey, signal, snapshot, externalFiles, openBytes })
}

/** @throws Error unless there is a database */
async function snapshotOf({ config: { dataDir, databaseUrl }, transfers }: InstanceOptions): Promise<Snapshot> {
  // The store explains better what is wrong.
  if (databaseUrl) await (await openStore({ dataDir, databaseUrl })).close()
  else if (!existsSync(sqliteFile(dataDir))) {
    throw new Error(`No SQLite database exists in ${dataDir}. Set DATA_DIR to the server's data directory.`)
  }
  return openSnapshot({ databaseUrl, filename: sqliteFile(dataDir) }, transfers)
}

/**
 * Replaces an instance by a backup. The whole backup is checked before anything changes, and the database is checked
 * against it before it is used.
 *
 * @param mayReplace whether to replace an instance that is in use
 * @throws Error with a sentence for the operator
 */
export async function restore(file: string, mayReplace: boolean, options: InstanceOptions): Promise<BackupSummary> {
  const { dataDir, databaseUrl } = options.config
  const summary = await readBackup(file, {}, { key: options.config.backupKey })
  const past = knownMigrations(file, summary.manifest, options.migrations)
  await using _lock = await lockDatabase(options)
  if (!mayReplace && !isUnfinished(dataDir) && (await isInUse(options))) {
    throw new Error(
      `${databaseUrl ? 'The database' : dataDir} is in use, because it has accounts. Restore into an empty instance, or add --replace to delete what is there.`,
    )
  }
  await restoreDatabase(file, past, options)
  await restoreFiles(file, options)
  await markFinished(dataDir)
  return summary
}

/** The migrations of the backup. @throws Error if this release does not know one of them */
function knownMigrations(file: string, manifest: Manifest, migrations: readonly Migration[]): Migration[] {
  const unknown = manifest.migrations.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length === 0) return migrations.filter(({ name }) => manifest.migrations.includes(name))
  throw new Error(
    `${file} was created by a newer release (${manifest.onedoor}) and contains ${unknown.join(', ')}, which this release does not support. Restore it with that release.`,
  )
}

/** @throws Error while a server uses the database */
async function lockDatabase({ config: { dataDir, databaseUrl } }: InstanceOptions): Promise<AsyncDisposableStack> {
  const stack = new AsyncDisposableStack()
  if (!databaseUrl) stack.adopt(await takeServerLock(dataDir), (lock) => lock.close())
  else {
    await (await openStore({ dataDir, databaseUrl })).close()
    await using session = await openPostgresSession(databaseUrl)
    const others = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'onedoor'`
    const isUsed = (await session.query(others)).length > 0
    if (isUsed) throw new Error('A server or a command is using the database. Stop it first.')
  }
  return stack
}

async function isInUse(options: InstanceOptions): Promise<boolean> {
  const { dataDir, databaseUrl } = options.config
  if (!databaseUrl && !existsSync(sqliteFile(dataDir))) return false
  await using snapshot = await snapshotOf(options)
  for (const table of snapshot.tables.filter(({ name }) => options.evidence.includes(name))) {
    for await (const _ of snapshot.rows(table)) return true
  }
  return false
}

async function restoreDatabase(file: string, past: readonly Migration[], options: InstanceOptions): Promise<void> {
  const { dataDir, databaseUrl } = options.config
  if (databaseUrl && past.length === options.migrations.length) return fillPostgres(file, options, true)
  await withTemporary(dataDir, async (folder) => {
    await loadSqlite(folder, loadOf(file, options.config.backupKey), past, options.transfers)
    await migrate({ dataDir: folder }, options.migrations)
    // PostgreSQL has the present schema, so SQLite migrates an older backup first.
    if (databaseUrl) return void (await copyToPostgres(folder, folder, options, true))
    await syncFile(sqliteFile(folder))
    await markUnfinished(dataDir)
    // SQLite would apply the log of the former database to the new one.
    for (const end of ['-wal', '-shm', '-journal', '']) await rm(`${sqliteFile(dataDir)}${end}`, { force: true })
    await rename(sqliteFile(folder), sqliteFile(dataDir))
    await syncFolder(dataDir)
  })
}

/** Makes an empty folder in the data directory, and deletes it after its use. */
async function withTemporary<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dataDir, 'restoring')
  await rm(folder, { recursive: true, force: true })
  try {
    await mkdir(folder, { mode: 0o700 })
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies a migrated SQLite database to PostgreSQL by a backup of it, which is written into a folder. */
async function copyToPostgres(from: string, folder: string, options: InstanceOptions, marks = false): Promise<End> {
  const { transfers, version, now } = options
  const file = join(folder, 'database.backup')
  await using snapshot = await openSnapshot({ filename: sqliteFile(from) }, transfers)
  const end = await writeBackup(file, { snapshot, version, now, key: options.config.backupKey })
  await fillPostgres(file, options, marks)
  return end
}

/** @param marks whether more than the database will be restored */
async function fillPostgres(file: string, options: InstanceOptions, marks: boolean): Promise<void> {
  const { config, migrations, transfers } = options
  await migrate(config, migrations)
  const beforeCommit = async () => {
    if (marks) await markUnfinished(config.dataDir)
  }
  await loadPostgres(config.databaseUrl ?? '', loadOf(file, config.backupKey), transfers, beforeCommit)
}

/** @param key BACKUP_KEY */
function loadOf(file: string, key: Uint8Array | undefined): Load {
  return async (insert) => (await readBackup(file, { rows: (table, parse) => insert(table, parse()) }, { key })).end
}

/** Restores the keys, the bytes, and the external files, which replace all that exist. */
async function restoreFiles(file: string, options: InstanceOptions): Promise<void> {
  const { config, keyFiles } = options
  await using stack = new AsyncDisposableStack()
  const externalFiles = (await options.openExternalFiles()).map((files) => stack.use(files))
  for (const files of externalFiles) await files.clear()
  let places: BytePlaces | undefined
  let input = new PassThrough()
  let filled = Promise.resolve()
  const finish = async () => {
    input.end()
    await filled
  }
  stack.defer(() => void input.destroy())
  const reader: BackupReader = {
    async rows({ name, columns }, parse) {
      if (name !== 'server_secrets') return
      const at = (column: string) => columns.findIndex((each) => each.name === column)
      const instanceSecret = parse().find((row) => row[at('name')] === 'blobs')?.[at('value')]
      if (!instanceSecret) return
      places = await openBytePlaces({ config, instanceSecret: String(instanceSecret) })
      stack.adopt(places.bytes, (bytes) => bytes.close())
    },
    async key(name, bytes) {
      const target = keyFiles.find((path) => basename(path) === name)
      if (target !== undefined) await writeFile(target, bytes, { mode: 0o600, flush: true })
    },
    async blob(id, bytes, size) {
      if (!places) throw new Error(`${file} has files but not the secret that identifies where they belong.`)
      // An interrupted restore may have left it.
      await places.spool.delete(id)
      const onTooLong = () => new Error(`${id} is longer than ${size} bytes`)
      await places.bytes.keep(id, await places.spool.write(id, bytes, { maxBytes: size, onTooLong }))
    },
    async external(table, key, part, bytes) {
      if (part === 0) {
        await finish()
        const files = externalFiles.find((each) => each.table === table)
        if (!files) throw new Error(`${file} has files of ${table}, which this release does not support.`)
        input = new PassThrough()
        filled = files.fill(key, input).catch((cause: Error) => {
          throw new Error(`The files of ${table} ${key} cannot be restored: ${cause.message}`, { cause })
        })
        // The next write or the end reports it.
        filled.catch(() => undefined)
      }
      if (!input.write(bytes)) await Promise.race([once(input, 'drain'), filled])
    },
  }
  await readBackup(file, reader, { key: config.backupKey })
  await finish()
}

/**
 * Moves an instance from SQLite in DATA_DIR to the PostgreSQL database of DATABASE_URL. The SQLite file, keys and bytes
 * stay as they are.
 *
 * @throws Error with a sentence for the operator; then PostgreSQL is unchanged
 */
export async function moveToPostgres(options: InstanceOptions): Promise<End> {
  const { dataDir, databaseUrl } = options.config
  if (!databaseUrl) throw new Error('Set DATABASE_URL to the PostgreSQL database to which the instance should move.')
  refuseUnfinished(dataDir)
  const sqlite = { ...options, config: { ...options.config, databaseUrl: undefined } }
  await (await snapshotOf(sqlite))[Symbol.asyncDispose]()
  await using _sqliteLock = await lockDatabase(sqlite)
  await using _postgresLock = await lockDatabase(options)
  await migrate({ dataDir }, options.migrations)
  if (await isInUse(options)) {
    throw new Error('The database in DATABASE_URL is in use, because it has accounts. Use an empty database.')
  }
  return await withTemporary(dataDir, (folder) => copyToPostgres(dataDir, folder, options))
}
