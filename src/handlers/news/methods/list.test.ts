import { describe, expect, test } from 'vitest'
import { openSearchIndex } from '#runtime/search/index.ts'
import { forEachServer, serverForTests, type TestServer } from '#testing/server.ts'
import { feedsForTests, hourMs, titles } from '../fixtures/feeds.ts'
import type * as rows from '../rows.ts'
import { searchEntryOf } from '../search/stories.ts'

const { settings, feeds, readingOn } = feedsForTests()

forEachServer(
  (server) => {
    const reading = readingOn(server)

    test('lists take topics in turn, and an article that two feeds have is there once', async () => {
      const { items, total } = await server().anonymous.ok('news.list', {})
      expect(titles(items).slice(0, 3)).toEqual(['Severn rises', 'Typhoon near Manila', 'Élysée dinner'])
      expect([total, items.filter(({ title }) => title.startsWith('Typhoon')).length]).toEqual([4, 1])
      expect(titles((await server().anonymous.ok('news.list', { limit: 2 })).items)).toEqual([
        'Severn rises',
        'Typhoon near Manila',
      ])
    })

    test('a list pages to its end by offset, and topics take turns across pages', async () => {
      feeds.world.push(...['a', 'b', 'c'].map((name, at) => ({ title: name, path: `/${name}`, minutesAgo: 700 + at })))
      await reading()
      const read = (args: { limit: number; offset?: number }) => server().anonymous.ok('news.list', args)
      const whole = await read({ limit: 100 })
      expect(titles(whole.items).slice(0, 2)).toEqual(['Severn rises', 'Typhoon near Manila'])
      expect([whole.items.length, whole.total, whole.offset]).toEqual([7, 7, 0])
      expect(whole).not.toHaveProperty('next_offset')
      for (const limit of [1, 2, 3]) {
        const found: string[] = []
        for (let offset: number | undefined = 0; offset !== undefined; ) {
          const page: typeof whole = await read({ limit, offset })
          expect([page.total, page.offset]).toEqual([7, offset])
          found.push(...titles(page.items))
          offset = page.next_offset
        }
        expect(found).toEqual(titles(whole.items))
      }
      expect(await read({ limit: 1, offset: 1_000_000 })).toMatchObject({
        items: [],
        text: 'No further story matches.',
      })
    })

    test('words find stories by topic, headline and summary, without case and accents', async () => {
      const found = async (topic: string) => titles((await server().anonymous.ok('news.list', { topic })).items)
      expect(await found('uk')).toEqual(['Severn rises'])
      expect(await found('elysee')).toEqual(['Élysée dinner'])
      expect(await found('WORCESTER barr')).toEqual(['Severn rises'])
      expect(await found('phoon')).toEqual([])
      expect(await found('%')).toEqual([])
      expect((await server().anonymous.ok('news.list', { topic: 'nothing such' })).text).toBe('No story matches.')
    })

    test('a changed story is found by its new words alone, and a deleted one no more', async () => {
      const totalOf = async (topic: string) => (await server().anonymous.ok('news.list', { topic })).total
      feeds.world = [{ title: 'Cyclone near Manila', path: '/typhoon', minutesAgo: 30 }]
      await reading()
      expect([await totalOf('cyclone'), await totalOf('thousands shelter'), await totalOf('typhoon')]).toEqual([
        1, 0, 0,
      ])
      const { store } = server()
      expect((await store.all(store.sql('search_records').where({ kind: 'news' }))).length).toBeGreaterThan(0)
      feeds.world = []
      feeds.uk = []
      server().clock.advance(60 * 24 * hourMs)
      await reading()
      expect(await store.all(store.sql('search_records').where({ kind: 'news' }))).toEqual([])
    })

    test('of words that very many stories have, the latest 1,000 are counted, and that there are more', async () => {
      await reading()
      const { store, anonymous } = server()
      const [story] = await store.all<rows.StoryRow>(store.sql('news_stories').where({ topic: 'UK' }).limit(1))
      const many = Array.from({ length: 1100 }, (_, at) => ({
        ...story,
        id: `news_tide_${at}`,
        title: `Tide table ${at}`,
      }))
      await store.write(async (tx) => {
        for (let at = 0; at < many.length; at += 50)
          await tx.run(tx.sql('news_stories').insert(many.slice(at, at + 50)))
        for (const each of many) await openSearchIndex(store).put(tx, searchEntryOf(each as rows.StoryRow), 'created')
      })
      const { items, ...counted } = await anonymous.ok('news.list', { topic: 'tide tab', limit: 100 })
      expect([items.length, counted.total, counted.is_total_at_least]).toEqual([100, 1000, true])
    })

    test('more words than a search accepts are rejected by the name of the argument', async () => {
      const topic = Array.from({ length: 25 }, (_, at) => String.fromCodePoint(97 + at)).join(' ')
      const { body } = await server().anonymous.fails('news.list', { topic })
      expect(body.details).toEqual([{ path: 'topic', message: 'must have at most 24 words' }])
    })

    test('of today are those of the calendar day of the account, without what has no date', async () => {
      // 9 in the evening in UTC is the next morning in Tokyo.
      const evening = Math.ceil(server().clock.now() / (24 * hourMs)) * 24 * hourMs + 21 * hourMs
      server().clock.advance(evening - server().clock.now())
      feeds.world = [
        { title: 'Before midnight in Tokyo', path: '/before', minutesAgo: 7 * 60 },
        { title: 'After midnight in Tokyo', path: '/after', minutesAgo: 60 },
        { title: 'Without a date', path: '/undated' },
      ]
      feeds.uk = []
      const today = async (caller: Pick<TestServer['anonymous'], 'ok'>) =>
        titles((await caller.ok('news.list', { day: 'today' })).items)
      expect(await today(server().anonymous)).toEqual(['After midnight in Tokyo', 'Before midnight in Tokyo'])
      const { items } = await server().anonymous.ok('news.list', {})
      expect(items.find(({ title }) => title === 'Without a date')).not.toHaveProperty('published')
      const ada = await server().account()
      await server().store.run(server().store.sql('accounts').where({ id: ada.id }).update({ time_zone: 'Asia/Tokyo' }))
      expect(await today(ada)).toEqual(['After midnight in Tokyo'])
    })
  },
  { settings },
)

describe('with PROVIDERS=examples shortly after midnight', () => {
  const settings = { PROVIDERS: 'examples', NEWS_FEEDS: 'World=https://world.example/rss' }
  const trying = serverForTests({ settings, now: '2026-11-22T00:00:05Z' })

  test('the newest stories are from today', async () => {
    const { items } = await trying().anonymous.ok('news.list', { day: 'today' })
    expect(items.map(({ published }) => published?.slice(0, 10))).toEqual(['2026-11-22', '2026-11-22'])
  })
})
