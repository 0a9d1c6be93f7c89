import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../app/migrations.ts'
import { memoryFolder } from '../../runtime/base/memory-folder.ts'
import { openStore } from '../../runtime/store/open.ts'
import { sqliteFile } from '../../runtime/store/sqlite.ts'
import { copyMigrated } from './migrated-database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'onedoor-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function leftToMigrate(dataDir: string): Promise<string[]> {
  const store = await openStore({ dataDir })
  try {
    return await store.migrate(migrations)
  } finally {
    await store.close()
  }
}

test('a migrated database is made once, and is copied until the migrations change', async () => {
  const caches = join(folder, 'caches')
  await copyMigrated(join(folder, 'first'), caches)
  const [cached = '', ...others] = await readdir(caches)
  expect(others).toEqual([])
  const file = join(caches, cached)
  const bytes = await readFile(file)
  expect(await readFile(sqliteFile(join(folder, 'first')))).toEqual(bytes)
  // The size of its pages: most tables of a world are empty.
  expect(bytes.readUInt16BE(16)).toBe(1024)
  await writeFile(file, 'a copy of this', { mode: 0o600 })
  await copyMigrated(join(folder, 'second'), caches)
  expect(await readFile(sqliteFile(join(folder, 'second')), 'utf8')).toBe('a copy of this')
  await rm(file)
  await writeFile(join(caches, `migrated-${'x'.repeat(16)}.sqlite`), 'of other migrations')
  await copyMigrated(join(folder, 'third'), caches)
  expect(await readdir(caches)).toEqual([cached])
  expect(await leftToMigrate(join(folder, 'third'))).toEqual([])
})

test('a database is migrated even if it cannot be cached', async () => {
  const caches = join(folder, 'not a folder')
  await writeFile(caches, '')
  await copyMigrated(join(folder, 'alone'), caches)
  expect(await leftToMigrate(join(folder, 'alone'))).toEqual([])
})
