import { expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import type { Kind } from './contracts.ts'
import * as rows from './rows.ts'
import { deleteMessage, storeMessage } from './store-message.ts'

forEachDatabase((_dialect, openTestStore) => {
  async function opened() {
    const store = await openTestStore()
    const [ann, ben] = [await fundedAccount(store, 0), await fundedAccount(store, 0)]
    const add = (owner: string, kind: Kind, key: string, id: string, at: number) => {
      const texts = { subject: 'x', from: 'agent', text: `${id} at ${at}`, is_truncated: false, by_others: false }
      const message = { ...texts, owner, kind, key, id, at, role: 'agent', isRenaming: false } as const
      return store.write((tx) => storeMessage(tx, message))
    }
    const idOf = async (owner: string, kind: Kind, key: string) =>
      (await store.get<{ id: string }>(rows.findByKey({ owner, kind, key })))?.id ?? ''
    const shown = async (owner: string, kind: Kind, key: string) => {
      const id = await idOf(owner, kind, key)
      return (await store.get<rows.ThreadRow>(rows.find({ owner, id })))?.snippet
    }
    const all = async () => {
      const threads = await Promise.all(
        [ann, ben].map((owner) => store.all<rows.ThreadRow>(rows.page({ owner, offset: 0, limit: 9 }))),
      )
      return threads.map((each) => each.map(({ snippet }) => snippet).sort())
    }
    return { store, ann, ben, add, idOf, shown, all }
  }

  test('a thread is that of its owner, kind and key, and has its own messages', async () => {
    const { store, ann, ben, add, idOf, shown, all } = await opened()
    await add(ann, 'agent', 'k1', 'm1', 1)
    await add(ann, 'work', 'k1', 'm1', 2)
    await add(ann, 'agent', 'k2', 'm1', 3)
    await add(ben, 'agent', 'k1', 'm1', 4)
    expect(await all()).toEqual([['m1 at 1', 'm1 at 2', 'm1 at 3'], ['m1 at 4']])
    const id = await idOf(ann, 'agent', 'k2')
    expect(await store.get(rows.findSource({ owner: ann, id }))).toEqual({ kind: 'agent', key: 'k2' })
    await add(ann, 'agent', 'k1', 'm2', 8)
    await add(ann, 'agent', 'k1', 'm0', 5)
    expect(await shown(ann, 'agent', 'k1')).toBe('m2 at 8')
    await add(ben, 'agent', 'k1', 'm2', 9)
    await store.write((tx) => deleteMessage(tx, { owner: ann, kind: 'agent', key: 'k1' }, 'm2'))
    expect([await shown(ann, 'agent', 'k1'), await shown(ben, 'agent', 'k1')]).toEqual(['m0 at 5', 'm2 at 9'])
    await store.run(rows.deleteOldestMessages({ thread: await idOf(ann, 'work', 'k1'), count: 1 }))
    const bens = await rows.latestMessages(store, await idOf(ben, 'agent', 'k1'))
    expect(bens.map((message) => message.id)).toEqual(['m1', 'm2'])
    await store.run(rows.deleteByKey({ owner: ann, kind: 'agent', key: 'k1' }))
    expect(await all()).toEqual([['m1 at 2', 'm1 at 3'], ['m2 at 9']])
  })

  test('the thread that is quiet for longest is one of the account, and not the one named', async () => {
    const { store, ann, ben, add, idOf } = await opened()
    await add(ben, 'agent', 'k1', 'm1', 1)
    await add(ann, 'agent', 'k1', 'm1', 2)
    await add(ann, 'agent', 'k2', 'm1', 3)
    const except = await idOf(ann, 'agent', 'k1')
    const found = await store.get<{ id: string }>(rows.longestInactive({ owner: ann, except }))
    expect(found?.id).toBe(await idOf(ann, 'agent', 'k2'))
  })
})
