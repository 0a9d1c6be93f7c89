import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../base/sync.ts'

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
