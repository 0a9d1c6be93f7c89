import { firstCharacters } from '../../runtime/base/text/first-characters.ts'
import type { Publisher } from '../../runtime/bus/bus.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import { type PublishedPost, postDeleted, postPublished, postUpdated } from './contracts.ts'
import type { EntryRow } from './rows.ts'

/** Characters of a post's content that are published. */
const maxText = 20_000

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
  const payloadOf = (row: EntryRow, content: string, author: string): PublishedPost => ({
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
      bus.publish(tx, postPublished, payloadOf(row, content, author), { key: row.id, account: row.owner }),
    updated: (tx, row, content, author) =>
      bus.publish(tx, postUpdated, payloadOf(row, content, author), { key: row.id, account: row.owner }),
    deleted: (tx, id, owner) => bus.publish(tx, postDeleted, { id }, { key: id, account: owner }),
  }
}
