import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import type { Values } from '../base/setting.ts'
import { syncFolder } from '../base/sync.ts'
import { openBytePlaces } from '../blobs/open.ts'
import type { blobSettings } from '../blobs/settings.ts'
import { compareRows } from '../store/carry/compare.ts'
import { loadSqlite } from '../store/carry/sqlite-load.ts'
import { openSqliteSnapshot } from '../store/carry/sqlite-snapshot.ts'
import type { CarriedTable, Load, OpenSnapshot, Snapshot } from '../store/carry/types.ts'
import { openStore } from '../store/open.ts'
import { type ServerLock, takeServerLock } from '../store/server-lock.ts'
import { sqliteFile } from '../store/sqlite.ts'
import type { Migration } from '../store/types.ts'
import type { KeptApart } from './apart.ts'
import { type BackupSummary, createBackup } from './create.ts'
import { BackupError } from './format.ts'
import { type CheckedBackup, readBackup } from './read.ts'
import { loadOf, restoreApart, restoreFiles } from './restore.ts'
import { isUnfinished, markFinished, markUnfinished, refuseUnfinished } from './unfinished.ts'

/** The instance that is kept, brought back or moved. */
export interface InstanceOptions {
  readonly config: Values<typeof blobSettings> & {
    readonly dataDir: string
    readonly databaseUrl: string | undefined
  }
  readonly migrations: readonly Migration[]
  readonly special: readonly CarriedTable[]
  /** Files without which what is encrypted cannot be read. */
  readonly keyFiles: readonly string[]
  /** Tables of which any row means that the instance is in use. */
  readonly evidence: readonly string[]
  readonly version: string
  readonly now: number
  /** Opens what is kept of rows outside of the database. */
  openApart(): Promise<KeptApart[]>
}

/** Writes a backup of an instance, whose server may be running. @throws Error with a sentence for the operator */
export async function backUp(file: string, options: InstanceOptions): Promise<BackupSummary> {
  const { config, keyFiles, version, now } = options
  await refuseUnfinished(config.dataDir)
  const snapshot = await openSnapshot(options)
  const apart = await options.openApart()
  try {
    if (snapshot.migrations.length === 0) throw new BackupError('There is nothing to back up: no server has run here.')
    return await createBackup(file, {
      snapshot,
      keyFiles,
      version,
      now,
      apart,
      async openBytes(instanceSecret) {
        if (instanceSecret === undefined) return undefined
        return (await openBytePlaces({ config, instanceSecret })).bytes
      },
    })
  } finally {
    for (const kept of apart) await kept.close()
    await snapshot.close()
  }
}

