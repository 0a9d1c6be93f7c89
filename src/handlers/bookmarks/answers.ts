import type { Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'
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
  }
}

/** The item as one text: title, address, excerpt, and the note last, labelled so that it is not taken for the excerpt. */
export function readableBookmark({ title, url, excerpt, note }: BookmarkRow): string {
  const head = title === url ? url : `${title}\n${url}`
  return [head, ...(excerpt === null ? [] : [excerpt]), ...(note === null ? [] : [`Note: ${note}`])].join('\n\n')
}
