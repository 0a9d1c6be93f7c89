import { z } from 'zod'
import { firstCharacters } from '../../runtime/base/text/first-characters.ts'
import { moment, shortText, topic } from '../../runtime/base/topic.ts'
import type { Publisher } from '../../runtime/bus/bus.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import type { EntryRow } from './rows.ts'

/** Characters of a post's content that are announced. */
const maxText = 20_000

const post = z.object({
  id: shortText,
  title: shortText,
  /** The beginning of the content as plain text. */
  snippet: z.string().max(300),
  /** The content, markdown, or its beginning. */
  text: z.string(),
  author: shortText,
  /** Whether everybody can read it, or only its author. */
  public: z.boolean(),
  url: z.url(),
  /** When it was first published. */
  published: moment,
})

const example: z.output<typeof post> = {
  id: 'post_01k9y6d4f6g8h0j2k4m6n8p0q2',
  title: 'The heron at the mill pond',
  snippet: 'Every morning this week the same heron has stood below the weir, one leg tucked up, waiting for the light.',
  text: 'Every morning this week the same heron has stood below the weir, one leg tucked up, waiting for the light.\n',
  author: 'layla',
  public: true,
  url: 'https://onedoor.example/blog/post_01k9y6d4f6g8h0j2k4m6n8p0q2',
  published: 1_795_251_600_000,
}

const published = topic('blog.published', post, { meaning: 'A post was written.', example })

const updated = topic('blog.updated', post, {
  meaning: 'A post was changed, or became public or private: it is now as in the announcement.',
  example,
})

const deleted = topic('blog.deleted', z.object({ id: shortText }), {
  meaning: 'A post was deleted. Nothing is announced when it is deleted together with the account of its author.',
  example: { id: example.id },
})

export const topics = [published, updated, deleted]

/** The public address of a post's page. */
export function addressOf(baseUrl: string, id: string): string {
  return `${baseUrl}/blog/${id}`
}

/** Publishes what happens to posts. */
export interface PostPublisher {
  published(tx: Writer, row: EntryRow, content: string, author: string): Promise<void>
  updated(tx: Writer, row: EntryRow, content: string, author: string): Promise<void>
  deleted(tx: Writer, id: string, owner: string): Promise<void>
}

export function createPostPublisher({ bus, baseUrl }: { bus: Publisher; baseUrl: string }): PostPublisher {
  const payloadOf = (row: EntryRow, content: string, author: string): z.output<typeof post> => ({
    id: row.id,
    title: row.title,
    snippet: row.snippet,
    text: firstCharacters(content, maxText),
    author,
    public: !asBoolean(row.private),
    url: addressOf(baseUrl, row.id),
    published: Number(row.created_at),
  })
  return {
    published: (tx, row, content, author) =>
      bus.publish(tx, published, payloadOf(row, content, author), { key: row.id, account: row.owner }),
    updated: (tx, row, content, author) =>
      bus.publish(tx, updated, payloadOf(row, content, author), { key: row.id, account: row.owner }),
    deleted: (tx, id, owner) => bus.publish(tx, deleted, { id }, { key: id, account: owner }),
  }
}
