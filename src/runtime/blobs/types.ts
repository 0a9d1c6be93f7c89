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
   * Takes the bytes over from their file: when it resolves they are durable, and other processes read them whole. Until
   * then there are none under this id. Storing them again under the same id replaces them.
   */
  keep(id: string, spooled: SpooledBytes): Promise<void>
  /**
   * A stream of the bytes, which fails if they cannot be read to their end. Undefined if there are none under this id.
   *
   * @param range must lie within them
   */
  open(id: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>
  /** How many bytes there are; undefined for none. */
  size(id: string): Promise<number | undefined>
  /** Deletes what there is under these ids. */
  delete(ids: readonly string[]): Promise<void>
  /** The ids of everything that is kept, a page at a time. */
  list(signal?: AbortSignal): AsyncIterable<readonly string[]>
  close(): void
}
