import { iso } from './clock.ts'
import { type Html, html } from './html.ts'

/** One entry of a feed. */
export interface FeedEntry {
  /** An address that never changes and that no other entry has. */
  readonly id: string
  readonly title: string
  /** Plain text. */
  readonly summary?: string | undefined
  /** Its page. */
  readonly url?: string | undefined
  readonly author?: string | undefined
  /** Epoch milliseconds. */
  readonly published: number
  readonly updated: number
}

export interface Feed {
  readonly title: string
  /** The page with the same content for people. */
  readonly pageUrl: string
  readonly feedUrl: string
  /** The author of entries without one, which Atom requires. */
  readonly author: string
  /** Newest first. */
  readonly entries: readonly FeedEntry[]
}

/** Characters that XML does not allow, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

function xmlText(text: string): string {
  return text.replace(notXml, '\ufffd')
}

/** A feed as Atom (RFC 4287). */
export function atomFeed({ title, pageUrl, feedUrl, author, entries }: Feed): string {
  const updated = Math.max(0, ...entries.map((entry) => entry.updated))
  return String(html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${feedUrl}</id>
<title>${title}</title>
<author><name>${xmlText(author)}</name></author>
<link rel="self" type="application/atom+xml" href="${feedUrl}"/>
<link rel="alternate" type="text/html" href="${pageUrl}"/>
<updated>${iso(updated)}</updated>
${entries.map(atomEntry)}</feed>
`)
}

function atomEntry({ id, title, summary, url, author, published, updated }: FeedEntry): Html {
  return html`<entry>
<id>${id}</id>
<title>${xmlText(title)}</title>
${author !== undefined && html`<author><name>${xmlText(author)}</name></author>\n`}${
  url !== undefined && html`<link rel="alternate" href="${xmlText(url)}"/>\n`
}<published>${iso(published)}</published>
<updated>${iso(updated)}</updated>
${summary !== undefined && html`<summary>${xmlText(summary)}</summary>\n`}</entry>
`
}

/** A feed as JSON Feed 1.1. */
export function jsonFeed({ title, pageUrl, feedUrl, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: feedUrl,
    items: entries.map(({ id, title: name, summary, url, author, published, updated }) => ({
      id,
      ...(url === undefined ? {} : { url }),
      title: name,
      // JSON Feed requires a content.
      content_text: summary ?? name,
      ...(author === undefined ? {} : { authors: [{ name: author }] }),
      date_published: iso(published),
      date_modified: iso(updated),
    })),
  })
}

/** The links in a page's head that let feed readers find its feeds. */
export function feedLinks(title: string, path: string): Html {
  return html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${path}/feed.xml">
<link rel="alternate" type="application/feed+json" title="${title}" href="${path}/feed.json">
`
}

/** A sentence with links to the feeds of a page. */
export function feedSentence(path: string): Html {
  return html`<p class="note">Follow this page with a feed reader: <a href="${path}/feed.xml">Atom</a>, <a href="${path}/feed.json">JSON Feed</a>.</p>
`
}
