import { readableAddress } from '#runtime/base/text/readable-address.ts'
import type { SearchEntry } from '#runtime/search/index.ts'

/** The kind of an item in the search index. */
export const searchKind = 'bookmark'

/** What of an item a search looks into. */
interface SearchedRow {
  readonly id: string
  readonly kind: string
  readonly url: string
  readonly title: string
  readonly source: string
  readonly excerpt: string | null
  readonly note: string | null
}

/** What a search finds the item by. */
export function searchEntryOf(row: SearchedRow, owner: string): SearchEntry {
  const parts = [row.url, readableAddress(row.url), row.source, row.excerpt, row.note]
  const body = parts.filter((part) => part !== null).join('\n')
  return { kind: searchKind, id: row.id, owner, title: row.title, body, labels: [row.kind] }
}
