import type { Result } from '#generated/server/handlers.ts'
import { originOf } from '#runtime/kit/origin.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import type { BookmarkRow } from './rows.ts'

type Bookmark = Result<'bookmarks.annotate'>

/** A saved item as its owner sees it; empty fields are absent. */
export function bookmarkOf(row: BookmarkRow): Bookmark {
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    title: row.title,
    source: row.source,
    ...(row.ref === null ? {} : { ref: row.ref }),
    ...(row.excerpt === null ? {} : { excerpt: row.excerpt }),
    ...(row.note === null ? {} : { note: row.note }),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...originOf(row),
  }
}

/**
 * The item as one text: title, address, archived text, and the note last, labelled so that it is not taken for the text.
 *
 * @param archived what the archive holds now; the excerpt takes its place
 */
export function readableBookmark({ kind, title, url, excerpt, note }: BookmarkRow, archived?: string): string {
  const head = title === url ? url : `${title}\n${url}`
  const text = archived ?? excerpt
  const parts = [
    head,
    text,
    kind === 'video' && text ? 'This is the description of the video, not a transcript.' : null,
  ]
  return [...parts, note === null ? null : `Note: ${note}`].filter(Boolean).join('\n\n')
}

/** The same error for an unknown id and for the bookmark of another account. */
export function noSuchBookmark(id: string): ApiError {
  return new ApiError(
    'not_found',
    `You have no bookmark with the id "${id}". Use bookmarks.list to list your bookmarks.`,
  )
}
