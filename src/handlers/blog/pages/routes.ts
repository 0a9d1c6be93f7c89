import { type Response, Router } from 'express'
import { LRUCache } from 'lru-cache'
import { ApiError } from '#runtime/base/errors.ts'
import { atomFeed, type Feed, feedLinks, feedSentence, jsonFeed } from '#runtime/base/feeds.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { underTitle } from '#runtime/base/text/markdown.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { splitTags } from '#runtime/base/text/tags.ts'
import { beforeNewest } from '#runtime/kit/long-page.ts'
import { publicMoment } from '#runtime/kit/public-moment.ts'
import type { PublicPages } from '#runtime/kit/site.ts'
import type { BlogDeps } from '../index.ts'
import { addressOf } from '../publish-post.ts'
import { type ListedRow, type PostRow, publicPosts, readable } from '../rows.ts'
import { formatted } from './post-markup.ts'

/** Posts on the page and in its feeds. */
const shown = 50
const path = '/blog'
/** Characters of markup of posts that are cached. */
const maxKept = 8_000_000
/** How long a response may be cached, in seconds. */
const freshS = 30

/** `/blog`: the public posts for people, as feeds, and a page for each. */
export function blogPages({ store, layout, baseUrl }: BlogDeps): Omit<PublicPages, 'path'> {
  const router = Router()
  const postMarkup = createPostMarkup()
  const [created_at, id] = beforeNewest
  const newest = () => store.all<ListedRow>(publicPosts({ created_at, id, limit: shown }))
  const feedOf = (rows: readonly ListedRow[], feedUrl: string): Feed => ({
    title: 'Blog',
    pageUrl: `${baseUrl}${path}`,
    feedUrl,
    author: 'Onedoor',
    entries: rows.map((row) => ({
      id: addressOf(baseUrl, row.id),
      title: row.title,
      summary: row.snippet,
      url: addressOf(baseUrl, row.id),
      author: row.author,
      published: Number(row.created_at),
      updated: Number(row.updated_at),
    })),
  })
  router.get(path, async (_req, res) => {
    const main = listMarkup(await newest())
    const description = 'Public posts by people on this server.'
    send(res, 'html', layout({ title: 'Blog - Onedoor', description, head: feedLinks('Blog', path), main }))
  })
  router.get(`${path}/feed.xml`, async (_req, res) => {
    send(res, 'application/atom+xml', atomFeed(feedOf(await newest(), `${baseUrl}${path}/feed.xml`)))
  })
  router.get(`${path}/feed.json`, async (_req, res) => {
    send(res, 'application/feed+json', jsonFeed(feedOf(await newest(), `${baseUrl}${path}/feed.json`)))
  })
  router.get(`${path}/:id`, async (req, res) => {
    // A reader without an account: authors also see only what everyone does.
    const row = await store.get<PostRow>(readable({ id: req.params.id, reader: '' }))
    if (!row)
      throw new ApiError(
        'unknown_method',
        `No public post exists at ${quote(`${path}/${req.params.id}`)}. See ${path} for the public posts.`,
      )
    send(res, 'html', layout({ title: `${row.title} - Onedoor`, description: row.snippet, main: postMarkup(row) }))
  })
  return { title: 'Blog', description: 'public posts by people on this server', routes: router }
}

function send(res: Response, type: string, body: string): void {
  res.setHeader('Cache-Control', `public, max-age=${freshS}`)
  res.type(type).send(body)
}

function byline({ author, created_at: at }: ListedRow): Html {
  return html`<p class="note">${author}, ${publicMoment(Number(at))}</p>\n`
}

function listMarkup(rows: readonly ListedRow[]): Html {
  return html`<h1>Blog</h1>
${
  rows.length === 0
    ? html`<p>Nobody has published a post yet.</p>\n`
    : html`<ol class="entries" role="list">
${rows.map(
  (row) => html`<li>
<h2><a href="${path}/${row.id}">${row.title}</a></h2>
${byline(row)}<p>${row.snippet}</p>
</li>
`,
)}</ol>\n`
}${feedSentence(path)}`
}

/** The content of posts as markup, kept because parsing it takes long and everybody may ask for it. */
function createPostMarkup(): (row: PostRow) => Html {
  const kept = new LRUCache<string, Html>({ maxSize: maxKept, sizeCalculation: (markup) => String(markup).length })
  return (row) => {
    const key = `${row.id} ${row.updated_at}`
    let content = kept.get(key)
    if (!content) {
      // The heading that repeats the title is left out, as in the text that programs get.
      content = formatted(underTitle(row.title, row.content).slice(`# ${row.title}`.length))
      kept.set(key, content)
    }
    return postPage(row, content)
  }
}

function postPage(row: PostRow, content: Html): Html {
  const tags = splitTags(row.tags)
  return html`<article>
<h1>${row.title}</h1>
${byline(row)}${content}${tags.length > 0 && html`<p class="note">Tags: ${tags.join(', ')}</p>\n`}</article>
<p><a href="${path}">All posts</a></p>
`
}
