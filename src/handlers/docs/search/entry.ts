import type { SearchEntry } from '#runtime/search/index.ts'

/** The kind of a document in the search index. */
export const searchKind = 'doc'

/** What a search finds a document by. */
export function searchEntryOf(document: { id: string; owner: string; title: string; content: string }): SearchEntry {
  const { id, owner, title, content } = document
  return { kind: searchKind, id, owner, title, body: content }
}
