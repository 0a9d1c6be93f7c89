import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeMigrated } from '../../app/initial-database.ts'
import { migrations } from '../../app/migrations.ts'
import { ownedTables } from '../../app/owned-tables.ts'
import { cacheFolder } from '../../runtime/base/cache-folder.ts'
import { sqliteFile } from '../../runtime/store/sqlite.ts'
import { shrinkPages, smallPage } from '../../runtime/store/sqlite-copy.ts'

const prefix = 'migrated-'

/**
 * Puts a migrated database without rows into a folder, with the counters and indexes that a server adds. Making it takes most
 * of the start of a sandbox, so the result is cached until the migrations, tables or quota change. A server still checks it.
 *
 * @param folder is created
 */
export async function copyMigrated(folder: string, quotaBytes: number, caches = cacheFolder()): Promise<void> {
  const database = sqliteFile(folder)
  const name = `${prefix}${digestOf(quotaBytes)}.sqlite`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isCached = await copyFile(join(caches, name), database).then(
    () => true,
    () => false,
  )
  if (isCached) return
  // It may be a part of a copy.
  await rm(database, { force: true })
  await makeMigrated(folder, quotaBytes)
  await shrinkPages(database)
  await keep(database, caches, name).catch(() => undefined)
}

/** Another process that starts meanwhile finds a whole file or none. */
async function keep(database: string, caches: string, name: string): Promise<void> {
  const part = join(caches, `${prefix}${randomUUID()}`)
  await mkdir(caches, { recursive: true, mode: 0o700 })
  try {
    await copyFile(database, part)
    await rename(part, join(caches, name))
  } finally {
    await rm(part, { force: true })
  }
  const earlier = (await readdir(caches)).filter((each) => /^migrated-.{16}\.sqlite$/.test(each) && each !== name)
  for (const each of earlier) await rm(join(caches, each), { force: true })
}

function digestOf(quotaBytes: number): string {
  const hash = createHash('sha256').update(JSON.stringify([smallPage, quotaBytes, ownedTables]))
  for (const { name, up } of migrations) hash.update(`${name}\n${String(up)}\n`)
  return hash.digest('base64url').slice(0, 16)
}
