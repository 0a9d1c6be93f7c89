import { expect, test } from 'vitest'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { forEachServer } from '#testing/server.ts'
import { sayerOn, start } from '../fixtures/said.ts'

forEachServer((server) => {
  const say = sayerOn(server)

  test('of a long conversation the most recent messages are returned, oldest first', async () => {
    const ada = await server().account()
    const long = Array.from({ length: 70 }, (_, index) => ({ text: `m${index}`, at: start + Math.floor(index / 2) }))
    await say(ada.id, 'thread_long', ...long)
    for (const [limit, kept] of [
      [undefined, 50],
      [1, 1],
      [20, 20],
      [70, 70],
      [1000, 70],
    ] as const) {
      const found = await ada.ok('recall.conversation', { id: 'thread_long', ...(limit && { limit }) })
      expect([found.omitted, found.message_count]).toEqual([70 - kept, 70])
      expect(found.messages.map(({ text }) => text).toSorted()).toEqual(
        long
          .slice(70 - kept)
          .map(({ text }) => text)
          .toSorted(),
      )
      expect(found.messages.map(({ created }) => created)).toEqual(
        found.messages.map(({ created }) => created).toSorted(),
      )
    }
  })

  test('the older messages of a conversation follow page by page to the first, each page oldest first', async () => {
    const [ada, bob] = [await server().account(), await server().account()]
    const long = Array.from({ length: 57 }, (_, n) => ({
      id: `page_${n + 10}`,
      text: `m${n}`,
      at: start + (n >> 1),
    }))
    await say(ada.id, 'thread_pages', ...long)
    await say(bob.id, 'thread_else', { at: start - 1 })
    const read = (from: { cursor?: string }) =>
      ada.ok('recall.conversation', { id: 'thread_pages', limit: 25, ...from })
    const pages = await pagesByCursor(read)
    expect(pages.map(({ omitted, message_count: count }) => [omitted, count])).toEqual([
      [32, 57],
      [7, 57],
      [0, 57],
    ])
    expect(pages.toReversed().flatMap(({ messages: page }) => page.map(({ text }) => text))).toEqual(
      long.map(({ text }) => text),
    )
    await say(ada.id, 'thread_pages', { text: 'newer', at: start + 9000 })
    const { messages: again, omitted } = await read({ cursor: pages[0]?.next_cursor ?? '' })
    expect([again, omitted]).toEqual([pages[1]?.messages, 7])
    const { body } = await ada.fails('recall.conversation', { id: 'thread_pages', cursor: 'page_1' })
    expect(body.details?.map(({ path }) => path)).toEqual(['cursor'])
  })
})