async function openSnapshot({ config: { dataDir, databaseUrl }, special }: InstanceOptions): Promise<OpenSnapshot> {
  if (databaseUrl) {
    // Has the better sentences when there is no database.
    await (await openStore({ dataDir, databaseUrl })).close()
    const { openPostgresSnapshot } = await import('../store/carry/postgres-snapshot.ts')
    return openPostgresSnapshot(databaseUrl, special)
  }
  const filename = sqliteFile(dataDir)
  if (!(await stat(filename).catch(() => undefined))) {
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR to the directory of the server.`)
  }
  return openSqliteSnapshot(filename, special)
}

/**
 * Replaces an instance by what a backup holds. Only whole backups are begun with; the database is checked against the
 * backup row by row before it is kept.
 *
 * @param mayReplace whether an instance that is in use may be replaced
 * @throws Error with a sentence for the operator
 */
export async function bringBack(file: string, mayReplace: boolean, options: InstanceOptions): Promise<CheckedBackup> {
  const { config, migrations, keyFiles } = options
  const { dataDir } = config
  const checked = await readBackup(file)
  const past = knownMigrations(file, checked, migrations)
  const lock = await lockInstance(options)
  try {
    if (!mayReplace && !(await isUnfinished(dataDir)) && (await isInUse(options))) {
      throw new BackupError(
        `${config.databaseUrl ? 'The database' : dataDir} is in use: it has accounts. Restore into an empty one, or add --replace to lose what is there.`,
      )
    }
    await replaceDatabase(file, checked, past, options)
    const openBytes = (instanceSecret: string) => openBytePlaces({ config, instanceSecret })
    await restoreFiles(file, checked, keyFiles, openBytes)
    const apart = await options.openApart()
    try {
      await restoreApart(file, apart)
    } finally {
      for (const kept of apart) await kept.close()
    }
    await markFinished(dataDir)
    return checked
  } finally {
    await lock.close()
  }
}

/** The steps that the backup has been through. @throws BackupError for one that this release does not know */
function knownMigrations(file: string, { manifest }: CheckedBackup, migrations: readonly Migration[]): Migration[] {
  const unknown = manifest.migrations.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0) {
    throw new BackupError(
      `${file} was made by a newer release (${manifest.onedoor}): it has ${unknown.join(', ')}, which this one does not know. Restore it with that release.`,
    )
  }
  return migrations.filter(({ name }) => manifest.migrations.includes(name))
}

async function lockInstance({ config: { dataDir, databaseUrl } }: InstanceOptions): Promise<ServerLock> {
  if (!databaseUrl) return takeServerLock(dataDir)
  const { countConnections } = await import('../store/carry/postgres-load.ts')
  await (await openStore({ dataDir, databaseUrl })).close()
  const count = await countConnections(databaseUrl)
  if (count > 0) throw new BackupError('A server or a command is using the database: stop it first.')
  return { close: async () => undefined }
}

async function isInUse(options: InstanceOptions): Promise<boolean> {
  const { dataDir, databaseUrl } = options.config
  if (!databaseUrl && !(await stat(sqliteFile(dataDir)).catch(() => undefined))) return false
  const snapshot = await openSnapshot(options)
  try {
    return await hasRows(snapshot, options.evidence)
  } finally {
    await snapshot.close()
  }
}

async function hasRows(snapshot: Snapshot, names: readonly string[]): Promise<boolean> {
  for (const table of snapshot.tables.filter(({ name }) => names.includes(name))) {
    for await (const batch of snapshot.rows(table)) if (batch.length > 0) return true
  }
  return false
}

async function replaceDatabase(
  file: string,
  checked: CheckedBackup,
  past: readonly Migration[],
  options: InstanceOptions,
): Promise<void> {
  const { dataDir, databaseUrl } = options.config
  const load = loadOf(file, checked)
  if (!databaseUrl) {
    await withDraft(dataDir, load, past, options, async (draft) => {
      await markUnfinished(dataDir)
      await putInPlace(draft, dataDir)
    })
  } else if (past.length === options.migrations.length) {
    await fillPostgres(databaseUrl, load, options)
  } else {
    // PostgreSQL is filled as it is now, so an older backup goes by way of a file that is brought up to date.
    await withDraft(dataDir, load, past, options, async (draft) => {
      const snapshot = await openSqliteSnapshot(draft, options.special)
      try {
        await fillPostgres(databaseUrl, carrying(snapshot), options)
      } finally {
        await snapshot.close()
      }
    })
  }
}

/** Loads into a file beside the database, which is deleted unless `use` moves it away. */
async function withDraft(
  dataDir: string,
  load: Load,
  past: readonly Migration[],
  { migrations, special }: InstanceOptions,
  use: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${sqliteFile(dataDir)}.restoring`
  await removeDatabase(draft)
  try {
    await (await open(draft, 'wx', 0o600)).close()
    await loadSqlite(draft, load, { past, migrations, special })
    await use(draft)
  } finally {
    await removeDatabase(draft)
  }
}

/** The log of the former database goes first: SQLite would apply it to the new one. */
async function putInPlace(draft: string, dataDir: string): Promise<void> {
  await removeDatabase(sqliteFile(dataDir))
  await rename(draft, sqliteFile(dataDir))
  await syncFolder(dataDir)
}

async function removeDatabase(filename: string): Promise<void> {
  for (const end of ['-wal', '-shm', '-journal', '']) await rm(`${filename}${end}`, { force: true })
}

async function fillPostgres(databaseUrl: string, load: Load, options: InstanceOptions): Promise<void> {
  const { dataDir } = options.config
  await migrated({ dataDir, databaseUrl }, options.migrations)
  const { loadPostgres } = await import('../store/carry/postgres-load.ts')
  await markUnfinished(dataDir)
  let isCommitting = false
  const check = async (loaded: Snapshot): Promise<void> => {
    await load.check(loaded)
    isCommitting = true
  }
  try {
    await loadPostgres(databaseUrl, { ...load, check }, options.special)
  } catch (error) {
    // Nothing was changed before the commit.
    if (!isCommitting) await markFinished(dataDir)
    throw error
  }
}

async function migrated(
  settings: { dataDir: string; databaseUrl?: string },
  migrations: readonly Migration[],
): Promise<void> {
  const store = await openStore(settings)
  await store.migrate(migrations).finally(() => store.close())
}

/** Carries a snapshot, and compares what has arrived with it row by row. */
function carrying(snapshot: Snapshot, onCompared?: (counts: ReadonlyMap<string, number>) => void): Load {
  return {
    sequences: () => snapshot.sequences,
    async fill(loader) {
      for (const table of snapshot.tables) {
        for await (const batch of snapshot.rows(table)) await loader.insert(table, batch)
      }
    },
    async check(loaded) {
      onCompared?.(await compareRows(snapshot, loaded))
    },
  }
}

/**
 * Carries an instance from SQLite in DATA_DIR to the PostgreSQL database of DATABASE_URL. The file stays as it was; keys
 * and bytes stay where they are.
 *
 * @returns how many rows each table has, in both
 * @throws Error with a sentence for the operator; then PostgreSQL holds nothing
 */
export async function moveToPostgres(options: InstanceOptions): Promise<ReadonlyMap<string, number>> {
  const { dataDir, databaseUrl } = options.config
  if (!databaseUrl) throw new BackupError('Set DATABASE_URL to the PostgreSQL database that the instance moves to.')
  await refuseUnfinished(dataDir)
  await refuseEmptyFile(dataDir)
  const lock = await takeServerLock(dataDir)
  try {
    await (await lockInstance(options)).close()
    await migrated({ dataDir }, options.migrations)
    if (await isInUse(options)) {
      throw new BackupError('The database of DATABASE_URL is in use: it has accounts. Move into an empty one.')
    }
    return await carryToPostgres(databaseUrl, options)
  } finally {
    await lock.close()
  }
}

async function carryToPostgres(databaseUrl: string, options: InstanceOptions): Promise<ReadonlyMap<string, number>> {
  const { dataDir } = options.config
  const snapshot = await openSqliteSnapshot(sqliteFile(dataDir), options.special)
  try {
    let moved: ReadonlyMap<string, number> = new Map()
    const load = carrying(snapshot, (counts) => {
      moved = counts
    })
    await fillPostgres(databaseUrl, load, options)
    await markFinished(dataDir)
    return moved
  } finally {
    await snapshot.close()
  }
}

/** What begins like every SQLite file. */
const sqliteMagic = 'SQLite format 3\0'

async function refuseEmptyFile(dataDir: string): Promise<void> {
  const filename = sqliteFile(dataDir)
  let start = ''
  try {
    for await (const piece of createReadStream(filename, { end: sqliteMagic.length - 1 })) start += String(piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  if (start === sqliteMagic) return
  throw new BackupError(`There is no SQLite database in ${dataDir}: set DATA_DIR to the directory of the server.`)
}
