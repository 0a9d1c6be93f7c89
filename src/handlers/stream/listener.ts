import { z } from 'zod'
import { newId } from '../../runtime/base/ids.ts'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { type BusEvent, heard, type Subscriber } from '../../runtime/bus/subscriber.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { put, withdraw } from './rows.ts'

/** Characters of an entry. */
const maxText = 512

const post = z.object({ id: z.string(), title: z.string(), author: z.string(), public: z.boolean(), url: z.string() })
const record = z.object({ id: z.string() })
const firedEvent = z.object({ id: z.string(), title: z.string() })
const headline = z.object({ id: z.string(), title: z.string(), url: z.string() })
const image = z.object({
  id: z.string(),
  title: z.string().optional(),
  public: z.boolean(),
  url: z.string().optional(),
})
const market = z.object({ id: z.string(), name: z.string(), change_pct: z.number(), url: z.string().optional() })

interface Telling {
  readonly text: string
  readonly url?: string | undefined
  readonly public: boolean
  /** The record that it is about. */
  readonly source: string
  /** What it says once; the record if not given. */
  readonly subject?: string
}

/** Makes an entry of an announcement, or changes the one that there is about the same subject. */
async function tell({ topic, at, account }: BusEvent, tx: Writer, telling: Telling): Promise<void> {
  const { text, url, source, subject = source } = telling
  // Without an account there is nobody for whom it could be private.
  if (account === undefined && !telling.public) return
  await put(tx, {
    id: newId('stream'),
    subject,
    source,
    account: account ?? null,
    public: telling.public,
    service: topic.slice(0, topic.indexOf('.')),
    text: shorten(oneLine(text), maxText),
    url: url ?? null,
    created_at: at,
  })
}

/** A post that is written, or changed: what was private and is now public appears, and the other way round disappears. */
const takePost = heard(post, (announcement, tx) => {
  const { id, title, author, url, public: isPublic } = announcement.payload
  return tell(announcement, tx, {
    text: `${author} published "${title}"`,
    url: isPublic ? url : undefined,
    public: isPublic,
    source: id,
  })
})

const takeRemoval = heard(record, ({ payload }, tx) => withdraw(tx, payload.id))

/** What of the others' announcements is worth telling, and how. */
export const streamListener: Subscriber = {
  name: 'stream',
  topics: {
    'blog.published': takePost,
    'blog.updated': takePost,
    'blog.deleted': takeRemoval,
    'events.fired': heard(firedEvent, (announcement, tx) => {
      const { id, title } = announcement.payload
      // An event that repeats is told each time.
      const subject = `${id} ${announcement.id}`
      return tell(announcement, tx, { text: `Event: ${title}`, public: false, source: id, subject })
    }),
    'events.deleted': takeRemoval,
    'news.headline': heard(headline, (announcement, tx) => {
      const { id, title, url } = announcement.payload
      return tell(announcement, tx, { text: title, url, public: true, source: id })
    }),
    'news.withdrawn': takeRemoval,
    'images.generated': heard(image, (announcement, tx) => {
      const { id, title, url, public: isPublic } = announcement.payload
      const text = title === undefined ? 'Generated a picture' : `Generated a picture: ${title}`
      return tell(announcement, tx, { text, url, public: isPublic, source: id })
    }),
    'images.deleted': takeRemoval,
    'markets.moved': heard(market, (announcement, tx) => {
      const { id, name, change_pct: change, url } = announcement.payload
      const text = `${name} is ${change < 0 ? 'down' : 'up'} ${Math.abs(change).toFixed(1)}%`
      // One entry each day for an instrument that keeps moving.
      const subject = `${id} ${new Date(announcement.at).toISOString().slice(0, 10)}`
      return tell(announcement, tx, { text, url, public: true, source: id, subject })
    }),
  },
}
