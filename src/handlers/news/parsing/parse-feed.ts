import { parseFeed as parse } from 'feedsmith'
import { parseHTML } from 'linkedom'
import { isLoopback } from '#runtime/base/host-name.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'
import { articleKey } from '../article-id.ts'
import { webAddress } from './web-link.ts'
import { wellFormed } from './well-formed.ts'

/** A story of a feed. */
export interface FeedStory {
  readonly title: string
  readonly summary: string | undefined
  readonly url: string
  readonly image: string | undefined
  /** An IETF language tag. */
  readonly language: string | undefined
  /** Epoch milliseconds; undefined if the feed has no plausible time. */
  readonly publishedMs: number | undefined
}

export interface ParsedFeed {
  readonly stories: readonly FeedStory[]
  /** How long the feed wants to be left alone, in minutes. */
  readonly ttlMinutes: number | undefined
  /** Hours of the day, in UTC, at which it does not change. */
  readonly skippedHours: readonly number[]
}

/** Stories that are read of one feed. */
export const maxStories = 100
const maxTitle = 300
const maxSummary = 400
/** A title that is taken from the text of a story without one. */
const maxTitleOfText = 120
/** Characters of markup that are read of a title or summary. */
const maxMarkup = 20_000
/** A clock may be ahead by this much; later times of publication are ignored. */
const maxAheadMs = 15 * 60_000

/**
 * Parses a feed: RSS, Atom, RDF or JSON Feed, also one that is not well-formed. A large one takes long, so only the separate
 * process calls this.
 *
 * @param url of the feed, the base of relative addresses
 * @param nowMs epoch milliseconds
 * @throws Error for anything but a feed
 */
