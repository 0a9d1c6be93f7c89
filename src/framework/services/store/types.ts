/** A text about a record: what kind of value it is and the value, as the writer says. */
export interface RecordField {
  readonly type: string
  readonly value: string
}

export interface StoreRecord {
  readonly key: string
  readonly value: Uint8Array
  /** Seconds until the record is gone, counted from the moment of the call; 0 for one that stays. */
  readonly expiryS: number
  readonly metadata: Readonly<Record<string, RecordField>>
}

/** Where records are. Without a database it is the one named like the namespace, without a table the default one. */
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
  /** Undefined for the most that the method gives. */
  readonly limit: number | undefined
  readonly offset: number
}

/** Records by key. All of it is in one namespace; records that have expired are not there. */
export interface Records {
  /** @throws RpcError 404 */
  read(place: Place, key: string): Promise<StoreRecord>
  /**
   * The records of the filter, none is no error.
   *
   * @throws RpcError 413 when they are larger together than one answer may be
   */
  find(place: Place, filter: KeyFilter): Promise<StoreRecord[]>
  /** Replaces the record of that key, its expiry and metadata too. @throws RpcError 400; 413 for what is too large */
  write(place: Place, record: StoreRecord): Promise<void>
  /** @throws RpcError 404 */
  delete(place: Place, key: string): Promise<void>
  /**
   * Keys page by page; without a limit all of them. A page is read when the one before was taken: what is written
   * meanwhile may or may not be among them, and no key comes twice.
   */
  list(place: Place, filter: KeyFilter): AsyncIterable<string[]>
  /** Names of the databases that hold records, sorted by bytes. @throws RpcError 413 when there are too many */
  databases(namespace: string): Promise<string[]>
  /** As `databases`, the tables of one. */
  tables(place: Pick<Place, 'namespace' | 'database'>): Promise<string[]>
  /** Removes what has expired. Resolves with how many records. */
  purge(): Promise<number>
}

export interface BlobContent {
  readonly contentType: string
  readonly isPublic: boolean
  /** Bytes. */
  readonly size: number
  /**
   * The content, piece by piece; a piece is read when the one before was taken.
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

/** Large contents by key, in one namespace each. */
export interface Blobs {
  /** @throws RpcError 404 */
  read(namespace: string, key: string): Promise<BlobContent>
  /**
   * Takes the place of the blob of that key once `content` has ended; when it fails, or is too large, the former one is
   * untouched.
   *
   * @throws RpcError 400, 413 and whatever `content` throws
   */
  write(namespace: string, about: BlobAbout, content: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws RpcError 404 */
  delete(namespace: string, key: string): Promise<void>
  /** Keys that begin with the prefix, by bytes. @throws RpcError 413 when there are too many for one answer */
  list(namespace: string, prefix: string): Promise<string[]>
  /** Removes uploads whose process is gone. Resolves with how many. */
  purge(): Promise<number>
}
