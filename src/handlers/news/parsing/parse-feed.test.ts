import { describe, expect, test, vi } from 'vitest'
import { articleId, articleKey } from '../article-id.ts'
import { DocumentParser, type ParsingJob } from './document-parser.ts'
import { maxStories, parseFeed } from './parse-feed.ts'

const now = Date.parse('2026-11-21T09:30:00Z')
const read = (text: string) => parseFeed(text, 'https://feeds.example/rss.xml', now)

function rss(items: string, channel = ''): string {
  return `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title><link>https://site.example/</link>${channel}${items}</channel></rss>`
}

const item = (parts: string) => `<item>${parts}</item>`
const linked = (n: number | string, parts = '') =>
  item(`<title>Story ${n}</title><link>https://site.example/${n}</link>${parts}`)
const storiesOf = (items: string) => read(rss(items)).stories

describe('a feed', () => {
  test('in RSS: without markup, addresses in full, with picture, language and time', () => {
    const text = rss(
      item(
        '<title>Rain &amp; <![CDATA[<b>wind</b>]]></title><link>/story</link><description><![CDATA[<p>One.</p><p>Two&nbsp;&mdash; &lt;i&gt;three&lt;/i&gt;</p><script>alert(1)</script>]]></description><pubDate>Fri, 20 Nov 2026 08:30:00 +0100</pubDate><media:thumbnail url="//img.example/a.jpg"/>',
      ),
      '<language>en-gb</language><ttl>90</ttl><skipHours><hour>0</hour><hour>3</hour></skipHours>',
    )
    expect(read(text)).toEqual({
      stories: [
        {
          title: 'Rain & wind',
          summary: 'One. Two — three',
          url: 'https://site.example/story',
          image: 'https://img.example/a.jpg',
          language: 'en-GB',
          publishedMs: Date.parse('2026-11-20T07:30:00Z'),
        },
      ],
      ttlMinutes: 90,
      skippedHours: [0, 3],
    })
  })

  test('in Atom and as JSON Feed', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><id>u</id><title>A</title><updated>2026-11-01T00:00:00Z</updated>
<entry><id>e</id><title type="html">&lt;b&gt;Fett&lt;/b&gt;</title><link rel="self" href="/self"/><link href="/a"/><published>2026-11-01T00:00:00Z</published><summary>S</summary></entry></feed>`
    expect(read(atom).stories).toMatchObject([
      { title: 'Fett', url: 'https://feeds.example/a', language: 'de', publishedMs: Date.parse('2026-11-01') },
    ])
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      items: [
        {
          id: '1',
          url: 'https://j.example/1',
          title: 't',
          content_html: '<p>c</p>',
          date_published: '2026-11-01T00:00:00Z',
        },
      ],
    })
    expect(read(json).stories).toMatchObject([{ title: 't', summary: 'c', url: 'https://j.example/1' }])
  })

  test.each([
    ['a time of the future', 'Sat, 21 Nov 2026 12:00:00 GMT', undefined],
    ['a time a little ahead', 'Sat, 21 Nov 2026 09:40:00 GMT', '2026-11-21T09:40:00Z'],
    ['a time without a zone', 'Fri, 20 Nov 2026 08:30:00', '2026-11-20T08:30:00Z'],
    ['an ISO time without a zone', '2026-11-20T08:30:00', '2026-11-20T08:30:00Z'],
    ['the beginning of the epoch', 'Thu, 01 Jan 1970 00:00:00 GMT', undefined],
    ['no time', 'yesterday', undefined],
  ])('with %s', (_name, date, expected) => {
    const [story] = storiesOf(linked(1, `<pubDate>${date}</pubDate>`))
    expect(story?.publishedMs).toBe(expected === undefined ? undefined : Date.parse(expected))
  })

  test('with a time of the afternoon without a zone does not take the zone of the machine', () => {
    vi.stubEnv('TZ', 'America/New_York')
    try {
      const [story] = storiesOf(linked(1, '<pubDate>11/20/2026 8:30 PM</pubDate>'))
      expect(story?.publishedMs).toBe(Date.parse('2026-11-20T20:30:00Z'))
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test.each([
    ['an address that is no page', item('<title>x</title><link>javascript:alert(1)</link>')],
    ['a password in its address', item('<title>x</title><link>https://a:b@site.example/</link>')],
    ['no title', item('<link>https://site.example/1</link>')],
    ['no address', item('<title>x</title>')],
    ['an id that is no address', item('<title>x</title><guid>4711</guid>')],
  ])('leaves out a story with %s', (_name, text) => expect(storiesOf(text)).toEqual([]))

  test('takes the id of a story without a link for its address only if it is one', () => {
    const [story] = storiesOf(item('<title>x</title><guid>https://site.example/4711</guid>'))
    expect(story?.url).toBe('https://site.example/4711')
    const items = ['4711', 'https://j.example/4711'].map((id) => ({ id, title: 't' }))
    const json = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', items })
    expect(read(json).stories.map(({ url }) => url)).toEqual(['https://j.example/4711'])
  })

  test('has each address once, however it is tracked, and at most a hundred stories of ten thousand', () => {
    const twice = `${linked('a?utm_source=rss')}${linked('a/?fbclid=1#top')}`
    expect(storiesOf(twice).map(({ url }) => url)).toEqual(['https://site.example/a?utm_source=rss'])
    expect(storiesOf(Array.from({ length: 10_000 }, (_, n) => linked(n)).join(''))).toHaveLength(maxStories)
  })

  test('has an item once that it has twice, at whichever address', () => {
    const guid = (id: string) => `<guid isPermaLink="false">${id}</guid>`
    const twice = `${linked('b', guid('4711'))}${linked('a', guid('4711'))}${linked('c', guid(' '))}${linked('d', guid(' '))}`
    expect(storiesOf(twice).map(({ url }) => new URL(url).pathname)).toEqual(['/b', '/c', '/d'])
    const entry = (n: number) => `<entry><id>tag:x</id><title>A</title><link href="/${n}"/></entry>`
    expect(read(`<feed xmlns="http://www.w3.org/2005/Atom">${entry(1)}${entry(2)}</feed>`).stories).toHaveLength(1)
    const items = [1, 2].map((n) => ({ id: 'x', title: 't', url: `https://j.example/${n}` }))
    const json = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', items })
    expect(read(json).stories).toHaveLength(1)
  })

  test.each([
    ['escaped once', 'AT&amp;T: 3 &lt; 5', 'AT&T: 3 < 5'],
    ['entities in CDATA', '<![CDATA[Fish &amp; Chips &#8217;s &lt;b&gt;bold&lt;/b&gt;]]>', 'Fish & Chips ’s bold'],
    ['escaped twice in CDATA', '<![CDATA[Fish &amp;amp; Chips &amp;quot;to go&amp;quot;]]>', 'Fish & Chips "to go"'],
    ['what looks like an element', 'List&lt;T&gt; or &lt;name&gt;', 'List<T> or <name>'],
    ['elements of others', '<![CDATA[Rain <o:p></o:p><x-y>and</x-y> <font color="red">wind</font>]]>', 'Rain and wind'],
  ])('has titles as plain text: %s', (_name, title, expected) => {
    const [story] = storiesOf(item(`<title>${title}</title><link>/a</link>`))
    expect(story?.title).toBe(expected)
  })

  test.each(['', '<html><body>Maintenance</body></html>', '{"a":1}', 'text'])('that is %j is refused', (text) => {
    expect(() => read(text)).toThrow()
  })

  test.each([
    ['with both', '<title>T</title><description>D</description>', { title: 'T', summary: 'D' }],
    ['without a title', '<description>&lt;p&gt;D&lt;/p&gt;</description>', { title: 'D', summary: undefined }],
    ['with an empty title', '<title> </title><description>D</description>', { title: 'D', summary: undefined }],
    [
      'with a long text only',
      `<description>${'word '.repeat(40)}</description>`,
      { title: `${'word '.repeat(23)}word…`, summary: 'word '.repeat(40).trim() },
    ],
  ])('has the title of a story %s, or the beginning of its text', (_name, parts, expected) => {
    expect(storiesOf(item(`<link>/a</link>${parts}`))).toMatchObject([expected])
  })

  test('as JSON has its items without titles, whose texts begin with them', () => {
    const items = [{ id: '1', url: 'https://j.example/1', content_text: 'Just a thought.' }]
    const json = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', items })
    expect(read(json).stories).toMatchObject([{ title: 'Just a thought.', summary: undefined }])
  })

  test('has no control characters and none that change the direction of text', () => {
    const text = 'A\u0000\u0001\u0007B\u202e\u2066&#1;&#x7;C&#x202e;\u2069\u200b D\tE'
    const [story] = storiesOf(item(`<title>${text}</title><link>/a</link><description>${text}.</description>`))
    expect(story).toMatchObject({ title: 'ABC D E', summary: 'ABC D E.' })
  })
})

