import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../app/migrations.ts'
import { ownedTables } from '../../app/owned-tables.ts'
import { countedTables } from '../../runtime/accounts/owned.ts'
import { memoryFolder } from '../../runtime/base/memory-folder.ts'
import { openStore } from '../../runtime/store/open.ts'
import { installCounters } from '../../runtime/store/quota/install.ts'
import { sqliteFile } from '../../runtime/store/sqlite.ts'
import { copyMigrated } from './migrated-database.ts'

const quotaBytes = 1_000_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'onedoor-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What a server would do to it first. */
async function leftToDo(dataDir: string): Promise<{ migrations: string[]; counters: boolean }> {
  const store = await openStore({ dataDir })
  try {
    const left = await store.migrate(migrations)
    return { migrations: left, counters: await installCounters(store, countedTables(ownedTables), quotaBytes) }
  } finally {
    await store.close()
  }
}

test('a migrated database is made once, and is copied until the migrations change', async () => {
  const caches = join(folder, 'caches')
  await copyMigrated(join(folder, 'first'), quotaBytes, caches)
  const [cached = '', ...others] = await readdir(caches)
  expect(others).toEqual([])
  const file = join(caches, cached)
  const bytes = await readFile(file)
  expect(await readFile(sqliteFile(join(folder, 'first')))).toEqual(bytes)
  // The size of its pages: most tables of a world are empty.
  expect(bytes.readUInt16BE(16)).toBe(1024)
  await writeFile(file, 'a copy of this', { mode: 0o600 })
  await copyMigrated(join(folder, 'second'), quotaBytes, caches)
  expect(await readFile(sqliteFile(join(folder, 'second')), 'utf8')).toBe('a copy of this')
  await rm(file)
  await writeFile(join(caches, `migrated-${'x'.repeat(16)}.sqlite`), 'of other migrations')
  await copyMigrated(join(folder, 'third'), quotaBytes, caches)
  expect(await readdir(caches)).toEqual([cached])
  expect(await leftToDo(join(folder, 'third'))).toEqual({ migrations: [], counters: false })
})

test('a database is migrated even if it cannot be cached', async () => {
  const caches = join(folder, 'not a folder')
  await writeFile(caches, '')
  await copyMigrated(join(folder, 'alone'), quotaBytes, caches)
  expect(await leftToDo(join(folder, 'alone'))).toEqual({ migrations: [], counters: false })
})
