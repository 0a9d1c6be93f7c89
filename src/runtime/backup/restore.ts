import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BytePlaces } from '../blobs/open.ts'
import { Digester, RowsDifferError } from '../store/carry/compare.ts'
import type { Load, Snapshot } from '../store/carry/types.ts'
import { syncFolder } from './create.ts'
import type { End } from './format.ts'
import { type CheckedBackup, readBackup } from './read.ts'

/** What fills a database from a backup, and checks afterwards that it holds the same rows. */
export function loadOf(file: string, { end }: CheckedBackup): Load {
  return {
    sequences: () => end.sequences,
    async fill(loader) {
      await readBackup(file, { rows: (table, rows) => loader.insert(table, rows) })
    },
    check: (loaded) => checkDigests(loaded, end),
  }
}

async function checkDigests(loaded: Snapshot, end: End): Promise<void> {
  for (const table of loaded.tables) {
    const digester = new Digester(table)
    for await (const batch of loaded.rows(table)) for (const row of batch) digester.add(row)
    const { rows, sha256 } = digester.digest()
    const kept = end.tables[table.name]
    if (kept?.rows === rows && kept.sha256 === sha256) continue
    throw new RowsDifferError(
      `${table.name} has ${rows} rows, and ${kept?.rows ?? 'no'} in the backup, or not the same`,
    )
  }
}

/**
 * Brings back the keys and the bytes of a backup.
 *
 * @param keyFiles where the keys are kept; others are ignored
 * @param openBytes opens the place of the bytes
 */
export async function restoreFiles(
  file: string,
  { instanceSecret }: CheckedBackup,
  keyFiles: readonly string[],
  openBytes: (instanceSecret: string) => Promise<BytePlaces>,
): Promise<void> {
  const places = instanceSecret === undefined ? undefined : await openBytes(instanceSecret)
  try {
    await readBackup(file, {
      async key(name, bytes) {
        const target = keyFiles.find((path) => path.endsWith(`/${name}`))
        if (target !== undefined) await replaceFile(target, bytes)
      },
      async blob(id, bytes, size) {
        if (!places) return
        // Left behind by a restore that did not finish.
        await places.spool.delete(id)
        const onTooLong = () => new Error(`${id} is longer than ${size} bytes`)
        await places.bytes.keep(id, await places.spool.write(id, bytes, { maxBytes: size, onTooLong }))
      },
    })
  } finally {
    places?.bytes.close()
  }
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.restoring`
  await rm(draft, { force: true })
  await writeFile(draft, bytes, { mode: 0o600, flush: true })
  await rename(draft, path)
}

/** The file that tells that a restore has begun and not ended. */
function markFile(dataDir: string): string {
  return join(dataDir, 'restore-unfinished')
}

/** Notes that from here on the data directory holds neither what it held nor the backup. */
export async function markUnfinished(dataDir: string): Promise<void> {
  await writeFile(markFile(dataDir), 'A restore has begun and not ended: run it again.\n', { mode: 0o600, flush: true })
  await syncFolder(dataDir)
}

/** The restore is whole. */
export async function markFinished(dataDir: string): Promise<void> {
  await rm(markFile(dataDir), { force: true })
  await syncFolder(dataDir)
}

/** Whether a restore has begun and not ended. */
export async function isUnfinished(dataDir: string): Promise<boolean> {
  try {
    await (await open(markFile(dataDir), 'r')).close()
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** @throws Error when a restore has begun and not ended */
export async function refuseUnfinished(dataDir: string): Promise<void> {
  if (!(await isUnfinished(dataDir))) return
  throw new Error(
    `A restore into ${dataDir} was interrupted, so what is there is not whole: run "onedoor backup restore FILE" again.`,
  )
}
