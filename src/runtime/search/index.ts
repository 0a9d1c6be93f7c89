import { Slices } from '../base/yield-to-event-loop.ts'
import type { Reader } from '../store/types.ts'
import { createFiling } from './filing.ts'
import { find } from './find.ts'
import { findRows } from './find-rows.ts'
import { type Indexed, indexedAtOnce, indexing } from './search-tokens.ts'
import type { PreparedEntry, SearchEntry, SearchIndex, SearchRecord } from './types.ts'

export { maxCounted } from './find.ts'
export { reindexed } from './reindex.ts'
export type { PartsEntry, SearchEntry, SearchIndex } from './types.ts'

/** An entry whose text has been tokenized. */
class Prepared implements PreparedEntry {
  readonly kind: string
  readonly id: string
  readonly owner: string | null
  readonly isPublic: boolean
  readonly indexed: Indexed

  constructor({ kind, id, owner, isPublic = false }: SearchRecord, indexed: Indexed) {
    this.kind = kind
    this.id = id
    this.owner = owner
    this.isPublic = isPublic
    this.indexed = indexed
  }
}

/** The search index of a store: the same results on SQLite (FTS5) and PostgreSQL (tsvector). */
export function openSearchIndex(
  { dialect }: Pick<Reader, 'dialect'>,
  options: { readonly blockSize?: number } = {},
): SearchIndex {
  const filing = createFiling(dialect, options.blockSize)
  return {
    async prepare(entry: SearchEntry) {
      const slices = new Slices()
      const steps = indexing(entry)
      for (;;) {
        const { done, value } = steps.next()
        if (done) return new Prepared(entry, value)
        if (slices.isOver) await slices.next()
      }
    },
    put(tx, entry, order) {
      const indexed = entry instanceof Prepared ? entry.indexed : indexedAtOnce(entry as SearchEntry)
      return filing.put(tx, entry, indexed, order)
    },
    remove: (tx, kind, id) => filing.remove(tx, kind, id),
    find,
    findRows,
  }
}
