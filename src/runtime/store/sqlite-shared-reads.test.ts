import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteStore } from './sqlite.ts'
import { OpenConnections } from './sqlite-connection.ts'
import type { Store } from './types.ts'

/** A store whose connections are only open while they are used, with one row. */
async function openShared(options: Parameters<typeof openSqliteStore>[1] = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-shared-'))
  const among = new OpenConnections(4)
  const store = await openSqliteStore(dataDir, options, { among })
  onTestFinished(async () => {
    await store.close()
    await rm(dataDir, { recursive: true })
  })
  await store.run(store.sql.raw('create table t (n integer)'))
  await store.run(store.sql.raw('insert into t values (1)'))
  return { store, among }
}

const counted = (store: Pick<Store, 'get' | 'sql'>) =>
  store.get<{ n: number }>(store.sql.raw('select count(*) as n from t'))
const endless =
  'with recursive steps (n) as (select 1 union all select n + 1 from steps where n < 1e12) select count(*) from steps'

test('nothing is open before the first statement, and one connection suffices for reads and writes in turn', async () => {
  const { store, among } = await openShared()
  for (let n = 2; n < 5; n++) {
    expect(await counted(store)).toEqual({ n: n - 1 })
    await store.run(store.sql.raw('insert into t values (2)'))
  }
  expect(await Promise.all([counted(store), counted(store), counted(store)])).toEqual(Array(3).fill({ n: 4 }))
  expect(among.count).toBe(1)
})

test('a read during a write sees nothing of it, even if the write waits for the read', async () => {
  const { store, among } = await openShared()
  await store.write(async (tx) => {
    await tx.run(tx.sql.raw('insert into t values (2)'))
    expect(await counted(store)).toEqual({ n: 1 })
  })
  expect(await counted(store)).toEqual({ n: 2 })
  expect(among.count).toBe(2)
})

test('a write that starts during a read waits for it, and so does the end of the store', async () => {
  const { store } = await openShared()
  const order: string[] = []
  const slow =
    'with recursive s (n) as (select 1 union all select n + 1 from s where n < 300000) select count(*) as n from s'
  const read = store.get(store.sql.raw(slow)).then(() => order.push('read'))
  await new Promise(setImmediate)
  const written = store.run(store.sql.raw('insert into t values (2)')).then(() => order.push('written'))
  await Promise.all([read, written])
  expect(order).toEqual(['read', 'written'])
  const last = [store.get(store.sql.raw(slow)), store.get(store.sql.raw(slow))]
  await new Promise(setImmediate)
  await store.close()
  expect(await Promise.all(last)).toEqual([{ n: 300_000 }, { n: 300_000 }])
})

test.each(['insert into t values (2) returning n', 'with a as (select 2) insert into t select * from a returning n'])(
  'a read that would change something is refused: %s',
  async (sql) => {
    const { store } = await openShared()
    await expect(store.all(store.sql.raw(sql))).rejects.toThrow('SQLITE_READONLY')
    expect(await counted(store)).toEqual({ n: 1 })
  },
)

test('a read of a client that takes too long is interrupted, and then writes continue', async () => {
  const { store } = await openShared({ readLimitMs: 50 })
  const reading = store.readingAs('ada').all(store.sql.raw(endless))
  await new Promise(setImmediate)
  const writing = store.run(store.sql.raw('insert into t values (2)'))
  await expect(reading).rejects.toThrow('took too long')
  await writing
  expect(await counted(store)).toEqual({ n: 2 })
})

test('many reads at once get a separate connection, and all are answered', async () => {
  const { store, among } = await openShared()
  const reads = Array.from({ length: 50 }, () => counted(store))
  expect(await Promise.all(reads)).toEqual(Array(50).fill({ n: 1 }))
  expect(among.count).toBe(2)
})
