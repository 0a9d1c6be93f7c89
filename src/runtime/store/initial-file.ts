import { randomUUID } from 'node:crypto'
import { chmod, copyFile, link, rm } from 'node:fs/promises'
import { syncFile } from '../base/sync.ts'

/**
 * Copies a database to a place without a file, durably, for its owner only. Other processes find the whole file or none, and the
 * file of a process that was faster stays.
 *
 * @throws Error of the file system, also where it knows no links
 */
export async function placeInitial(initial: string, filename: string): Promise<void> {
  const part = `${filename}-${randomUUID()}`
  try {
    await copyFile(initial, part)
    await chmod(part, 0o600)
    // SQLite assumes that pages outside of its log are durable.
    await syncFile(part)
    // Unlike a rename, a link replaces nothing.
    await link(part, filename)
  } finally {
    await rm(part, { force: true })
  }
}