test('an article is the same at all addresses that lead to it', () => {
  const one = 'https://www.site.example/a?id=1'
  const tracked = ['utm_medium=rss', 'gbraid=1', 'igsh=1', 'CMP=share', 'xtor=RSS-1', 'at_link_id=2'].map(
    (parameter) => `https://SITE.example/a?${parameter}&id=1`,
  )
  for (const other of ['http://site.example/a/?id=1#top', ...tracked]) {
    expect(articleId(other)).toBe(articleId(one))
  }
  for (const other of ['https://site.example/a?id=2', 'https://site.example/A?id=1']) {
    expect(articleId(other)).not.toBe(articleId(one))
  }
  expect(articleId(one)).toMatch(/^news_[0-9a-f]{16}$/)
  expect(articleKey('news_7c1e94d05ab2f638')).toBeUndefined()
})

const feedJob = (text: string): ParsingJob => ({
  kind: 'feed',
  bytes: Buffer.from(text),
  contentType: 'text/xml',
  url: 'https://feeds.example/',
  nowMs: now,
})

describe('the parser process', () => {
  test('parses one document after the other, and survives an invalid one', async () => {
    const parser = new DocumentParser()
    try {
      const job = feedJob(rss(linked(1)))
      const [first, broken, second] = await Promise.allSettled([
        parser.parse(job),
        parser.parse(feedJob('no feed')),
        parser.parse({
          kind: 'article',
          html: `<article><h1>T</h1>${'<p>Words of an article that is long enough.</p>'.repeat(12)}</article>`,
        }),
      ])
      expect(first).toMatchObject({ status: 'fulfilled', value: { feed: { stories: [{ title: 'Story 1' }] } } })
      expect(broken?.status).toBe('rejected')
      expect(second).toMatchObject({ value: { article: expect.stringContaining('long enough.\n\nWords') } })
    } finally {
      await parser[Symbol.asyncDispose]()
    }
  })

  test('survives a page that takes too much memory, and parses the next one', {
    timeout: 120_000,
  }, async () => {
    // On slow machines, the time limit must not come before the memory limit.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const parser = new DocumentParser()
    try {
      const html = `<article><p>${'&lt;'.repeat(780_000)}</p></article>`
      await expect(parser.parse({ kind: 'article', html })).rejects.toThrow('took too much memory')
      expect(await parser.parse({ kind: 'article', html: '<p>x</p>' })).toEqual({ article: undefined })
    } finally {
      vi.useRealTimers()
      await parser[Symbol.asyncDispose]()
    }
  })

  test('rejects more documents than may wait', async () => {
    const parser = new DocumentParser()
    try {
      const job = feedJob(rss(linked(1)))
      const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => parser.parse(job)))
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10)
    } finally {
      await parser[Symbol.asyncDispose]()
    }
  })
})
