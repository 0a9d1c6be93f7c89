import type { Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'
import { readableAddress } from '../../runtime/base/text/readable-address.ts'
import type { SearchEntry } from '../../runtime/search/index.ts'

export type Bookmark = Result<'bookmarks.annotate'>

/** A row of `bookmarks` as it is answered. */
export interface BookmarkRow {
  id: string
  kind: Bookmark['kind']
  url: string
  title: string
  source: string
  ref: string | null
  excerpt: string | null
  note: string | null
  created_at: number | string
  updated_at: number | string
}

/** The columns of a BookmarkRow. */
export const bookmarkColumns = [
  'id',
  'kind',
  'url',
  'title',
  'source',
  'ref',
  'excerpt',
  'note',
  'created_at',
  'updated_at',
]

/** A saved item as its owner sees it; what it does not have is absent. */
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

/** The item in one text: title, address, what the archive said, and the note last, under its name, so that the two are not mistaken. */
export function readableBookmark({ title, url, excerpt, note }: BookmarkRow): string {
  const head = title === url ? url : `${title}\n${url}`
  return [head, ...(excerpt === null ? [] : [excerpt]), ...(note === null ? [] : [`Note: ${note}`])].join('\n\n')
}

/** What a search finds the item by. */
export function searchEntryOf(row: BookmarkRow, owner: string): SearchEntry {
  const parts = [row.url, readableAddress(row.url), row.source, row.excerpt, row.note]
  const body = parts.filter((part) => part !== null).join('\n')
  return { kind: 'bookmark', id: row.id, owner, title: row.title, body }
}