export function parseFeed(text: string, url: string, nowMs: number): ParsedFeed {
  const document = /^\s*\{/.test(text) ? text : wellFormed(text, { url, maxItems: maxStories })
  const { format, feed } = parse(document, { maxItems: maxStories }) as unknown as Parsed
  const entries =
    format === 'atom' ? (feed.entries ?? []).map(ofAtom) : (feed.items ?? []).map(format === 'json' ? ofJson : ofRss)
  // On a reader's machine, a loopback address is not the feed's server.
  const base = isLoopback(new URL(url).hostname) ? undefined : url
  const home = webAddress(homeOf(feed), base)
  const site = format === 'atom' || format === 'json' ? (base ?? home) : (home ?? base)
  const language = tagOf(feed.language) ?? tagOf(feed.xml?.lang)
  const seen = new Set<string>()
  const stories = entries.slice(0, maxStories).flatMap((entry) => {
    const story = storyOf(entry, { site, language, nowMs })
    const key = story && articleKey(story.url)
    if (!story || key === undefined) return []
    // A feed may have an item twice, even at another address: the first one is the latest.
    const keys = [key, ...(entry.id === undefined ? [] : [`id ${entry.id}`])]
    if (keys.some((each) => seen.has(each))) return []
    for (const each of keys) seen.add(each)
    return [story]
  })
  return { stories, ttlMinutes: numberOf(feed.ttl), skippedHours: skippedHoursOf(text) }
}

/** The parts of the parser's result, for feeds of all formats. */
interface Parsed {
  readonly format: 'rss' | 'atom' | 'rdf' | 'json'
  readonly feed: {
    readonly link?: unknown
    readonly links?: readonly Item[]
    readonly home_page_url?: unknown
    readonly language?: unknown
    readonly ttl?: unknown
    readonly xml?: { readonly lang?: unknown }
    readonly items?: readonly Item[]
    readonly entries?: readonly Item[]
  }
}

// biome-ignore lint/suspicious/noExplicitAny: every format has its own fields, and any of them may be missing
type Item = Record<string, any>

/** The site of a feed. */
function homeOf({ link, links, home_page_url: homePage }: Parsed['feed']): unknown {
  return link ?? homePage ?? (links && alternateOf(links)?.href)
}

function alternateOf(links: readonly Item[]): Item | undefined {
  return links.find(({ rel }) => rel === undefined || rel === 'alternate')
}

interface Entry {
  /** The feed's own id of the item. */
  readonly id: string | undefined
  readonly title: unknown
  readonly summary: unknown
  readonly link: unknown
  /** The base of its relative addresses, where that is another than the feed's. */
  readonly base: unknown
  readonly image: unknown
  readonly language: unknown
  readonly published: unknown
}

function ofRss(item: Item): Entry {
  const permalink = item.guid?.isPermaLink === false ? undefined : addressIn(item.guid?.value)
  const enclosure = item.enclosures?.find((each: Item) => String(each.type ?? '').startsWith('image/'))
  const media =
    item.media?.thumbnails?.[0] ?? item.media?.contents?.find(isPicture) ?? item.media?.group?.thumbnails?.[0]
  return {
    id: idOf(item.guid?.value),
    title: item.title,
    summary: item.description ?? item.content?.encoded,
    link: item.link ?? permalink,
    base: item.xml?.base,
    image: media?.url ?? enclosure?.url,
    language: item.dc?.languages?.[0] ?? item.dc?.language,
    published: item.pubDate ?? item.dc?.dates?.[0] ?? item.dc?.date,
  }
}

function isPicture({ medium, type }: Item): boolean {
  return medium === 'image' || String(type ?? '').startsWith('image/')
}

function ofAtom(entry: Item): Entry {
  const links: Item[] = entry.links ?? []
  const link = alternateOf(links) ?? links[0]
  const picture = links.find(({ rel, type }) => rel === 'enclosure' && String(type ?? '').startsWith('image/'))
  return {
    id: idOf(entry.id),
    title: entry.title?.value ?? entry.title,
    summary: entry.summary?.value ?? entry.content?.value,
    link: link?.href,
    base: entry.xml?.base,
    image: entry.media?.thumbnails?.[0]?.url ?? entry.media?.group?.thumbnails?.[0]?.url ?? picture?.href,
    language: entry.xml?.lang,
    published: entry.published ?? entry.updated,
  }
}

function ofJson(item: Item): Entry {
  return {
    id: idOf(item.id),
    title: item.title,
    summary: item.summary ?? item.content_text ?? item.content_html,
    link: item.url ?? item.external_url ?? addressIn(item.id),
    base: undefined,
    image: item.image ?? item.banner_image,
    language: item.language,
    published: item.date_published,
  }
}

function idOf(id: unknown): string | undefined {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : ''
  return text === '' ? undefined : text
}

/** An id that is an address. Many are numbers, which would be relative addresses. */
function addressIn(id: unknown): unknown {
  return typeof id === 'string' && /^\s*https?:\/\//i.test(id) ? id : undefined
}

interface FeedContext {
  /** The base of relative addresses; undefined if the feed has none that its readers can use. */
  readonly site: string | undefined
  readonly language: string | undefined
  readonly nowMs: number
}

function storyOf(entry: Entry, { site, language, nowMs }: FeedContext): FeedStory | undefined {
  const base = webAddress(entry.base, undefined) ?? site
  const url = webAddress(entry.link, base)
  const text = plain(entry.summary)
  const title = shorten(plain(entry.title), maxTitle) || shorten(text, maxTitleOfText)
  if (url === undefined || title === '') return undefined
  const summary = shorten(text, maxSummary)
  return {
    title,
    summary: summary === '' || summary === title ? undefined : summary,
    url,
    image: webAddress(entry.image, base),
    language: tagOf(entry.language) ?? language,
    publishedMs: momentOf(entry.published, nowMs),
  }
}

/** Text without markup and invisible characters, on one line. Feeds escape markup once or twice. */
function plain(value: unknown): string {
  if (typeof value !== 'string') return ''
  const text = firstCharacters(value, maxMarkup)
  const once = /[<&]/.test(text) ? withoutMarkup(text) : text
  const twice = /<\/?[a-z][^>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d?);/i.test(once) ? withoutMarkup(once) : once
  return withoutUnseen(oneLine(twice).replace(/\s+/gu, ' '))
}

/** Elements of HTML that feeds contain without attributes. Other names in angle brackets, as in `List<T>`, are text. */
const elements = new Set(
  `a abbr address article aside audio b bdi bdo big blockquote body br button caption center cite code col dd del details dfn div
  dl dt em embed figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label li link
  main mark meta nav noscript object ol option p picture pre q s samp script section select small source span strike strong style
  sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr`.split(
    /\s+/,
  ),
)

function withoutMarkup(text: string): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  document.body.innerHTML = text
    .replaceAll(/<(?=\/?([a-z][a-z\d]*)\s*\/?>)/gi, (bracket, name: string) =>
      elements.has(name.toLowerCase()) ? bracket : '&lt;',
    )
    // The words of two blocks stay separate.
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d)\b/gi, ' $&')
  for (const element of document.body.querySelectorAll('script, style, template, noscript')) element.remove()
  return (document.body.textContent ?? '').replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
}

function tagOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(text)) return undefined
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}

/** A time without a zone is in UTC. */
function momentOf(value: unknown, nowMs: number): number | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const hasZone = /(?:[zZ]|[+-]\d\d:?\d\d|\b(?![AP]M$)[A-Z]{2,4})$/.test(text)
  const ms = Date.parse(hasZone ? text : `${text}${/T\d/.test(text) ? 'Z' : ' UTC'}`)
  // Some feeds use the start of the epoch for "unknown".
  return Number.isFinite(ms) && ms > 86_400_000 && ms <= nowMs + maxAheadMs ? ms : undefined
}

function numberOf(value: unknown): number | undefined {
  const number = Number(value)
  return value !== undefined && Number.isFinite(number) && number > 0 ? number : undefined
}

function skippedHoursOf(text: string): number[] {
  const [, hours = ''] = /<skipHours>([\s\S]{0,2000}?)<\/skipHours>/.exec(text.slice(0, 20_000)) ?? []
  return [...hours.matchAll(/<hour>\s*(\d{1,2})\s*<\/hour>/g)].map(([, hour]) => Number(hour) % 24)
}
