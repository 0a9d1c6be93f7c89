import { z } from 'zod'
import { firstCharacters } from '../../runtime/base/text/first-characters.ts'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { type BusEvent, heard, type Subscriber } from '../../runtime/bus/subscriber.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { type Kind, put, withdraw } from './rows.ts'

const maxTitle = 200
const maxSnippet = 300
/** Characters of a text that are kept. */
const maxText = 20_000

const record = z.object({ id: z.string() })

const post = z.object({
  id: z.string(),
  title: z.string(),
  snippet: z.string(),
  text: z.string(),
  author: z.string(),
  public: z.boolean(),
  url: z.string(),
  published: z.number(),
})

/** Something public as every other service publishes it. */
const publication = z.object({
  id: z.string(),
  /** Absent where it has none: its text then begins the list entry. */
  title: z.string().optional(),
  /** The whole text, or what there is of it: a summary, a description, a price in words. */
  text: z.string(),
  url: z.string().optional(),
  /** Who published it: a feed, a channel, a data provider, a username. */
  source: z.string(),
  attribution: z.string().optional(),
  /** When it was published or quoted, in epoch milliseconds. */
  published: z.number(),
})

type Publication = z.output<typeof publication> & { readonly snippet?: string }

async function keep(kind: Kind, { account }: BusEvent, tx: Writer, thing: Publication): Promise<void> {
  const { id, title, text, snippet = text, url, source, attribution, published } = thing
  const line = oneLine(text) || oneLine(title ?? '') || id
  await put(tx, {
    id,
    kind,
    account: account ?? null,
    title: shorten(oneLine(title ?? '') || line, maxTitle),
    snippet: shorten(oneLine(snippet), maxSnippet),
    text: firstCharacters(text, maxText),
    url: url ?? null,
    source,
    attribution: attribution ?? null,
    published_at: published,
  })
}

const takePost = heard(post, (announcement, tx) => {
  const { public: isPublic, author, ...rest } = announcement.payload
  return isPublic ? keep('post', announcement, tx, { ...rest, source: author }) : withdraw(tx, rest.id)
})

const takeRemoval = heard(record, ({ payload }, tx) => withdraw(tx, payload.id))

const takePublication = (kind: Kind) =>
  heard(publication, (announcement, tx) => keep(kind, announcement, tx, announcement.payload))

/** Which announcements tell of public things that are worth keeping. */
export const archiveListener: Subscriber = {
  name: 'archive',
  topics: {
    'blog.published': takePost,
    'blog.updated': takePost,
    'blog.deleted': takeRemoval,
    'news.published': takePublication('news'),
    'news.withdrawn': takeRemoval,
    'videos.published': takePublication('video'),
    'videos.withdrawn': takeRemoval,
    'markets.priced': takePublication('market'),
    'social.posted': takePublication('social'),
    'social.deleted': takeRemoval,
    'prayer.reminded': takePublication('reminder'),
  },
}
