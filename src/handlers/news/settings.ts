import { z } from 'zod'
import { parseUrl } from '#runtime/base/parse-url.ts'
import { setting, wholeNumber } from '#runtime/base/setting.ts'

/** A feed that the operator has chosen. */
export interface FeedChoice {
  readonly topic: string
  readonly url: string
  /** Whether its articles may be read in full from their sites, not only as summaries from the feed. */
  readonly hasFullText: boolean
}

const maxFeeds = 100
const maxTopicLength = 40

/** These publishers offer their feeds for headlines and summaries with a link; none is read in full. */
const defaultFeeds = [
  'World=https://www.aljazeera.com/xml/rss/all.xml',
  'UK=https://feeds.bbci.co.uk/news/rss.xml',
  'Politics=https://www.theguardian.com/politics/rss',
  'Finance=https://www.cnbc.com/id/100003114/device/rss/rss.html',
  'Tech=https://techcrunch.com/feed/',
  'Dev=https://news.ycombinator.com/rss',
  'Crypto=https://www.coindesk.com/arc/outboundfeeds/rss/',
].join('; ')

const feedList = z.string().transform((text, { addIssue }): readonly FeedChoice[] => {
  if (text === 'none') return []
  const feeds = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readFeed)
  const isUnique = new Set(feeds.map((feed) => feed?.url)).size === feeds.length
  if (feeds.length === 0 || feeds.length > maxFeeds || !isUnique || feeds.includes(undefined)) {
    addIssue('is not a list of feeds')
    return z.NEVER
  }
  return feeds as FeedChoice[]
})

function readFeed(text: string): FeedChoice | undefined {
  const [, topic = '', address = '', full] = /^([^=]+)=\s*(\S+)(\s+full)?$/.exec(text) ?? []
  const url = parseUrl(address)
  const name = topic.trim()
  if (!url || !/^https?:$/.test(url.protocol) || name.length > maxTopicLength || name === '') return undefined
  url.hash = ''
  return { topic: name, url: url.href, hasFullText: full !== undefined }
}

/** Settings of the news. */
export const newsSettings = {
  newsFeeds: setting({
    name: 'NEWS_FEEDS',
    rule: `\`none\`, or up to ${maxFeeds} different feeds separated by semicolons, such as \`World=https://news.example/rss; Tech=https://tech.example/feed full\``,
    fallback: defaultFeeds,
    meaning:
      'The news feeds (RSS, Atom or JSON Feed), each with its topic. The server reads them once or twice an hour. If `full` follows an address, `news.read` fetches the full text of its articles from their sites; use this only where the publisher allows it. A feed that is not one of the defaults may have a private host. When you remove a feed from the list, its stories are deleted.',
    without: 'With `none`, the server has no news.',
    example: 'World=https://news.example/rss',
    schema: () => feedList,
  }),
  newsKeepDays: setting({
    name: 'NEWS_KEEP_DAYS',
    rule: 'a whole number from 1 to 365',
    fallback: '30',
    meaning:
      'The number of days that a story is stored after it last appeared in its feed. At most 10,000 stories are stored.',
    without: 'Nothing.',
    example: '7',
    schema: () => wholeNumber(1, 365),
  }),
} as const

const defaults: ReadonlySet<string> = new Set(feedList.parse(defaultFeeds).map(({ url }) => url))

/** Whether a feed is among those of the default setting. */
export function isDefaultFeed(url: string): boolean {
  return defaults.has(url)
}
