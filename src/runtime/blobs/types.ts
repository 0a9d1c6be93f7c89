import type { Readable } from 'node:stream'

/** A part of a blob: both ends included, counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Bytes that have arrived completely, in a file on this machine. */
export interface SpooledBytes {
  readonly path: string
  readonly bytes: number
  /** In lower-case hexadecimal. */
  readonly sha256: string
}

/** Stores bytes by id. Which of them are needed is recorded elsewhere. */
export interface ByteStore {
  /**
   * Takes over the bytes from their file: when it resolves they are durable, and complete for other processes. Storing
   * them again under the same id replaces them.
   *
   * @param signal ends a transfer to another machine
   */
  keep(id: string, spooled: SpooledBytes, signal?: AbortSignal): Promise<void>
  /**
   * A stream of the bytes, which fails if they cannot be read to their end. Undefined if the id has none.
   *
   * @param range must lie within them
   */
  open(id: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>
  /**
   * The same bytes for a reader that uses each piece before it requests the next, which may overwrite it. They must
   * be read or closed once, which closes their source.
   */
  pieces(id: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
  /** The number of bytes; undefined if the id has none. */
  size(id: string, signal?: AbortSignal): Promise<number | undefined>
  /** Deletes the bytes of these ids. */
  delete(ids: readonly string[]): Promise<void>
  /** The ids of all stored bytes, in pages. */
  list(signal?: AbortSignal): AsyncIterable<readonly string[]>
  close(): void
}
