import type { Reader, Writer } from '../store/types.ts'

/** Which records a search may find: those of one account, or those that everyone may find. */
export type Part = { readonly owner: string } | 'everybody'

/** A record in the index. `kind` and `id` together identify it; `kind` is in lower-case letters. */
export interface SearchRecord {
  readonly kind: string
  readonly id: string
  /** An account; null for a record of the instance itself, which everyone may find. */
  readonly owner: string | null
  /** Whether everyone may find it, not only its owner. It cannot change later. */
  readonly isPublic?: boolean
  /** Labels that a search can be limited to, such as tags: each matches as a whole. */
  readonly labels?: readonly string[]
}

/** A record that is found by its words. */
export interface SearchEntry extends SearchRecord {
  readonly title: string
  readonly body: string
}

/** A record of a few short texts, any part of which can be found. All records of its kind are like that. */
export interface PartsEntry extends SearchRecord {
  /** Already normalised: the caller folds case and accents of these and of queries in the same way. */
  readonly texts: readonly string[]
}

/** An entry made by `prepare`. */
export type PreparedEntry = Pick<SearchRecord, 'kind' | 'id' | 'owner' | 'isPublic'> & { readonly indexed: unknown }

/** What to search for: `anyOf` for kinds of PartsEntry, `query` for others. */
export interface Search {
  readonly kind: string
  readonly in: Part
  /**
   * Words that title and body must contain together, each as the beginning of a word, and every run of Chinese, Japanese,
   * Thai, ... as a part. Case and accents do not matter. Without a letter or digit it finds nothing.
   */
  readonly query?: string | undefined
  /** Texts of which one must be part of one of the entry's texts. An empty text finds nothing. */
  readonly anyOf?: readonly string[]
  /** The labels that a record must have. */
  readonly labels?: readonly string[]
  /** How many matches to skip. */
  readonly offset?: number
  readonly limit: number
  /** The end of the previous page: its `next`. */
  readonly after?: Place | undefined
}

/** The position of a match. */
export interface Place {
  readonly block: number
  readonly entry: number
}

export interface Found {
  /** The matches of this page, the newest first. */
  readonly ids: readonly string[]
  /** How many matches there are, counted up to `maxCounted`, or to the end of this page if that is more. */
  readonly total: number
  /** Whether there are more than `total`. */
  readonly isAtLeast: boolean
  /** The end of this page; undefined if it is the last. */
  readonly next: Place | undefined
}

/** A search of one account's records of a kind of PartsEntry. No text has a line break. */
export interface PartsSearch {
  readonly kind: string
  readonly in: { readonly owner: string }
  readonly anyOf: readonly string[]
  readonly limit: number
}

/** The rows of records: of a table with `id` and `owner`. Names are part of the statement. */
export interface WantedRows {
  readonly table: string
  /** Of texts, safe integers and null. */
  readonly columns: readonly string[]
  readonly order: readonly string[]
}

export interface FoundRows<Row> {
  readonly rows: Row[]
  /** Whether there are more matches than the limit. */
  readonly hasMore: boolean
}

export interface SearchIndex {
  /**
   * Does the work of `put` that needs no database, in slices of a few milliseconds. A text of more than a few thousand
   * characters must be prepared before the transaction, because it would block all other requests.
   */
  prepare(entry: SearchEntry): Promise<PreparedEntry>
  /**
   * Adds the entry or replaces the one with its kind and id, inside the caller's transaction.
   *
   * @param order what newest means for this kind: an entry that is put again keeps its position (`created`), or becomes the newest
   */
  put(tx: Writer, entry: SearchEntry | PartsEntry | PreparedEntry, order: 'created' | 'changed'): Promise<void>
  /** Removes an entry, if it exists, inside the caller's transaction. */
  remove(tx: Writer, kind: string, id: string): Promise<void>
  /**
   * The newest records that match. It reads at most a few thousand entries of its part for each page of a common word, and
   * looks up a rare one once for every few thousand entries.
   *
   * @throws ApiError invalid_argument for a query over the bounds (256 characters, 24 words)
   */
  find(reader: Reader, search: Search): Promise<Found>
  /**
   * The rows of the newest records that match, in another order. One statement finds and reads those of an account with no more
   * than 256 records.
   */
  findRows<Row>(reader: Reader, search: PartsSearch, wanted: WantedRows): Promise<FoundRows<Row>>
}
