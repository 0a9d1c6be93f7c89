import { expect, test } from 'vitest'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { forEachServer } from '#testing/server.ts'
import { sayerOn, start } from '../fixtures/said.ts'

forEachServer((server) => {
  const say = sayerOn(server)

  test('the most recently active come first, of one client or of all, and the total counts those beyond the limit', async () => {
    const ada = await server().account()
    await say(ada.id, 'thread_old', { at: start, client: 'mail' })
    await say(ada.id, 'thread_new', { at: start + 10, client: 'cli' })
    await say(ada.id, 'thread_sms', { at: start + 20, client: 'other' })
    await say(ada.id, 'thread_old', { at: start + 30, client: 'mail' })
    const ids = async (args: { client?: 'web' | 'mail' | 'cli'; limit?: number }) => {
      const { items, total } = await ada.ok('recall.list', args)
      return [items.map(({ id }) => id), total]
    }
    expect(await ids({})).toEqual([['thread_old', 'thread_sms', 'thread_new'], 3])
    expect(await ids({ limit: 1 })).toEqual([['thread_old'], 3])
    expect(await ids({ client: 'cli' })).toEqual([['thread_new'], 1])
    expect(await ids({ client: 'web' })).toEqual([[], 0])
    expect((await ada.ok('recall.list', {})).items[1]).toMatchObject({ client: 'other' })
  })

  test('conversations page to their end by cursor, of one client or of all', async () => {
    const ada = await server().account()
    for (const n of [0, 1, 2, 3, 4])
      await say(ada.id, `thread_${n}`, { at: start + (n >> 1), client: n === 2 ? 'cli' : 'web' })
    const ids = async (args: { client?: 'web' }) => {
      const pages = await pagesByCursor((from) => ada.ok('recall.list', { limit: 2, ...args, ...from }))
      expect(new Set(pages.map(({ total }) => total)).size).toBe(1)
      return pages.map(({ items }) => items.map(({ id }) => id))
    }
    expect(await ids({})).toEqual([['thread_4', 'thread_3'], ['thread_2', 'thread_1'], ['thread_0']])
    expect(await ids({ client: 'web' })).toEqual([
      ['thread_4', 'thread_3'],
      ['thread_1', 'thread_0'],
    ])
  })
})
