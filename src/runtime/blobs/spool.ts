import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../base/errors.ts'
import type { SpooledBytes } from './types.ts'

/** Bytes as they arrive, or all at once. */
export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>

const pieceBytes = 256 * 1024

/** The folder for incoming bytes, each blob under its id, until they are complete. */
export class Spool {
  readonly #folder: string
  readonly #onFull: () => unknown

  private constructor(folder: string, onFull: () => unknown) {
    this.#folder = folder
    this.#onFull = onFull
  }

  /**
   * @param folder created if it does not exist
   * @param onFull called when its disk is full
   */
  static async open(folder: string, onFull: () => unknown = () => undefined): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Spool(folder, onFull)
  }

  /**
   * Writes the bytes to a separate file, which is not durable yet. If it rejects, no file is left.
   *
   * @param onTooLong creates the error for more than `maxBytes`, thrown as soon as that is known
   * @throws ApiError unavailable if the disk is full; errors of the source
   */
  async write(
    id: string,
    source: ByteSource,
    { maxBytes, onTooLong, signal }: { maxBytes: number; onTooLong: () => Error; signal?: AbortSignal | undefined },
  ): Promise<SpooledBytes> {
    const path = this.#pathOf(id)
    const hash = createHash('sha256')
    let bytes = 0
    try {
      const file = await open(path, 'wx', 0o600)
      try {
        for await (const piece of source instanceof Uint8Array ? piecesOf(source) : source) {
          signal?.throwIfAborted()
          bytes += piece.length
          if (bytes > maxBytes) throw onTooLong()
          hash.update(piece)
          await file.appendFile(piece)
        }
        signal?.throwIfAborted()
      } finally {
        await file.close()
      }
      return { path, bytes, sha256: hash.digest('hex') }
    } catch (failure) {
      await this.delete(id)
      if (!isFull(failure)) throw failure
      this.#onFull()
      throw diskFull(failure)
    }
  }

  async delete(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true })
  }

  /** The ids of incoming bytes, and of leftovers. */
  list(): Promise<string[]> {
    return readdir(this.#folder)
  }

  #pathOf(id: string): string {
    return join(this.#folder, id)
  }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

function isFull(failure: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((failure as NodeJS.ErrnoException).code ?? '')
}

function diskFull(cause: unknown): ApiError {
  return new ApiError(
    'unavailable',
    "The server's disk is full, so nothing was stored. Reading and deleting still work. The operator must free space.",
    { cause, retryAfterS: 60 },
  )
}
