/** A text about a record: its type and its value, according to the writer. */
export interface RecordField {
  readonly type: string
  readonly value: string
}

export interface StoreRecord {
  readonly key: string
  readonly value: Uint8Array
  /** Seconds until the record expires, from the time of the call; 0 for never. */
  readonly expiryS: number
  readonly metadata: Readonly<Record<string, RecordField>>
}

/**
 * Where records are. Without a database it is the database named like the namespace, without a table the default table.
 */
export interface Place {
  readonly namespace: string
  readonly database?: string
  readonly table?: string
}

/** Selects the keys that begin with `prefix` and end with `suffix`; an empty text matches all. */
export interface KeyFilter {
  readonly prefix: string
  readonly suffix: string
  /** By the bytes of the keys' UTF-8. */
  readonly order: 'asc' | 'desc'
  /** Undefined for the maximum of the method. */
  readonly limit: number | undefined
  readonly offset: number
}

export interface BlobContent {
  readonly contentType: string
  readonly isPublic: boolean
  /** Bytes. */
  readonly size: number
  /**
   * The content, piece by piece; a piece is read when the previous one has been taken.
   *
   * @throws RpcError 409 when the blob is replaced or deleted meanwhile: two versions are never mixed
   */
  readonly pieces: AsyncIterable<Uint8Array>
}

export interface BlobAbout {
  readonly key: string
  /** Empty for unknown bytes. */
  readonly contentType: string
  readonly isPublic: boolean
}
