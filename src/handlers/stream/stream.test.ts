import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { publish } from '../../testing/publish.ts'
import { forEachServer } from '../../testing/server.ts'
import { maxEntries } from './rows.ts'

const body50 = 'Every morning the heron has stood below the weir.\n\n'.padEnd(60, 'x')

forEachServer((server) => {
  async function listed(caller = server().anonymous, limit = 100) {
    await server().bus.settle()
    return caller.ok('stream.list', { limit })
  }

  const textsOf = ({ items }: { items: readonly { text: string }[] }) => items.map(({ text }) => text)

  async function clear() {
    await server().bus.settle()
    await server().store.run(server().store.sql('stream_entries').delete())
  }

  describe('stream', () => {
    test('a public post appears for everybody, as whom and where it was published', async () => {
      await clear()
      const ada = await server().account()
      const post = await ada.ok('blog.create', { content: body50, title: 'The heron' })
      const list = await listed()
      expect(list).toEqual({
        items: [
          {
            id: expect.stringMatching(/^stream_[0-9a-z]{26}$/),
            service: 'blog',
            text: `${ada.username} published "The heron"`,
            url: expect.stringMatching(new RegExp(`^http://[^/]+/blog/${post.id}$`)),
            public: true,
            created: post.created,
          },
        ],
        total: 1,
      })
      expect(await listed(ada)).toEqual(list)
    })

    test('a private post and an own event appear for nobody else', async () => {
      await clear()
      const [ada, bob] = [await server().account(), await server().account()]
      await ada.ok('blog.create', { content: body50, title: 'Diary', private: true })
      server().clock.advance(1000)
      await publish(server(), 'events.fired', { id: 'event_1', title: 'Dentist' }, { account: ada.id })
      const own = await listed(ada)
      expect(own.items).toMatchObject([
        { service: 'events', text: 'Event: Dentist', public: false },
        { service: 'blog', text: `${ada.username} published "Diary"`, public: false },
      ])
      expect(own.total).toBe(2)
      for (const caller of [bob, server().anonymous]) expect(await listed(caller)).toEqual({ items: [], total: 0 })
    })

    test('public and own private entries come in one order, newest first, up to the limit', async () => {
      await clear()
      const ada = await server().account()
      for (const [name, isPublic] of [
        ['one', true],
        ['two', false],
        ['three', true],
        ['four', false],
      ] as const) {
        server().clock.advance(1000)
        const image = { id: `image_${name}`, title: name, public: isPublic }
        await publish(server(), 'images.generated', image, { account: ada.id })
      }
      const all = ['four', 'three', 'two', 'one'].map((name) => `Generated a picture: ${name}`)
      expect(textsOf(await listed(ada))).toEqual(all)
      const some = await listed(ada, 3)
      expect([textsOf(some), some.total]).toEqual([all.slice(0, 3), 4])
      expect(textsOf(await listed())).toEqual([all[1], all[3]])
    })

    test('what is changed, made private or deleted at its source is so here, at its old place', async () => {
      await clear()
      const ada = await server().account()
      const post = await ada.ok('blog.create', { content: body50, title: 'Before' })
      server().clock.advance(1000)
      await ada.ok('blog.create', { content: body50, title: 'Later' })
      await ada.ok('blog.update', { id: post.id, title: 'After' })
      expect(textsOf(await listed())).toEqual([
        `${ada.username} published "Later"`,
        `${ada.username} published "After"`,
      ])
      const now = { id: post.id, title: 'After', author: ada.username, public: false, url: 'http://x.example/' }
      await publish(server(), 'blog.updated', now, { account: ada.id, key: post.id })
      expect(textsOf(await listed())).toEqual([`${ada.username} published "Later"`])
      expect((await listed(ada)).items.at(-1)).toMatchObject({
        text: `${ada.username} published "After"`,
        public: false,
      })
      await ada.ok('blog.delete', { id: post.id })
      expect(textsOf(await listed(ada))).toEqual([`${ada.username} published "Later"`])
    })

    test('the entries of an event are deleted with it; a repeated event has one for each time', async () => {
      await clear()
      const ada = await server().account()
      const event = { id: 'event_7', title: 'Water the plants' }
      for (let time = 0; time < 2; time++) await publish(server(), 'events.fired', event, { account: ada.id })
      expect(textsOf(await listed(ada))).toEqual(['Event: Water the plants', 'Event: Water the plants'])
      await publish(server(), 'events.deleted', { id: 'event_7' }, { account: ada.id })
      expect(await listed(ada)).toEqual({ items: [], total: 0 })
    })

    test('news and markets have public entries, once a day for a market', async () => {
      await clear()
      const story = { id: 'news_1', title: 'Night trains\n return', url: 'https://news.example/trains', source: 'News' }
      await publish(server(), 'news.headline', story)
      await publish(server(), 'news.headline', story)
      const market = { id: 'market_BTC', name: 'Bitcoin', change_pct: -5.24 }
      await publish(server(), 'markets.moved', market)
      await publish(server(), 'markets.moved', { ...market, change_pct: 6 })
      expect((await listed()).items).toMatchObject([
        { service: 'markets', text: 'Bitcoin is up 6.0%', public: true },
        { service: 'news', text: 'Night trains return', url: 'https://news.example/trains' },
      ])
    })

    test('a text is at most 512 characters long, and an account is needed for what is private', async () => {
      await clear()
      await publish(server(), 'news.headline', { id: 'news_2', title: 'x'.repeat(600), url: 'https://n.example/' })
      await publish(server(), 'images.generated', { id: 'image_of_nobody', public: false })
      const { items } = await listed()
      expect(items.map(({ text }) => text.length)).toEqual([512])
    })

    test('nothing of a deleted account remains', async () => {
      await clear()
      const ada = await server().account()
      await ada.ok('blog.create', { content: body50, title: 'Mine' })
      await listed()
      await server().store.run(server().store.sql('accounts').where({ id: ada.id }).delete())
      expect(await listed()).toEqual({ items: [], total: 0 })
    })

    test('the newest 500 public entries are kept, and of each account the newest 500 private ones', async () => {
      await clear()
      const [ada, bob] = [await server().account(), await server().account()]
      const { store } = server()
      const entry = (index: number, isPublic: boolean, account: string) => ({
        id: `stream_${isPublic}_${account}_${String(index).padStart(4, '0')}`,
        subject: `${isPublic} ${account} ${index}`,
        source: 'filler',
        account,
        public: isPublic,
        service: 'images',
        text: String(index),
        url: null,
        created_at: index,
      })
      const filler = [true, false].flatMap((isPublic) =>
        Array.from({ length: maxEntries }, (_, index) => entry(index, isPublic, ada.id)),
      )
      await insertRows(store, 'stream_entries', [...filler, entry(0, false, bob.id)])
      expect((await listed(ada)).total).toBe(2 * maxEntries)
      for (const isPublic of [true, false]) {
        const image = { id: `image_last_${isPublic}`, public: isPublic }
        await publish(server(), 'images.generated', image, { account: ada.id })
      }
      expect((await listed(ada)).total).toBe(2 * maxEntries)
      const oldest = await store.all<{ text: string }>(
        store.sql('stream_entries').where({ account: ada.id }).orderBy('created_at').select('text').limit(2),
      )
      expect(oldest).toEqual([{ text: '1' }, { text: '1' }])
      expect((await listed(bob)).items.some(({ public: isPublic }) => !isPublic)).toBe(false)
      expect((await listed(bob)).total).toBe(maxEntries + 1)
      await clear()
    })

    test('the list pages to its end, each entry once, also if one is added meanwhile or the cursor is of another account', async () => {
      await clear()
      const [ada, bob] = [await server().account(), await server().account()]
      const { store, clock } = server()
      const entry = (index: number, account = ada.id, created_at = Math.floor(index / 4)) => ({
        ...{ id: `stream_${String(index).padStart(4, '0')}`, subject: String(index), source: 'filler', account },
        ...{ public: index % 2 === 0, service: 'images', text: String(index), url: null, created_at },
      })
      const all = Array.from({ length: 205 }, (_, index) => entry(index))
      await insertRows(store, 'stream_entries', [...all, entry(999, bob.id)])
      let added = 1000
      const pages = await pagesByCursor(async (from) => {
        const page = await ada.ok('stream.list', { limit: 100, ...from })
        await insertRows(store, 'stream_entries', [entry(added++, ada.id, clock.now())])
        return page
      })
      expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 5])
      expect(pages.flatMap(textsOf)).toEqual(all.map(({ text }) => text).toReversed())
      const others = await bob.ok('stream.list', { cursor: pages[0]?.next_cursor as string, limit: 100 })
      expect(others.items.filter(({ public: isPublic }) => !isPublic)).toEqual([])
      await clear()
    })

    test.each([
      ['a limit of 0', { limit: 0 }],
      ['a cursor that no page returned', { cursor: 'next' }],
      ['a limit over 100', { limit: 101 }],
      ['a limit that is no number', { limit: 'ten' }],
      ['an unknown argument', { since: '2026-01-01' }],
    ])('%s is refused', async (_what, args) => {
      await expectFaults(server().anonymous, 'stream.list', args, Object.keys(args))
    })
  })
})
