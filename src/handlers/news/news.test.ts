import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { forEachServer, serverForTests } from '#testing/server.ts'
import { feedsForTests, hourMs, minuteMs, titles } from './fixtures/feeds.ts'

const { settings, feeds, readingOn, standIn, asked } = feedsForTests()

forEachServer(
  (server) => {
    const reading = readingOn(server)

    test('headlines are the newest story of each topic, with the state of the feeds', async () => {
      const answer = await server().anonymous.ok('news.headlines', {})
      expect(titles(answer.items)).toEqual(['Severn rises', 'Typhoon near Manila'])
      expect(answer).toMatchObject({ topics: ['World', 'UK'], failed_topics: [], stale: false, total: 2 })
      expect(answer.text).toBe(
        'UK: Severn rises (127.0.0.1). Barriers are up in Worcester. World: Typhoon near Manila (127.0.0.1). Thousands shelter.',
      )
      expect(answer.items[0]?.id).toMatch(/^news_[0-9a-f]{16}$/)
    })

    test('feeds are read again politely: only what has changed, and more rarely while they fail', async () => {
      await server().anonymous.ok('news.headlines', {})
      const [before, first] = [asked('/world.xml').length, asked('/world.xml').at(-1)?.headers]
      expect([first?.['if-none-match'], first?.['user-agent']]).toEqual([
        undefined,
        expect.stringMatching(/^Onedoor\/.* \(\+http/),
      ])
      await server().anonymous.ok('news.list', {})
      expect(asked('/world.xml').length).toBe(before)
      standIn().fault = 'failing'
      await reading()
      const failed = asked('/world.xml').length
      expect(failed).toBeGreaterThan(before)
      const answer = await server().anonymous.ok('news.headlines', {})
      expect(answer).toMatchObject({ stale: true, failed_topics: ['World', 'UK'] })
      server().clock.advance(4 * minuteMs)
      await server().anonymous.ok('news.headlines', {})
      expect(asked('/world.xml').length).toBe(failed)
    })

    test('what is new is archived under the same id, shown in the stream, and can be bookmarked', async () => {
      await server().anonymous.ok('news.headlines', {})
      await server().bus.settle()
      const { items } = await server().anonymous.ok('news.list', {})
      const archived = await server().anonymous.ok('archive.list', { kind: 'news', limit: 100 })
      for (const { id } of items) expect(archived.items.map((item) => item.id)).toContain(id)
      const { items: streamed } = await server().anonymous.ok('stream.list', {})
      expect(streamed.find(({ service }) => service === 'news')).toMatchObject({ text: 'Severn rises' })
      const ada = await server().account()
      const { bookmark } = await ada.ok('bookmarks.add', { ref: items[0]?.id ?? '' })
      expect(bookmark).toMatchObject({ ref: items[0]?.id, title: 'Severn rises' })
    })

    test('a story whose headline changes stays the same story', async () => {
      const id = (await server().anonymous.ok('news.headlines', {})).items[0]?.id
      feeds.uk = [{ title: 'Severn falls', path: '/severn', minutesAgo: 1 }]
      await reading()
      const { items } = await server().anonymous.ok('news.list', { topic: 'severn' })
      expect(items.map((item) => [item.id, item.title])).toEqual([[id, 'Severn falls']])
      const { items: archived } = await server().anonymous.ok('archive.list', { kind: 'news', limit: 100 })
      expect(archived.find((item) => item.id === id)?.title).toBe('Severn falls')
    })

    test('stories are kept for thirty days', async () => {
      await server().anonymous.ok('news.headlines', {})
      const count = async () => (await server().store.all(server().store.sql('news_stories').select('id'))).length
      expect(await count()).toBeGreaterThan(3)
      feeds.world = []
      feeds.uk = []
      server().clock.advance(31 * 24 * hourMs)
      await server().jobs.settle()
      expect(await count()).toBe(0)
    })

    test.each([
      ['news.list', { day: 'yesterday' }, 'day'],
      ['news.list', { limit: 0 }, 'limit'],
      ['news.list', { limit: 101 }, 'limit'],
      ['news.list', { topic: ' ' }, 'topic'],
      ['news.read', {}, 'id'],
      ['news.headlines', { topic: 'x' }, 'topic'],
    ] as const)('%s refuses %j', async (id, args, path) => {
      await expectFaults(server().anonymous, id, args, [path])
    })
  },
  { settings },
)

describe('with NEWS_FEEDS=none', () => {
  const server = serverForTests()

  test('there are no news, and the setting is named', async () => {
    const { status, body } = await server().anonymous.fails('news.headlines', {})
    expect([status, body.code]).toEqual([503, 'not_configured'])
    expect(body.error).toContain('NEWS_FEEDS')
  })

  test('there are no pages', async () => {
    expect((await fetch(`${server().url}/news`, { headers: { accept: 'text/html' } })).status).toBe(404)
  })
})

describe('with PROVIDERS=examples', () => {
  const feeds = 'World=https://world.example/rss; UK=https://uk.example/rss; Tea=https://tea.example/rss'
  const trying = serverForTests({ settings: { PROVIDERS: 'examples', NEWS_FEEDS: feeds } })

  test('every method answers, says so, and nothing is archived', async () => {
    const { items } = await trying().anonymous.ok('news.headlines', {})
    expect(items.map(({ topic, source }) => [topic, source])).toEqual([
      ['UK', 'example'],
      ['Tea', 'example'],
      ['World', 'example'],
    ])
    expect((await trying().anonymous.ok('news.list', {})).total).toBe(5)
    const article = await trying().anonymous.ok('news.read', { id: items[0]?.id ?? '' })
    expect(article).toMatchObject({ source: 'example', is_summary: true })
    await trying().bus.settle()
    expect((await trying().anonymous.ok('archive.list', {})).kinds).toEqual([])
  })

  test('the health of each feed is in the metrics', async () => {
    const metrics = await (await fetch(`${trying().url}/metrics`)).text()
    expect(metrics).toMatch(/^onedoor_provider_breaker_state\{provider="tea-example-[0-9a-f]{4}"\} 0/m)
  })
})
