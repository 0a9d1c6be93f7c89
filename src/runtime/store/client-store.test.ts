import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import type { Companion, Reader, Store, Writer } from './types.ts'

const account = (id: string) => ({ id, username: id, created_at: 1, updated_at: 1 })
const add = (tx: Writer, id: string) => tx.run(tx.sql('accounts').insert(account(id)))

async function ids(reader: Reader): Promise<string[]> {
  return (await reader.all<{ id: string }>(reader.sql('accounts').select('id').orderBy('id'))).map(({ id }) => id)
}

/** A companion that adds an account of its own to each transaction, and notes what it is told. */
function companionOf(more: Partial<Companion> = {}) {
  const told: string[] = []
  const companion: Companion = {
    isAwaited: true,
    begin: async () => void told.push('begin'),
    join: async (tx) => {
      told.push('join')
      await add(tx, 'companion')
    },
    failed: () => void told.push('failed'),
    ...more,
  }
  return { companion, told }
}

forEachDatabase((dialect, openTestStore) => {
  const ways: [string, (client: Store) => Promise<unknown>][] = [
    ['a statement', (client) => client.run(client.sql('accounts').insert(account('ada')))],
    ['a work', (client) => client.write((tx) => add(tx, 'ada'))],
  ]

  test.each(ways)('%s is committed together with its companion, and gives back what it did', async (_, write) => {
    const store = await openTestStore()
    const { companion, told } = companionOf()
    expect(await write(store.readingAs('ada', companion))).toEqual({ changes: 1 })
    expect(await ids(store)).toEqual(['ada', 'companion'])
    expect(told).toEqual(['begin', 'join'])
  })

  test.each(ways)('%s is alone where its companion does not wait for it, or there is none', async (_, write) => {
    const store = await openTestStore()
    const { companion, told } = companionOf({ isAwaited: false })
    expect(await write(store.readingAs('ada', companion))).toEqual({ changes: 1 })
    await store.run(store.sql('accounts').delete())
    expect(await write(store.readingAs('ada'))).toEqual({ changes: 1 })
    expect(await ids(store)).toEqual(['ada'])
    expect(told).toEqual([])
  })

  test('nothing is kept of a work that fails, or whose companion does, and the companion is told', async () => {
    const store = await openTestStore()
    const failing = companionOf()
    const refused = new Error('changed my mind')
    const work = store.readingAs('ada', failing.companion).write(async (tx) => {
      await add(tx, 'ada')
      throw refused
    })
    await expect(work).rejects.toBe(refused)
    expect(failing.told).toEqual(['begin', 'failed'])
    const joining = companionOf({ join: () => Promise.reject(new Error('not with me')) })
    const joined = store.readingAs('ada', joining.companion).write((tx) => add(tx, 'ada'))
    await expect(joined).rejects.toThrow('not with me')
    expect(joining.told).toEqual(['begin', 'failed'])
    expect(await ids(store)).toEqual([])
  })

  test('no work runs before its companion has begun, or where that refuses to', async () => {
    const store = await openTestStore()
    const begun = Promise.withResolvers<void>()
    const { companion, told } = companionOf({ begin: () => begun.promise })
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
    expect([runs, told]).toEqual([0, []])
  })

  test('a client reads, takes, waits for commits, asks and closes as the store does', async () => {
    const store = await openTestStore()
    const client = store.readingAs('ada')
    expect([client.dialect, client.sql === store.sql]).toEqual([dialect, true])
    await add(store, 'ada')
    expect(await client.get(client.sql('accounts').select('id'))).toEqual({ id: 'ada' })
    expect(await client.get(client.sql('accounts').where({ id: 'bob' }))).toBeUndefined()
    expect(await client.take(client.sql.raw('delete from accounts returning id'))).toEqual([{ id: 'ada' }])
    expect(await ids(client)).toEqual([])
    let isTold = false
    client.afterCommit(() => {
      isTold = true
    })
    expect(isTold).toBe(true)
    const { companion, told } = companionOf()
    await client.readingAs('bob', companion).write((tx) => add(tx, 'bob'))
    expect(told).toEqual(['begin', 'join'])
    await client.ping()
    await expect(client.migrate([])).rejects.toThrow('a newer release')
    await client.close()
    await expect(store.ping()).rejects.toThrow('The store is closed')
    await expect(client.migrate([])).rejects.toThrow('The store is closed')
  })
})
