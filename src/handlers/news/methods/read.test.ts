import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { feedsForTests, hourMs } from '../fixtures/feeds.ts'

const { settings, feeds, readingOn, standIn, asked } = feedsForTests()

forEachServer(
  (server) => {
    readingOn(server)

    describe('an article', () => {
      const text = Array.from({ length: 12 }, (_, n) => `<p>Paragraph ${n} of the article, which is long enough.</p>`)
      const page = `<!doctype html><html><head><title>T</title></head><body><nav>Menu</nav><article><h1>Typhoon</h1>${text.join('')}<script>alert(1)</script></article></body></html>`
      const idOf = async (title: string) =>
        (await server().anonymous.ok('news.list', {})).items.find((item) => item.title === title)?.id ?? ''

      test('is read in full where its feed allows it, once, by id and by any of its addresses', async () => {
        feeds.pages = { '/typhoon': page }
        const before = asked('/typhoon').length
        const id = await idOf('Typhoon near Manila')
        const article = await server().anonymous.ok('news.read', { id })
        expect(article).toMatchObject({ id, is_summary: false, is_truncated: false, stale: false })
        expect(article.text).toMatch(/^Paragraph 0 of the article, which is long enough\.\n\nParagraph 1/)
        expect(article.text).not.toMatch(/alert|Menu/)
        const again = await server().anonymous.ok('news.read', { id: `${standIn().url}/typhoon/?utm_campaign=x#top` })
        expect(again).toEqual(article)
        expect(asked('/typhoon').length - before).toBe(1)
      })

      test('is its summary where its feed does not allow more, and nothing is fetched', async () => {
        feeds.pages = { '/severn': page }
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
        feeds.pages = { '/typhoon': page, '/robots.txt': 'User-agent: *\nDisallow: /typhoon' }
        const before = asked('/typhoon').length
        const id = await idOf('Typhoon near Manila')
        expect(await server().anonymous.ok('news.read', { id })).toMatchObject({ is_summary: true })
        expect(asked('/typhoon').length).toBe(before)
      })

      test('longer than what is returned says so, and an old one is marked while its site fails', async () => {
        feeds.pages = { '/typhoon': page.replace('Paragraph 0', 'Word '.repeat(5000)) }
        const id = await idOf('Typhoon near Manila')
        const article = await server().anonymous.ok('news.read', { id })
        expect([article.text.length, article.is_truncated]).toEqual([20_000, true])
        feeds.pages = {}
        server().clock.advance(25 * hourMs)
        expect(await server().anonymous.ok('news.read', { id })).toMatchObject({ stale: true, text: article.text })
      })

      test('that is in no feed is not_found, and its address is not fetched', async () => {
        await server().anonymous.ok('news.headlines', {})
        for (const id of ['news_0000000000000000', `${standIn().url}/secret`, 'post_1', 'http://169.254.169.254/']) {
          const { status, body } = await server().anonymous.fails('news.read', { id })
          expect([status, body.code]).toEqual([400, 'not_found'])
        }
        expect(asked('/secret').length).toBe(0)
      })
    })
  },
  { settings },
)
