import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../base/sync.ts'

const markFile = (dataDir: string) => join(dataDir, 'restore-unfinished')

/** Records that from now on the instance is neither what it was nor what the backup contains. */
export async function markUnfinished(dataDir: string): Promise<void> {
  await writeFile(markFile(dataDir), 'A restore was interrupted. Run it again.\n', { mode: 0o600, flush: true })
  await syncFolder(dataDir)
}

export async function markFinished(dataDir: string): Promise<void> {
  await rm(markFile(dataDir), { force: true })
  await syncFolder(dataDir)
}

export function isUnfinished(dataDir: string): boolean {
  return existsSync(markFile(dataDir))
}

/** @throws Error after an interrupted restore */
export function refuseUnfinished(dataDir: string): void {
  if (!isUnfinished(dataDir)) return
  throw new Error(
    `A restore into ${dataDir} was interrupted, so the data there is incomplete. Run "onedoor backup restore FILE" again.`,
  )
}
