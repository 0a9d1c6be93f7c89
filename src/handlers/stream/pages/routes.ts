import { type Response, Router } from 'express'
import { atomFeed, type Feed, feedLinks, feedSentence, jsonFeed } from '#runtime/base/feeds.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { beforeNewest } from '#runtime/kit/long-page.ts'
import { publicMoment } from '#runtime/kit/public-moment.ts'
import type { PublicPages } from '#runtime/kit/site.ts'
import { type EntryRow, listPublic } from '../rows.ts'

export type StreamDeps = Pick<FamilyWorld, 'store' | 'layout' | 'baseUrl'>

/** Entries on the page and in its feeds. */
const shown = 50
const path = '/stream'
/** How long a response may be cached, in seconds. */
const freshS = 30

/** `/stream`: the public entries for people, and as feeds. */
export function streamPages({ store, layout, baseUrl }: StreamDeps): Omit<PublicPages, 'path'> {
  const router = Router()
  const [created_at, id] = beforeNewest
  const newest = () => store.all<EntryRow>(listPublic({ created_at, id, limit: shown }))
  const feedOf = (rows: readonly EntryRow[], feedUrl: string): Feed => ({
    title: 'Stream',
    pageUrl: `${baseUrl}${path}`,
    feedUrl,
    author: 'Onedoor',
    entries: rows.map(({ id, text, url, created_at: at }) => ({
      id: `${baseUrl}${path}#${id}`,
      title: text,
      url: url ?? undefined,
      published: Number(at),
      updated: Number(at),
    })),
  })
  router.get(path, async (_req, res) => {
    const parts = {
      title: 'Stream - Onedoor',
      description: 'Recent activity on this server.',
      head: feedLinks('Stream', path),
      main: entriesMarkup(await newest()),
    }
    send(res, 'html', layout(parts))
  })
  router.get(`${path}/feed.xml`, async (_req, res) => {
    send(res, 'application/atom+xml', atomFeed(feedOf(await newest(), `${baseUrl}${path}/feed.xml`)))
  })
  router.get(`${path}/feed.json`, async (_req, res) => {
    send(res, 'application/feed+json', jsonFeed(feedOf(await newest(), `${baseUrl}${path}/feed.json`)))
  })
  return { title: 'Stream', description: 'recent activity on this server', routes: router }
}

function send(res: Response, type: string, body: string): void {
  res.setHeader('Cache-Control', `public, max-age=${freshS}`)
  res.type(type).send(body)
}

function entriesMarkup(rows: readonly EntryRow[]): Html {
  return html`<h1>Stream</h1>
<p>Recent activity on this server, newest first. Programs can read it with <a href="/docs/stream">stream.list</a>, which
also has your own private entries.</p>
${
  rows.length === 0
    ? html`<p>Nothing has happened yet.</p>\n`
    : html`<ol class="entries" role="list">
${rows.map(
  ({ id, text, url, service, created_at: at }) => html`<li id="${id}">
<p>${url === null ? text : html`<a href="${url}" rel="nofollow ugc">${text}</a>`}</p>
<p class="note">${service}, ${publicMoment(Number(at))}</p>
</li>
`,
)}</ol>\n`
}${feedSentence(path)}`
}
