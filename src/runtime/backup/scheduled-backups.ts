import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { type BackupPlace, backupNameStart } from './backup-place.ts'
import type { End } from './format.ts'
import { type BackupSummary, readBackup } from './read.ts'
import { type Keep, keptOf } from './rotation.ts'

/** A stored backup. */
export interface StoredBackup {
  readonly name: string
  /** In epoch milliseconds. */
  readonly createdAt: number
  /** Whether it was read back completely after it had been stored. */
  readonly isVerified: boolean
}

interface BackupsOptions {
  readonly place: BackupPlace
  readonly keep: Keep
  readonly key: Uint8Array | undefined
  /** Aborts it: nothing is stored then. */
  readonly signal?: AbortSignal | undefined
  /** Writes a backup to a new file. */
  write(file: string): Promise<End>
}

const namePattern = /^onedoor-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.backup$/
/** Beside each backup that was read back. Its content says what the backup has. */
const verifiedEnd = '.verified'
const markSchema = z.object({ rows: z.int(), files: z.int() })
/** What an interrupted run leaves: its own file, and the draft of `writeBackup`. */
const workPattern = /^(?:\.+)onedoor-[\dTZ-]+\.backup\.[0-9a-f]{8}\.work(?:\.partial-[0-9a-f]+)?$/

/** `onedoor-2026-11-26T02-30-00Z.backup`: such names have no colons, which some disks do not allow. */
function nameOf(createdAt: number): string {
  return `${backupNameStart}${new Date(createdAt).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

function createdAtOf(name: string): number | undefined {
  const [, day, hour, minute, second] = namePattern.exec(name) ?? []
  const createdAt = Date.parse(`${day}${hour}:${minute}:${second}Z`)
  return Number.isNaN(createdAt) ? undefined : createdAt
}

/** The backups in BACKUP_TO, newest first. */
export async function listBackups(place: BackupPlace): Promise<StoredBackup[]> {
  const names = new Set(await place.list())
  const found = [...names].flatMap((name) => {
    const createdAt = createdAtOf(name)
    return createdAt === undefined ? [] : [{ name, createdAt, isVerified: names.has(name + verifiedEnd) }]
  })
  return found.sort((a, b) => b.createdAt - a.createdAt)
}

/**
 * The newest good backup that is not from the future; undefined without one. A clock that was wrong once must not hide later
 * backups behind an old one.
 *
 * @param now in epoch milliseconds
 */
export async function newestGood(place: BackupPlace, now: number): Promise<StoredBackup | undefined> {
  return (await listBackups(place)).find(({ createdAt, isVerified }) => isVerified && createdAt <= now)
}

/** Reads a stored backup completely. @throws Error with a sentence if it cannot be restored */
export function readStored(
  place: BackupPlace,
  name: string,
  key: Uint8Array | undefined,
  signal?: AbortSignal,
): Promise<BackupSummary> {
  return readBackup(name, {}, { key, signal, open: () => place.open(name) })
}

/**
 * Creates a backup, stores it, reads it back, and only then deletes those that need not be kept. No two processes may do
 * this concurrently: it deletes what an interrupted run has left.
 *
 * @param now in epoch milliseconds
 * @returns its name
 * @throws Error with a sentence for the operator, or the reason of the signal; then all earlier backups are still there
 */
export async function createStored(options: BackupsOptions, now: number): Promise<string> {
  const { place, keep, signal, write } = options
  await removeWork(place.workFolder)
  const name = nameOf(now)
  const work = join(place.workFolder, `.${name}.${randomBytes(4).toString('hex')}.work`)
  try {
    const end = await write(work)
    signal?.throwIfAborted()
    // A retry in the same second replaces what the failed attempt stored.
    await place.delete([name + verifiedEnd])
    await putVerified(options, name, work, end)
    const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0)
    await writeFile(work, JSON.stringify({ rows, files: end.blobs.count }), { mode: 0o600 })
    await place.put(name + verifiedEnd, work)
  } catch (failure) {
    // What an abort interrupts fails in its own words.
    signal?.throwIfAborted()
    throw failure
  } finally {
    await rm(work, { force: true })
  }
  await rotate(place, keep, now)
  return name
}

/** Stores a backup and reads it back. If that fails, what was stored is deleted. */
async function putVerified({ place, key, signal }: BackupsOptions, name: string, work: string, end: End) {
  try {
    await place.put(name, work, signal)
    const read = await readStored(place, name, key, signal)
    if (read.end.sha256 !== end.sha256) throw new Error(`${name} is not the backup that was written.`)
  } catch (failure) {
    // What cannot be deleted now has no mark, so it counts for nothing, and a later run deletes it.
    await place.delete([name]).catch(() => undefined)
    throw failure
  }
}

async function removeWork(folder: string): Promise<void> {
  for (const file of await readdir(folder)) if (workPattern.test(file)) await rm(join(folder, file), { force: true })
}

/**
 * Deletes good backups that need not be kept, and those without a mark that are older than the newest good one. Those from the
 * future stay until their time: they must not take the place of real ones.
 */
async function rotate(place: BackupPlace, keep: Keep, now: number): Promise<void> {
  const all = (await listBackups(place)).filter(({ createdAt }) => createdAt <= now)
  const good = all.filter(({ isVerified }) => isVerified)
  const newest = good[0]
  if (!newest) return
  const kept = keptOf(
    good.map(({ createdAt }) => createdAt),
    keep,
  )
  const isOver = ({ createdAt, isVerified }: StoredBackup) =>
    isVerified ? !kept.has(createdAt) : createdAt < newest.createdAt
  // Without its mark first: what an interruption leaves is then no good backup, and deleted the next time.
  const names = all.filter(isOver).map(({ name }) => name)
  await place.delete(names.map((name) => name + verifiedEnd))
  await place.delete(names)
}

/** How many rows and files a verified backup has. */
export async function contentsOf(place: BackupPlace, name: string): Promise<{ rows: number; files: number }> {
  return markSchema.parse(JSON.parse(await text(await place.open(name + verifiedEnd))))
}
