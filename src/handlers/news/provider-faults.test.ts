import type { Examples } from '#runtime/outbound/description.ts'
import { type FaultyMethod, testProviderFaults } from '#testing/provider-faults.ts'
import { maxAgeMs } from './feed-state.ts'
import { exampleFeed } from './providers/feed-examples.ts'

const hourMs = 60 * 60_000
const settings = (url: string) => ({ NEWS_FEEDS: `World=${url}/world.xml` })
const answers = exampleFeed('World')
// Feeds are read into the database: fresh ones get no request, and their stories are returned for a day.
const ages = { freshMs: hourMs, maxAgeMs }

const paragraphs = '<p>A paragraph of the article, which is long enough to be taken for its text.</p>'.repeat(12)
const page = `<!doctype html><html><head><title>T</title></head><body><article><h1>T</h1>${paragraphs}</article></body></html>`

/** A feed with a new story every month, and the site of its articles. */
function site(host: () => string): Examples {
  return ({ path }, now) => {
    if (path === '/robots.txt') return { body: 'User-agent: *\nDisallow: /private', contentType: 'text/plain' }
    if (path.startsWith('/article/')) return { body: page, contentType: 'text/html' }
    const link = `http://${host()}/article/${Math.floor(now / (30 * 24 * hourMs))}`
    const item = `<item><title>T</title><link>${link}</link><pubDate>${new Date(now).toUTCString()}</pubDate><description>S.</description></item>`
    return { body: `<rss version="2.0"><channel><title>T</title>${item}</channel></rss>`, contentType: 'text/xml' }
  }
}

/** `news.read` of an article whose site has the faults, while its feed has none. */
function article(spared: FaultyMethod['spared']): FaultyMethod {
  let host = ''
  return {
    id: 'news.read',
    args: async (caller) => ({ id: (await caller.ok('news.list', {})).items[0]?.id }),
    answers: site(() => host),
    // The text is read again after a day, and kept for as long as the story is.
    ages: { freshMs: 24 * hourMs, maxAgeMs: 72 * hourMs },
    fallback: { is_summary: true, text: 'S.' },
    restMs: hourMs + 1000,
    settings(url) {
      host = new URL(url).host
      return { NEWS_FEEDS: `World=${url}/world.xml full`, FETCH_ALLOWED_RANGES: '127.0.0.1' }
    },
    spared,
  }
}

// A feed is read up to where it was cut, and by its bytes where its charset is unknown.
const forgives = ['cut JSON', 'unknown charset'] as const

testProviderFaults([
  { id: 'news.headlines', args: {}, answers, ages, settings, forgives },
  { id: 'news.list', args: { limit: 5 }, answers, ages, settings, forgives },
  article((path) => path === '/world.xml'),
  article((path) => !path.startsWith('/article/')),
])
