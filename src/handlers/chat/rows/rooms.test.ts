import { expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { mark } from './rooms.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('reading earlier messages again does not make later ones unread', async () => {
    const store = await openTestStore()
    const account = await fundedAccount(store, 0)
    const marks: unknown[] = []
    for (const seq of [3, 7, 5]) {
      await store.write((tx) => mark(tx, { account, room: 'topic_general', seq, now: seq }))
      marks.push((await store.get<{ read_seq: number }>(store.sql('chat_marks').select('read_seq')))?.read_seq)
    }
    expect(marks.map(Number)).toEqual([3, 7, 7])
  })
})
