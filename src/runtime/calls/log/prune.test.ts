import { expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import type { Store } from '../../store/types.ts'
import { checkCallLog } from './check.ts'
import { hashOf, noHash } from './entry.ts'
import { newHead, storeHeads } from './head.ts'
import { prune } from './prune.ts'

const key = 'secret of the log'

/** Logs one read a millisecond of an account, from time 1, each in a block. */
async function logReads(store: Store, owner: string, count: number): Promise<void> {
  let hash = noHash
  const rows = Array.from({ length: count }, (_, place) => {
    const entry = JSON.stringify({ operation: 'notes.get', caller: 'token', credential: 'token_1' })
    const row = { owner, sequence: place + 1, at: place + 1, request_id: `r${place + 1}`, entry }
    hash = hashOf(hash, row)
    return { ...row, hash }
  })
  for (let at = 0; at < rows.length; at += 100) await store.run(store.sql('call_log').insert(rows.slice(at, at + 100)))
  await store.write((tx) => storeHeads(tx, [{ ...newHead(owner), sequence: count, hash }], key))
}

forEachDatabase((_dialect, openTestStore) => {
  const kept = async (store: Store, owner: string) =>
    (await store.all<{ sequence: number | string }>(store.sql('call_log').where({ owner }).orderBy('sequence'))).map(
      ({ sequence }) => Number(sequence),
    )

  test('more blocks than one transaction deletes are all pruned, and the rest is still a chain', async () => {
    const store = await openTestStore()
    const [ann, bob] = [await fundedAccount(store, 1), await fundedAccount(store, 1)]
    await logReads(store, ann, 260)
    await logReads(store, bob, 3)
    await prune({ store, key, before: 251, maxEntries: 1000 })
    expect(await kept(store, ann)).toEqual([251, 252, 253, 254, 255, 256, 257, 258, 259, 260])
    expect(await kept(store, bob)).toEqual([])
    expect((await checkCallLog(store, key)).problems).toEqual([])
    await prune({ store, key, before: 0, maxEntries: 4 })
    expect(await kept(store, ann)).toEqual([257, 258, 259, 260])
    expect((await checkCallLog(store, key)).problems).toEqual([])
  })

  test('more accounts than are looked for at once are all pruned', async () => {
    const store = await openTestStore()
    const owners: string[] = []
    for (let n = 0; n < 101; n++) owners.push(await fundedAccount(store, 1))
    for (const owner of owners) await logReads(store, owner, 2)
    await prune({ store, key, before: 2, maxEntries: 1000 })
    const rows = await store.all<{ sequence: number | string }>(store.sql('call_log'))
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(owners.map(() => 2))
    expect((await checkCallLog(store, key)).problems).toEqual([])
  })

  test('a server that stops deletes nothing more, and the next one continues', async () => {
    const store = await openTestStore()
    const ann = await fundedAccount(store, 1)
    await logReads(store, ann, 5)
    await prune({ store, key, before: 6, maxEntries: 1000 }, AbortSignal.abort())
    expect(await kept(store, ann)).toHaveLength(5)
    await prune({ store, key, before: 6, maxEntries: 1000 })
    expect(await kept(store, ann)).toEqual([])
    expect((await checkCallLog(store, key)).problems).toEqual([])
  })
})
