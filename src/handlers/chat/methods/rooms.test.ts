import { expect, test } from 'vitest'
import { insertRows } from '#testing/insert-rows.ts'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { forEachServer } from '#testing/server.ts'

const common = { title: 'Music', last_seq: 1, checked_at: 1 }

forEachServer((server) => {
  const topics = ['General', 'Books', 'Cooking', 'Gardening', 'Music', 'Technology']

  /** Accounts with 101 direct conversations with one of them; `begin` adds another. */
  async function sociable() {
    const ada = await server().account()
    const { store, clock } = server()
    const names = Array.from({ length: 120 }, (_, index) => `met_${String(index).padStart(3, '0')}`)
    const accounts = names.map((name) => ({ id: name, username: name, created_at: 1, updated_at: 1 }))
    await insertRows(store, 'accounts', accounts)
    const room = (name: string, index: number, last_at: number) => ({
      ...{ ...common, id: `direct_${name}`, kind: 'direct', public: false, last_at },
      ...(index % 2 === 0 ? { opener: ada.id, other: name } : { opener: name, other: ada.id }),
    })
    const begun = names.splice(0, 101)
    const rooms = begun.map((name, index) => room(name, index, 1000 + Math.floor(index / 3)))
    await insertRows(store, 'chat_rooms', rooms)
    const begin = () => insertRows(store, 'chat_rooms', [room(names.shift() as string, names.length, clock.now())])
    return { ada, begun, begin }
  }

  test('the list pages to its end, each room once, also if a conversation begins meanwhile', async () => {
    const { ada, begun, begin } = await sociable()
    for (const name of ['Orchard', 'Bees']) await ada.ok('groups.create', { name })
    const whole = await ada.ok('chat.rooms', { limit: 100 })
    expect([whole.items.length, whole.total]).toEqual([100, 109])
    const pages = await pagesByCursor(async (from) => {
      const page = await ada.ok('chat.rooms', { limit: 15, ...from })
      await begin()
      return page
    })
    const titles = pages.flatMap(({ items }) => items.map(({ title }) => title))
    expect(titles.slice(0, 100)).toEqual(whole.items.map(({ title }) => title))
    expect(titles.slice(0, 101).toSorted()).toEqual(begun)
    expect(titles.slice(101)).toEqual(['Bees', 'Orchard', ...topics])
    const eve = await server().account()
    const others = await eve.ok('chat.rooms', { cursor: pages[0]?.next_cursor as string })
    expect(others.items.map(({ title }) => title)).toEqual(topics)
    for (const cursor of ['next', '20~x~direct_1', '20~1', '20~1~é']) {
      const { body } = await ada.fails('chat.rooms', { cursor })
      expect(body.details).toEqual([{ path: 'cursor', message: 'must be the next_cursor of the previous page' }])
    }
  })

  test('rooms whose item is no longer public do not end the list early', async () => {
    const { store } = server()
    const rooms = [...Array.from({ length: 30 }, (_, index) => `post_gone${index}`), 'topic_music'].map(
      (id, index) => ({
        ...{ ...common, id, kind: id.startsWith('post') ? 'post' : 'topic', public: true, last_at: 5000 - index },
      }),
    )
    await insertRows(store, 'chat_rooms', rooms)
    const pages = await pagesByCursor((from) => server().anonymous.ok('chat.rooms', { limit: 4, ...from }))
    const titles = pages.flatMap(({ items }) => items.map(({ id }) => id))
    expect(titles[0]).toBe('topic_music')
    expect(titles).toHaveLength(topics.length)
  })
})
