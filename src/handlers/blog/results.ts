import type { Result } from '#generated/server/handlers.ts'
import { originOf } from '#runtime/kit/origin.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { underTitle } from '../../runtime/base/text/markdown.ts'
import { splitTags } from '../../runtime/base/text/tags.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import type { EntryRow, PostRow } from './rows.ts'

type Entry = Result<'blog.list'>['items'][number]

/**
 * A post as lists show it.
 *
 * @param reader account id of the caller, if there is one
 */
export function entryOf(row: EntryRow & { author: string }, reader: string | undefined): Entry {
  const isPrivate = asBoolean(row.private)
  return {
    id: row.id,
    title: row.title,
    snippet: row.snippet,
    tags: splitTags(row.tags),
    author: row.author,
    mine: row.owner === reader,
    public: !isPrivate,
    private: isPrivate,
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...(row.owner === reader ? originOf(row) : {}),
  }
}

/**
 * A post in full.
 *
 * @param reader account id of the caller, if there is one
 */
export function postOf(row: PostRow, reader: string | undefined): Result<'blog.read'> {
  const { snippet: _, ...entry } = entryOf(row, reader)
  const byline = `${row.author}, ${entry.created.slice(0, 10)}`
  return { ...entry, content: row.content, text: underTitle(row.title, row.content, byline) }
}

/** Posts sorted by age, newest first. */
export function newestFirst<Row extends EntryRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => Number(b.created_at) - Number(a.created_at) || (a.id < b.id ? 1 : -1))
}

/** The same error for an unknown id and for the post of another author. */
export function notYours(id: string): ApiError {
  return new ApiError(
    'not_found',
    `You have no post with the id "${id}". Only the author of a post can change or delete it.`,
  )
}
