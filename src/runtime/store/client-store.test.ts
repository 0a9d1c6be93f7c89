import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import type { Companion, Reader, Store, Writer } from './types.ts'

const account = (id: string) => ({ id, username: id, created_at: 1, updated_at: 1 })
const add = (tx: Writer, id: string) => tx.run(tx.sql('accounts').insert(account(id)))

async function ids(reader: Reader): Promise<string[]> {
  return (await reader.all<{ id: string }>(reader.sql('accounts').select('id').orderBy('id'))).map(({ id }) => id)
}

/** A companion that adds its own account to each transaction, and records its calls. */
function companionOf(more: Partial<Companion> = {}) {
  const calls: string[] = []
  const companion: Companion = {
    isAwaited: true,
    begin: async () => void calls.push('begin'),
    join: async (tx) => {
      calls.push('join')
      await add(tx, 'companion')
    },
    failed: () => void calls.push('failed'),
    ...more,
  }
  return { companion, calls }
}

forEachDatabase((dialect, openTestStore) => {
  const ways: [string, (client: Store) => Promise<unknown>][] = [
    ['a statement', (client) => client.run(client.sql('accounts').insert(account('ada')))],
    ['a work', (client) => client.write((tx) => add(tx, 'ada'))],
  ]

  test.each(ways)('%s is committed together with its companion, and returns its result', async (_, write) => {
    const store = await openTestStore()
    const { companion, calls } = companionOf()
    expect(await write(store.readingAs('ada', companion))).toEqual({ changes: 1 })
    expect(await ids(store)).toEqual(['ada', 'companion'])
    expect(calls).toEqual(['begin', 'join'])
  })

  test.each(ways)('%s is alone where its companion does not wait for it, or has no companion', async (_, write) => {
    const store = await openTestStore()
    const { companion, calls } = companionOf({ isAwaited: false })
    expect(await write(store.readingAs('ada', companion))).toEqual({ changes: 1 })
    await store.run(store.sql('accounts').delete())
    expect(await write(store.readingAs('ada'))).toEqual({ changes: 1 })
    expect(await ids(store)).toEqual(['ada'])
    expect(calls).toEqual([])
  })

  test('nothing is stored of work that fails, or whose companion does, and the companion is notified', async () => {
    const store = await openTestStore()
    const failing = companionOf()
    const refused = new Error('changed my mind')
    const work = store.readingAs('ada', failing.companion).write(async (tx) => {
      await add(tx, 'ada')
      throw refused
    })
    await expect(work).rejects.toBe(refused)
    expect(failing.calls).toEqual(['begin', 'failed'])
    const joining = companionOf({ join: () => Promise.reject(new Error('not with me')) })
    const joined = store.readingAs('ada', joining.companion).write((tx) => add(tx, 'ada'))
    await expect(joined).rejects.toThrow('not with me')
    expect(joining.calls).toEqual(['begin', 'failed'])
    expect(await ids(store)).toEqual([])
  })

  test('no work runs before its companion has begun, or if the companion refuses', async () => {
    const store = await openTestStore()
    const begun = Promise.withResolvers<void>()
    const { companion, calls } = companionOf({ begin: () => begun.promise })
    let runs = 0
    const work = async (tx: Writer) => {
      runs += 1
      await add(tx, 'ada')
    }
    const writing = store.readingAs('ada', companion).write(work)
    await store.ping()
    await turn()
    expect(runs).toBe(0)
    begun.reject(new Error('not now'))
    await expect(writing).rejects.toThrow('not now')
    expect([runs, calls]).toEqual([0, []])
  })

  test('a client reads, takes, waits for commits, pings and closes like the store', async () => {
    const store = await openTestStore()
    const client = store.readingAs('ada')
    expect([client.dialect, client.sql === store.sql]).toEqual([dialect, true])
    await add(store, 'ada')
    expect(await client.get(client.sql('accounts').select('id'))).toEqual({ id: 'ada' })
    expect(await client.get(client.sql('accounts').where({ id: 'bob' }))).toBeUndefined()
    expect(await client.take(client.sql.raw('delete from accounts returning id'))).toEqual([{ id: 'ada' }])
    expect(await ids(client)).toEqual([])
    let isCalled = false
    client.afterCommit(() => {
      isCalled = true
    })
    expect(isCalled).toBe(true)
    const { companion, calls } = companionOf()
    await client.readingAs('bob', companion).write((tx) => add(tx, 'bob'))
    expect(calls).toEqual(['begin', 'join'])
    await client.ping()
    await expect(client.migrate([])).rejects.toThrow('a newer release')
    await client.close()
    await expect(store.ping()).rejects.toThrow('The store is closed')
    await expect(client.migrate([])).rejects.toThrow('The store is closed')
  })
})
