import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { installArchiveOrder } from '../runtime/accounts/archive-order.ts'
import { countedTables } from '../runtime/accounts/owned.ts'
import { memoryFolder } from '../runtime/base/memory-folder.ts'
import { readSettings } from '../runtime/base/setting.ts'
import { openStore } from '../runtime/store/open.ts'
import { installCounters } from '../runtime/store/quota/install.ts'
import { quotaSettings } from '../runtime/store/quota/settings.ts'
import type { Store } from '../runtime/store/types.ts'
import { initialDatabase, makeInitialDatabase } from './initial-database.ts'
import { migrations } from './migrations.ts'
import { ownedTables } from './owned-tables.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'onedoor-test-'))
  file = join(folder, 'initial.sqlite')
  await makeInitialDatabase(file)
})
afterAll(() => rm(folder, { recursive: true }))

async function withCopy<T>(name: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir: join(folder, name), initial: file })
  return use(store).finally(() => store.close())
}

test('a server that starts with it has nothing to migrate, count or order', async () => {
  const { quotaBytes } = readSettings(quotaSettings, {}).values
  await withCopy('first', async (store) => {
    const writes = vi.spyOn(store, 'write')
    expect(await store.migrate(migrations)).toEqual([])
    expect(await installCounters(store, countedTables(ownedTables), quotaBytes)).toBe(false)
    await installArchiveOrder(store, ownedTables)
    expect(writes).not.toHaveBeenCalled()
  })
})

test('it is the same wherever and whenever it is made, so it has no secret, no time and no name of a machine', async () => {
  const digest = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  await mkdir(join(folder, 'elsewhere'))
  const other = join(folder, 'elsewhere/initial.sqlite')
  await makeInitialDatabase(other)
  expect(await digest(other)).toBe(await digest(file))
})

test('its only rows are the names of migrations and counters that begin at 0', async () => {
  await withCopy('rows', async (store) => {
    const tables = await store.all<{ name: string }>(
      store.sql('sqlite_schema').select('name').where({ type: 'table' }).orderBy('name'),
    )
    const rows: Record<string, unknown[]> = {}
    for (const { name } of tables) {
      const found = await store.all(store.sql(name))
      if (found.length > 0) rows[name] = found
    }
    const { search_tokens_data: index, ...others } = rows
    // An index of full text without text.
    expect(index).toEqual([
      { id: 1, block: Buffer.alloc(0) },
      { id: 10, block: Buffer.from('00000000ff000001000000', 'hex') },
    ])
    expect(others).toEqual({
      bus_sequence: [{ id: 1, last: 0 }],
      migrations: migrations.map(({ name }) => ({ name, applied_at: 0 })),
      registry_state: [{ id: 1, revision: 0 }],
      search_tokens_config: [{ k: 'version', v: 4 }],
      sqlite_sequence: [{ name: 'search_records', seq: 0 }],
    })
  })
})

test('the repository does not contain one, which would be out of date with the next migration', () => {
  expect(existsSync(initialDatabase)).toBe(false)
})
