import { expect, test } from 'vitest'
import { migrations as allMigrations } from '#app/migrations.ts'
import { openStore } from '#runtime/store/open.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { insertRows } from '#testing/insert-rows.ts'

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  test('messages of an older release count as text by others, and each has a unique id', async () => {
    const store = await openStore(await newDatabase('empty'))
    await store.migrate(allMigrations.filter(({ name }) => name !== '20261127-40-inbox-by-others'))
    const owner = await fundedAccount(store, 0)
    const thread = { owner, kind: 'events', subject: 'x', from: 'agent', snippet: 'x', unread: true, message_count: 1 }
    const message = { owner, role: 'agent', from: 'agent', text: 'x', is_truncated: false, created_at: 1 }
    const ids = ['thread_1', 'thread_2']
    const threads = ids.map((id) => ({ ...thread, id, key: id, created_at: 1, updated_at: 1 }))
    await insertRows(store, 'inbox_threads', threads)
    const outcomes = ids.map((id) => ({ ...message, thread: id, id: 'prompt_9' }))
    await insertRows(store, 'inbox_messages', [...outcomes, { ...message, thread: 'thread_1', id: 'promptly' }])
    await store.migrate(allMigrations)
    const read = async (table: string) => {
      const rows = await store.all<{ id: string; by_others: unknown }>(store.sql(table).select('id', 'by_others'))
      return rows.map(({ id, by_others }) => [id, Boolean(by_others)]).sort()
    }
    expect(await read('inbox_threads')).toEqual([
      ['thread_1', true],
      ['thread_2', true],
    ])
    expect(await read('inbox_messages')).toEqual([
      ['promptly', true],
      ['thread_1/prompt_9', true],
      ['thread_2/prompt_9', true],
    ])
    await store.close()
  })
})
