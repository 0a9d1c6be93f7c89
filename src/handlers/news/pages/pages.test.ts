import { describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { browserForTests, browsers, viewer } from '#testing/browser.ts'
import { serverWithProviders } from '#testing/server-with-providers.ts'
import { exampleFeed } from '../providers/feed-examples.ts'

const hostile =
  '<item><title>&lt;img src=x onerror=alert(1)&gt;Safe &amp;amp; sound</title><link>https://evil.example/"onclick</link></item>'
const good: Examples = (request, now) => {
  const answer = exampleFeed(decodeURIComponent(request.path.slice(1)))(request, now)
  return {
    ...answer,
    body: String(answer?.body).replace('</channel>', `${request.path === '/UK' ? hostile : ''}</channel>`),
  }
}

const open = browserForTests()
const { server, standIn } = serverWithProviders(good, (url) => ({
  NEWS_FEEDS: ['World', 'UK', 'Tech'].map((topic) => `${topic}=${url}/${topic}`).join('; '),
}))

const read = (path: string) => fetch(`${server().url}${path}`, { headers: { accept: 'text/html' } })

describe.each(browsers)('in a browser %s', (name, options) => {
  test('headlines, stories of a topic, and an article are there for people without an account', async () => {
    const { page } = await open(options)
    const look = viewer(page, `news ${name}`, options)
    await page.goto(`${server().url}/news`)
    expect(await page.getByRole('heading', { name: 'Severn expected to crest' }).count()).toBe(1)
    await look('news')
    await page.getByRole('link', { name: 'World', exact: true }).click()
    await page.getByRole('heading', { name: 'Stories about World' }).waitFor()
    expect(await page.getByText('Severn').count()).toBe(0)
    await page.getByRole('link', { name: 'Night trains return' }).click()
    const link = page.getByRole('link', { name: 'Read the article at news.example' })
    expect(await link.getAttribute('rel')).toBe('noopener nofollow external')
    await look('article')
  })
})

describe('the pages of news', () => {
  test('show what strangers wrote as text', async () => {
    const body = await (await read('/news?topic=safe')).text()
    expect(body).toContain('Safe &amp; sound')
    expect(body).not.toContain('<img')
    const [, id] = /href="\/news\/(news_[0-9a-f]{16})"/.exec(body) ?? []
    const article = await (await read(`/news/${id}`)).text()
    expect(article).toContain('href="https://evil.example/%22onclick" rel=')
  })

  test('read nothing from feeds that were read lately, and may be kept for a minute', async () => {
    await read('/news')
    const before = standIn().requests.length
    const page = await read('/news')
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(standIn().requests.length).toBe(before)
  })

  test('know no article that is not in the feeds, and fail when there are no news', async () => {
    expect((await read('/news/news_0000000000000000')).status).toBe(404)
    expect((await read('/news?topic=%25&topic=b')).status).toBe(200)
    standIn().answers = () => ({ status: 500, json: {} })
    server().clock.advance(25 * 3_600_000)
    const none = await read('/news')
    expect([none.status, Number(none.headers.get('retry-after')) > 0]).toEqual([502, true])
  })
})
