import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../../testing/databases.ts'
import { openStorage, usedBytes } from './storage.ts'

/** What a row of `rows_of_test` takes. */
const rowBytes = 200 + 1 + 1
const tables = [{ table: 'rows_of_test', account: 'owner', counting: 'refused' as const }]

/** Closing must wait for the work that `end` ends, because the store is closed next and nothing may still use it. */
async function closesAfter(storage: { close(): Promise<void> }, end: () => void): Promise<void> {
  let isClosed = false
  const closing = storage.close().then(() => {
    isClosed = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isClosed).toBe(false)
  end()
  await closing
}

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

  test('rows that are older than the counters are counted in the background, once', async () => {
    const { store, said, open, insert } = await newWorld()
    await insert('1')
    const first = await open()
    expect(await usedBytes(store, 'a')).toBe(0)
    first.recountIfNew()
    await expect.poll(() => usedBytes(store, 'a')).toBe(rowBytes)
    await first.close()
    const second = await open()
    await store.run(store.sql('storage_use').insert({ owner: 'a', source: 'elsewhere', bytes: 5 }))
    const all = vi.spyOn(store, 'all')
    second.recountIfNew()
    await new Promise((resolve) => setImmediate(resolve))
    expect(all).not.toHaveBeenCalled()
    await second.close()
    expect(await usedBytes(store, 'a')).toBe(rowBytes + 5)
    expect(said).toEqual([])
  })

  test('a failed count in the background is logged, one that closing stops is not', async () => {
    const { store, said, open } = await newWorld()
    const storage = await open()
    const called = Promise.withResolvers<void>()
    const reading = Promise.withResolvers<never>()
    reading.promise.catch(() => undefined)
    const all = vi.spyOn(store, 'all').mockImplementation(() => {
      called.resolve()
      return reading.promise
    })
    storage.recountIfNew()
    await called.promise
    await closesAfter(storage, () => reading.reject(new Error('stopped')))
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

  test('accounts are recounted in portions of twenty', async () => {
    const { store, open } = await newWorld()
    const storage = await open()
    await expect(storage.recount(AbortSignal.abort()).next()).rejects.toThrow('aborted')
    const others = Array.from({ length: 20 }, (_, index) => `b${index}`)
    await store.run(
      store.sql('accounts').insert(others.map((id) => ({ id, username: id, created_at: 1, updated_at: 1 }))),
    )
    const all = vi.spyOn(store, 'all')
    for await (const miscount of storage.recount()) expect.fail(JSON.stringify(miscount))
    const rows = (await Promise.all(all.mock.results.map(({ value }) => value))) as { owner?: string }[][]
    expect(rows.filter(([first]) => first?.owner).map((rows) => rows.length)).toEqual([20, 1])
    await storage.close()
  })

  test('a recount has deleted the sums of tables that no longer count when it ends', async () => {
    const { store, open } = await newWorld()
    const storage = await open()
    const run = store.run.bind(store)
    let ended = 0
    vi.spyOn(store, 'run').mockImplementation(async (query) => {
      const changed = await run(query)
      await new Promise((resolve) => setImmediate(resolve))
      ended += 1
      return changed
    })
    for await (const miscount of storage.recount()) expect.fail(JSON.stringify(miscount))
    // One for the sums, one for the changes.
    expect(ended).toBe(2)
    await storage.close()
  })

  if (dialect !== 'postgres') {
    test('nothing has to be added up, and no timer is set', async () => {
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
    const { setInterval: fake } = globalThis
    const timers: NodeJS.Timeout[] = []
    globalThis.setInterval = ((run: () => void, ms: number) => {
      const timer = fake(run, ms)
      timers.push(timer)
      return timer
    }) as typeof setInterval
    const storage = await open()
    globalThis.setInterval = fake
    // The timer does not keep a process alive that ends without closing the storage.
    expect(timers.map((timer) => timer.hasRef())).toEqual([false])
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
    await new Promise((resolve) => setImmediate(resolve))
    expect(take).not.toHaveBeenCalled()
  })

  test('closing waits for changes that are being added up', async () => {
    const { store, said, open } = await newWorld()
    const storage = await open()
    const [called, adding] = [Promise.withResolvers<void>(), Promise.withResolvers<never[]>()]
    vi.spyOn(store, 'take').mockImplementation(() => {
      called.resolve()
      return adding.promise
    })
    vi.advanceTimersByTime(1000)
    await called.promise
    await closesAfter(storage, () => adding.resolve([]))
    expect(said).toEqual([])
  })

  test('changes are added up in portions of 20,000, until none are left', async () => {
    const { store, open } = await newWorld()
    const storage = await open()
    await store.run(
      store.sql.raw(
        "insert into storage_changes (owner, source, bytes) select 'a', 'rows_of_test', 1 from generate_series(1, 20001)",
      ),
    )
    const take = vi.spyOn(store, 'take')
    await storage.fold()
    await storage.fold()
    const rows = await Promise.all(take.mock.results.map(({ value }) => value as Promise<{ count: number }[]>))
    expect(rows.map(([row]) => row?.count)).toEqual([20_000, 1, undefined])
    expect(await usedBytes(store, 'a')).toBe(20_001)
    await storage.close()
  })
})
