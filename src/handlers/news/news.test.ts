import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { openSearchIndex } from '#runtime/search/index.ts'
import { expectFaults } from '#testing/expect-faults.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { forEachServer, serverForTests, type TestServer } from '#testing/server.ts'
import type * as rows from './rows.ts'
import { searchEntryOf } from './search/stories.ts'

interface TestStory {
  readonly title: string
  readonly path: string
  readonly minutesAgo?: number
  readonly summary?: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
let standIn: ProviderStandIn
let current: TestServer
/** The stories of each feed, and the pages of the articles. */
let world: TestStory[]
let uk: TestStory[]
let pages: Record<string, string>
const settings: Record<string, string> = { FETCH_ALLOWED_RANGES: '127.0.0.1' }

const answers: Examples = ({ path }, now) => {
  const stories = { '/world.xml': world, '/uk.xml': uk }[path]
  if (stories) return { body: feed(stories, now), contentType: 'application/rss+xml' }
  const page = pages[path]
  if (path === '/robots.txt') return page === undefined ? undefined : { body: page, contentType: 'text/plain' }
  return page === undefined ? undefined : { body: page, contentType: 'text/html; charset=utf-8' }
}

function feed(stories: readonly TestStory[], now: number): string {
  const items = stories.map(({ title, path, minutesAgo, summary }) => {
    const date =
      minutesAgo === undefined ? '' : `<pubDate>${new Date(now - minutesAgo * minuteMs).toUTCString()}</pubDate>`
    return `<item><title>${title}</title><link>${standIn.url}${path}</link>${date}<description>${summary ?? ''}</description></item>`
  })
  return `<rss version="2.0"><channel><title>T</title><link>${standIn.url}</link>${items.join('')}</channel></rss>`
}

beforeAll(async () => {
  standIn = await startProviderStandIn(answers, () => current.clock.now())
  settings.NEWS_FEEDS = `World=${standIn.url}/world.xml full; UK=${standIn.url}/uk.xml`
})
afterAll(() => standIn[Symbol.asyncDispose]())
beforeEach(() => {
  standIn.answers = answers
  standIn.fault = undefined
  pages = {}
})

const asked = (path: string) => standIn.requests.filter((request) => request.path === path)

forEachServer(
  (server) => {
    /** Lets the server read the feeds as they are now. */
    async function reading(): Promise<void> {
      current = server()
      current.clock.advance(2 * hourMs)
      await current.jobs.settle()
      await current.bus.settle()
    }
    const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)

    beforeEach(async () => {
      current = server()
      current.clock.advance(40 * 24 * hourMs)
      // What was due meanwhile must not be joined by the test, whose rows would go with it.
      await current.jobs.settle()
      // Nothing that an earlier test read is left.
      const { store } = current
      for (const table of ['news_stories', 'news_feeds', 'archive_entries', 'stream_entries', 'search_records'])
        await store.run(store.sql(table).delete())
      world = [
        { title: 'Typhoon near Manila', path: '/typhoon', minutesAgo: 30, summary: 'Thousands shelter.' },
        { title: 'Élysée dinner', path: '/dinner', minutesAgo: 300 },
        { title: 'Older still', path: '/older', minutesAgo: 600 },
      ]
      uk = [
        { title: 'Severn rises', path: '/severn', minutesAgo: 10, summary: 'Barriers are up in Worcester.' },
        { title: 'Typhoon near Manila, again', path: '/typhoon/?utm_source=uk', minutesAgo: 20 },
      ]
    })

    test('headlines are the newest story of each topic, with the state of the feeds', async () => {
      const answer = await server().anonymous.ok('news.headlines', {})
      expect(titles(answer.items)).toEqual(['Severn rises', 'Typhoon near Manila'])
      expect(answer).toMatchObject({ topics: ['World', 'UK'], failed_topics: [], stale: false, total: 2 })
      expect(answer.text).toBe(
        'UK: Severn rises (127.0.0.1). Barriers are up in Worcester. World: Typhoon near Manila (127.0.0.1). Thousands shelter.',
      )
      expect(answer.items[0]?.id).toMatch(/^news_[0-9a-f]{16}$/)
    })

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
      world.push(...['a', 'b', 'c'].map((name, at) => ({ title: name, path: `/${name}`, minutesAgo: 700 + at })))
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
      world = [{ title: 'Cyclone near Manila', path: '/typhoon', minutesAgo: 30 }]
      await reading()
      expect([await totalOf('cyclone'), await totalOf('thousands shelter'), await totalOf('typhoon')]).toEqual([
        1, 0, 0,
      ])
      const { store } = server()
      expect((await store.all(store.sql('search_records').where({ kind: 'news' }))).length).toBeGreaterThan(0)
      world = []
      uk = []
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
      const evening = Math.ceil(current.clock.now() / (24 * hourMs)) * 24 * hourMs + 21 * hourMs
      current.clock.advance(evening - current.clock.now())
      world = [
        { title: 'Before midnight in Tokyo', path: '/before', minutesAgo: 7 * 60 },
        { title: 'After midnight in Tokyo', path: '/after', minutesAgo: 60 },
        { title: 'Without a date', path: '/undated' },
      ]
      uk = []
      const today = async (caller: Pick<TestServer['anonymous'], 'ok'>) =>
        titles((await caller.ok('news.list', { day: 'today' })).items)
      expect(await today(server().anonymous)).toEqual(['After midnight in Tokyo', 'Before midnight in Tokyo'])
      const { items } = await server().anonymous.ok('news.list', {})
      expect(items.find(({ title }) => title === 'Without a date')).not.toHaveProperty('published')
      const ada = await server().account()
      await server().store.run(server().store.sql('accounts').where({ id: ada.id }).update({ time_zone: 'Asia/Tokyo' }))
      expect(await today(ada)).toEqual(['After midnight in Tokyo'])
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
      standIn.fault = 'failing'
      await reading()
      const failed = asked('/world.xml').length
      expect(failed).toBeGreaterThan(before)
      const answer = await server().anonymous.ok('news.headlines', {})
      expect(answer).toMatchObject({ stale: true, failed_topics: ['World', 'UK'] })
      current.clock.advance(4 * minuteMs)
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
      uk = [{ title: 'Severn falls', path: '/severn', minutesAgo: 1 }]
      await reading()
      const { items } = await server().anonymous.ok('news.list', { topic: 'severn' })
      expect(items.map((item) => [item.id, item.title])).toEqual([[id, 'Severn falls']])
      const { items: archived } = await server().anonymous.ok('archive.list', { kind: 'news', limit: 100 })
      expect(archived.find((item) => item.id === id)?.title).toBe('Severn falls')
    })

    describe('an article', () => {
      const text = Array.from({ length: 12 }, (_, n) => `<p>Paragraph ${n} of the article, which is long enough.</p>`)
      const page = `<!doctype html><html><head><title>T</title></head><body><nav>Menu</nav><article><h1>Typhoon</h1>${text.join('')}<script>alert(1)</script></article></body></html>`
      const idOf = async (title: string) =>
        (await server().anonymous.ok('news.list', {})).items.find((item) => item.title === title)?.id ?? ''

      test('is read in full where its feed allows it, once, by id and by any of its addresses', async () => {
        pages = { '/typhoon': page }
        const before = asked('/typhoon').length
        const id = await idOf('Typhoon near Manila')
        const article = await server().anonymous.ok('news.read', { id })
        expect(article).toMatchObject({ id, is_summary: false, is_truncated: false, stale: false })
        expect(article.text).toMatch(/^Paragraph 0 of the article, which is long enough\.\n\nParagraph 1/)
        expect(article.text).not.toMatch(/alert|Menu/)
        const again = await server().anonymous.ok('news.read', { id: `${standIn.url}/typhoon/?utm_campaign=x#top` })
        expect(again).toEqual(article)
        expect(asked('/typhoon').length - before).toBe(1)
      })

      test('is its summary where its feed does not allow more, and nothing is fetched', async () => {
        pages = { '/severn': page }
        const id = await idOf('Severn rises')
        const article = await server().anonymous.ok('news.read', { id })
        expect(article).toMatchObject({ is_summary: true, text: 'Barriers are up in Worcester.' })
        expect(asked('/severn').length).toBe(0)
      })

      test('is its summary where the site cannot be read, which gets no further request for an hour', async () => {
        const id = await idOf('Typhoon near Manila')
        const before = asked('/typhoon').length
        expect(await server().anonymous.ok('news.read', { id })).toMatchObject({
          is_summary: true,
          text: 'Thousands shelter.',
        })
        await server().anonymous.ok('news.read', { id })
        expect(asked('/typhoon').length - before).toBe(1)
      })

      test('is not fetched where the site asks programs not to', async () => {
        pages = { '/typhoon': page, '/robots.txt': 'User-agent: *\nDisallow: /typhoon' }
        const before = asked('/typhoon').length
        const id = await idOf('Typhoon near Manila')
        expect(await server().anonymous.ok('news.read', { id })).toMatchObject({ is_summary: true })
        expect(asked('/typhoon').length).toBe(before)
      })

      test('longer than what is returned says so, and an old one is marked while its site fails', async () => {
        pages = { '/typhoon': page.replace('Paragraph 0', 'Word '.repeat(5000)) }
        const id = await idOf('Typhoon near Manila')
        const article = await server().anonymous.ok('news.read', { id })
        expect([article.text.length, article.is_truncated]).toEqual([20_000, true])
        pages = {}
        current.clock.advance(25 * hourMs)
        expect(await server().anonymous.ok('news.read', { id })).toMatchObject({ stale: true, text: article.text })
      })

      test('that is in no feed is not_found, and its address is not fetched', async () => {
        await server().anonymous.ok('news.headlines', {})
        for (const id of ['news_0000000000000000', `${standIn.url}/secret`, 'post_1', 'http://169.254.169.254/']) {
          const { status, body } = await server().anonymous.fails('news.read', { id })
          expect([status, body.code]).toEqual([400, 'not_found'])
        }
        expect(asked('/secret').length).toBe(0)
      })
    })

    test('stories are kept for thirty days', async () => {
      await server().anonymous.ok('news.headlines', {})
      const count = async () => (await server().store.all(server().store.sql('news_stories').select('id'))).length
      expect(await count()).toBeGreaterThan(3)
      world = []
      uk = []
      current.clock.advance(31 * 24 * hourMs)
      await current.jobs.settle()
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

describe('with PROVIDERS=examples shortly after midnight', () => {
  const settings = { PROVIDERS: 'examples', NEWS_FEEDS: 'World=https://world.example/rss' }
  const trying = serverForTests({ settings, now: '2026-11-22T00:00:05Z' })

  test('the newest stories are from today', async () => {
    const { items } = await trying().anonymous.ok('news.list', { day: 'today' })
    expect(items.map(({ published }) => published?.slice(0, 10))).toEqual(['2026-11-22', '2026-11-22'])
  })
})
