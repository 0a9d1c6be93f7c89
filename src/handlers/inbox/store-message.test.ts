import { expect, test } from 'vitest'
import { newId } from '#runtime/base/ids.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { maxInThread, storeMessage } from './store-message.ts'

forOneDatabase((_dialect, openTestStore) => {
  test('a long thread keeps its latest 500 messages, and counts those that it has', async () => {
    const store = await openTestStore()
    const owner = await fundedAccount(store, 0)
    await store.write(async (tx) => {
      for (let at = 0; at < maxInThread + 3; at++) {
        const message = { id: newId('message'), from: 'agent', text: String(at), is_truncated: false, at }
        const thread = {
          owner,
          kind: 'work',
          key: 'work_1',
          subject: 'Libraries',
          isRenaming: false,
          by_others: false,
        } as const
        await storeMessage(tx, { ...thread, ...message, role: 'agent' })
      }
    })
    const kept = await store.all<{ text: string }>(store.sql('inbox_messages').select('text').orderBy('created_at'))
    expect([kept.length, kept[0]?.text]).toEqual([maxInThread, '3'])
    expect(await store.all(store.sql('inbox_threads').select('message_count'))).toEqual([
      { message_count: maxInThread },
    ])
  })
})
