import type { Readable } from 'node:stream'

/** A part of a blob: both ends included, counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Bytes that have arrived whole, in a file on this machine. */
export interface SpooledBytes {
  readonly path: string
  readonly bytes: number
  /** In lower-case hexadecimal. */
  readonly sha256: string
}

/** Where bytes are kept, by id. Which of them are needed is recorded elsewhere. */
export interface ByteStore {
  /**
   * Takes the bytes over from their file: when it resolves they are durable, and other processes read them whole. Storing
   * them again under the same id replaces them.
   */
  keep(id: string, spooled: SpooledBytes): Promise<void>
  /**
   * A stream of the bytes, which fails if they cannot be read to their end. Undefined if there are none under this id.
   *
   * @param range must lie within them
   */
  open(id: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>
  /**
   * The same bytes for a reader that uses up each piece before it asks for the next, which may be written over it. They have
   * to be read or closed once: that closes what they come from.
   */
  pieces(id: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
  /** How many bytes there are; undefined for none. */
  size(id: string): Promise<number | undefined>
  /** Deletes what there is under these ids. */
  delete(ids: readonly string[]): Promise<void>
  /** The ids of everything that is kept, a page at a time. */
  list(signal?: AbortSignal): AsyncIterable<readonly string[]>
  close(): void
}
