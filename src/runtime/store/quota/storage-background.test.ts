import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../../testing/databases.ts'
import { openStorage, usedBytes } from './storage.ts'

/** What a row of `rows_of_test` takes. */
const rowBytes = 200 + 1 + 1
const tables = [{ table: 'rows_of_test', account: 'owner', counting: 'refused' as const }]

forEachDatabase((dialect, openTestStore) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  async function newWorld() {
    const store = await openTestStore()
    await store.run(store.sql('accounts').insert({ id: 'a', username: 'a', created_at: 1, updated_at: 1 }))
    await store.run(store.sql.raw('create table rows_of_test (id text primary key, owner text)'))
    const said: string[] = []
    const log = { warn: (_: unknown, message: string) => void said.push(message) }
    const open = () => openStorage({ store, tables, quotaBytes: 10_000, log })
    const insert = (id: string) => store.run(store.sql('rows_of_test').insert({ id, owner: 'a' }))
    return { store, said, open, insert }
  }

  test('what was written before tables counted is counted in the background, once', async () => {
    const { store, said, open, insert } = await newWorld()
    await insert('1')
    const first = await open()
    expect(await usedBytes(store, 'a')).toBe(0)
    first.recountIfNew()
    await expect.poll(() => usedBytes(store, 'a')).toBe(rowBytes)
    await first.close()
    const second = await open()
    await store.run(store.sql('storage_use').insert({ owner: 'a', source: 'elsewhere', bytes: 5 }))
    second.recountIfNew()
    await second.close()
    expect(await usedBytes(store, 'a')).toBe(rowBytes + 5)
    expect(said).toEqual([])
  })

  test('a count in the background that fails is logged, one that is stopped by closing is not', async () => {
    const { store, said, open } = await newWorld()
    const storage = await open()
    const asked = Promise.withResolvers<void>()
    const reading = Promise.withResolvers<never>()
    reading.promise.catch(() => undefined)
    const all = vi.spyOn(store, 'all').mockImplementation(() => {
      asked.resolve()
      return reading.promise
    })
    storage.recountIfNew()
    await asked.promise
    const closing = storage.close()
    reading.reject(new Error('stopped'))
    await closing
    expect(said).toEqual([])
    all.mockRestore()
    await store.run(store.sql.raw('drop table rows_of_test'))
    await store.run(store.sql.raw('create table rows_of_test (id text primary key, owner text)'))
    const again = await open()
    vi.spyOn(store, 'all').mockRejectedValue(new Error('away'))
    again.recountIfNew()
    await expect.poll(() => said).toEqual(['counting stored bytes failed'])
    await again.close()
  })

  if (dialect !== 'postgres') {
    test('there is nothing to add up, and no timer that does', async () => {
      const { open, insert, store } = await newWorld()
      const before = vi.getTimerCount()
      const storage = await open()
      expect(vi.getTimerCount()).toBe(before)
      await insert('1')
      await storage.fold()
      expect(await usedBytes(store, 'a')).toBe(rowBytes)
      await storage.close()
    })
    return
  }

  test('changes are added up every second until it is closed, and a failure is logged', async () => {
    const { store, said, open, insert } = await newWorld()
    const storage = await open()
    const changes = async () => (await store.all(store.sql('storage_changes'))).length
    await insert('1')
    const take = vi.spyOn(store, 'take')
    vi.advanceTimersByTime(999)
    expect([take.mock.calls.length, await changes()]).toEqual([0, 1])
    vi.advanceTimersByTime(1)
    await expect.poll(changes).toBe(0)
    expect(await usedBytes(store, 'a')).toBe(rowBytes)
    expect(said).toEqual([])
    take.mockRejectedValueOnce(new Error('away'))
    vi.advanceTimersByTime(1000)
    await expect.poll(() => said).toEqual(['adding up stored bytes failed'])
    await storage.close()
    take.mockClear()
    vi.advanceTimersByTime(5000)
    expect(take).not.toHaveBeenCalled()
  })
})
