import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupPlace } from '../runtime/backup/backup-place.ts'
import type { ExternalFiles } from '../runtime/backup/external-files.ts'
import { backUp, type InstanceOptions, moveToPostgres, restore } from '../runtime/backup/instance.ts'
import { type BackupSummary, readBackup } from '../runtime/backup/read.ts'
import { contentsOf, createStored, listBackups, newestGood, readStored } from '../runtime/backup/scheduled-backups.ts'
import { clockFrom } from '../runtime/base/clock.ts'
import type { Environment } from '../runtime/base/environment.ts'
import { keyFile } from '../runtime/base/secrets/keys.ts'
import { version } from '../runtime/base/version.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import { searchEntriesTransfer, searchRecordsTransfer } from '../runtime/search/index-transfer.ts'
import type { TableTransfer } from '../runtime/store/transfer/types.ts'
import { openPlaceOf } from './backups.ts'
import { type Config, loadConfig } from './config.ts'
import { families } from './families.ts'
import { openInstanceOf } from './instance-commands.ts'
import { migrations } from './migrations.ts'

/** Tables that the two databases store differently. */
export const tableTransfers: readonly TableTransfer[] = [searchRecordsTransfer, searchEntriesTransfer]

/** An instance with rows in any of these is in use. */
const evidence = ['accounts', 'ledger_entries', 'payments']

function instanceOptionsOf(config: Config, now = clockFrom(config.clock).now()): InstanceOptions {
  return {
    config,
    migrations,
    transfers: tableTransfers,
    keyFiles: [keyFile(config.dataDir)],
    evidence,
    version,
    now,
    openExternalFiles: () =>
      Promise.all(families.flatMap(({ externalFiles }) => externalFiles?.(config as never) ?? [])),
  }
}

/**
 * Stores a verified backup in BACKUP_TO, and deletes those that BACKUP_KEEP does not keep.
 *
 * @param now in epoch milliseconds
 * @param signal aborts it
 * @returns its name
 * @throws Error with a sentence for the operator; the signal's reason
 */
export async function createScheduled(config: Config, now: number, signal?: AbortSignal): Promise<string> {
  await using place = await openPlaceOf(config)
  const options = instanceOptionsOf(config, now)
  const { backupKeep: keep, backupKey: key } = config
  return await createStored({ place, keep, key, signal, write: (file) => backUp(file, options, signal) }, now)
}

/**
 * Builds what the commands for backups and for moving use.
 *
 * @throws ConfigError
 */
export function upkeepOf(env: Environment) {
  const config = loadConfig(env)
  const options = instanceOptionsOf(config)
  return {
    /** Whether secrets are encrypted with a key that no backup contains. */
    hasOutsideKey: config.configSecretKey !== undefined,
    backUp: (file: string) => backUp(file, options),
    restore: (file: string, mayReplace: boolean) => restore(file, mayReplace, options),
    move: () => moveToPostgres(options),
    async list() {
      await using place = await openPlaceOf(config)
      const found = await listBackups(place)
      return Promise.all(
        found.map(async (each) => ({ ...each, ...(each.isVerified && (await contentsOf(place, each.name))) })),
      )
    },
    async verify(name?: string): Promise<{ name: string; summary: BackupSummary }> {
      // A path is a file on this machine, other names are in BACKUP_TO.
      if (name?.includes('/')) return { name, summary: await readBackup(name, {}, { key: config.backupKey }) }
      await using place = await openPlaceOf(config)
      const wanted = name ?? (await newestOf(place, config))
      return { name: wanted, summary: await readStored(place, wanted, config.backupKey) }
    },
    drill: (name?: string) => drill(config, name),
  }
}

async function newestOf(place: BackupPlace, config: Config): Promise<string> {
  const newest = await newestGood(place, clockFrom(config.clock).now())
  if (!newest) throw new Error('BACKUP_TO has no good backup yet.')
  return newest.name
}

/**
 * Restores a backup of BACKUP_TO into a new instance on SQLite, which is deleted afterwards, and checks that instance. The
 * instance of the settings is not touched.
 *
 * @param name the newest good one if omitted
 * @returns the backup, and what each check has found
 */
async function drill(config: Config, name?: string): Promise<{ name: string; findings: Finding[] }> {
  await using place = await openPlaceOf(config)
  const wanted = name ?? (await newestOf(place, config))
  await mkdir(config.dataDir, { recursive: true })
  const folder = await mkdtemp(join(config.dataDir, 'backup-drill-'))
  try {
    const file = join(folder, 'copy')
    await pipeline(await place.open(wanted), createWriteStream(file, { mode: 0o600 }))
    const summary = await readBackup(file, {}, { key: config.backupKey })
    const own = { dataDir: join(folder, 'data'), databaseUrl: undefined, s3Endpoint: undefined, backupTo: undefined }
    const drilled: Config = { ...config, ...own }
    await mkdir(drilled.dataDir)
    // Sandboxes are read, but not created beside the real ones.
    const openExternalFiles = async () => summary.manifest.tables.map(({ name: table }) => onlyRead(table))
    await restore(file, false, { ...instanceOptionsOf(drilled), openExternalFiles })
    return { name: wanted, findings: await checked(drilled, summary) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function onlyRead(table: string): ExternalFiles {
  return {
    table,
    keyOf: () => undefined,
    open: async () => undefined,
    clear: async () => undefined,
    async fill(_key, bytes) {
      for await (const _ of bytes);
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function checked(config: Config, { manifest, end }: BackupSummary): Promise<Finding[]> {
  const { damageOf } = await import('../runtime/store/sqlite.ts')
  const instance = await openInstanceOf(config, [])
  try {
    const damage = await damageOf(config.dataDir)
    const ledger = await instance.ledger.check()
    const log = await instance.checkCallLog()
    const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0)
    const finding = (what: string, isGood: boolean, detail: string): Finding => {
      return { what, state: isGood ? 'works' : 'broken', detail }
    }
    return [
      finding('restore', true, `${rows} rows of the backup of ${manifest.created}, each of which was compared`),
      finding('database', damage === undefined, damage ?? 'is whole'),
      finding('files', end.blobs.damaged === 0, `${end.blobs.count} files, ${end.blobs.damaged} damaged`),
      finding(
        'ledger',
        ledger.mismatches.length === 0,
        `${ledger.entries} entries, ${ledger.mismatches.length} mismatches`,
      ),
      finding('call log', log.problems.length === 0, `${log.entries} entries, ${log.problems.length} problems`),
    ]
  } finally {
    await instance.close()
  }
}
