import type { Knex } from 'knex'
import type { Writer } from '../store/types.ts'

/** A record in the index. `kind` and `id` together identify it; `kind` is in lower-case letters. */
export interface SearchEntry {
  readonly kind: string
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly body: string
}

/** An entry made by `prepare`. */
export type PreparedEntry = Pick<SearchEntry, 'kind' | 'id' | 'owner'> & { readonly indexed: unknown }

export interface SearchIndex {
  /**
   * Does the work of `put` that needs no database, in slices of a few milliseconds. A text of more than a few thousand
   * characters must be prepared before the transaction, because it would make everybody wait.
   */
  prepare(entry: SearchEntry): Promise<PreparedEntry>
  /** Adds the entry or replaces the one with its kind and id, inside the caller's transaction. */
  put(tx: Writer, entry: SearchEntry | PreparedEntry): Promise<void>
  /** Removes an entry, if there is one, inside the caller's transaction. */
  remove(tx: Writer, kind: string, id: string): Promise<void>
  /**
   * A subquery of the `record_id`s of the owner's records whose title and body together hold every word of `query`,
   * each as the beginning of a word, and every stretch of Chinese, Japanese, Thai, ... as a part. Case and accents do
   * not matter. A query without a letter or digit finds nothing. Throws ApiError `invalid_argument` for a query over the
   * bounds (256 characters, 24 words).
   */
  matching(kind: string, owner: string, query: string): Knex.QueryBuilder
}
