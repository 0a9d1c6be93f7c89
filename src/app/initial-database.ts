import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installArchiveOrder } from '../runtime/accounts/archive-order.ts'
import { readSettings } from '../runtime/base/setting.ts'
import { openStore } from '../runtime/store/open.ts'
import { quotaSettings } from '../runtime/store/quota/settings.ts'
import { sqliteFile } from '../runtime/store/sqlite.ts'
import { copySqlite } from '../runtime/store/sqlite-copy.ts'
import { migrations } from './migrations.ts'
import { openOwnedStorage, ownedTables } from './owned-tables.ts'

/**
 * The database that a new one is a copy of, because migrations take most of a first start. Only the package has this file,
 * made when it was built: in the repository it would have to be made again with every migration.
 */
export const initialDatabase = fileURLToPath(new URL('./initial-database.sqlite', import.meta.url))

/** Makes a migrated database in a folder, with the counters and indexes that a server adds. */
export async function makeMigrated(folder: string, quotaBytes: number): Promise<void> {
  const store = await openStore({ dataDir: folder, initial: initialDatabase })
  try {
    await store.migrate(migrations)
    await (await openOwnedStorage({ store, quotaBytes })).close()
    await installArchiveOrder(store, ownedTables)
  } finally {
    await store.close()
  }
}

/**
 * Makes the file that a package contains. It is the same on every machine and at any time, so nothing in it is of the machine
 * or a secret: what is random is only made by a server.
 *
 * @param file absolute path of a file that does not exist
 */
export async function makeInitialDatabase(file: string): Promise<void> {
  const { quotaBytes } = readSettings(quotaSettings, {}).values
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-initial-'))
  try {
    await makeMigrated(folder, quotaBytes)
    const store = await openStore({ dataDir: folder })
    try {
      // When they were applied says nothing about the copies.
      await store.run(store.sql('migrations').update({ applied_at: 0 }))
    } finally {
      await store.close()
    }
    await copySqlite(sqliteFile(folder), file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
