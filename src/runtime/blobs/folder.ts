import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFile, syncFolder } from '../base/sync.ts'
import type { ByteRange, ByteStore, SpooledBytes } from './types.ts'

const shardLength = 2

/**
 * Stores bytes as files in a folder. They are spread over subfolders by the end of their ids, which is random.
 *
 * @param root created if it does not exist; files are moved here, so they must come from the same file system
 * @param pageIds how many ids are listed per page
 */
export async function openFolder(root: string, pageIds = 500): Promise<ByteStore> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  return new Folder(root, pageIds)
}

class Folder implements ByteStore {
  readonly #root: string
  readonly #pageIds: number

  constructor(root: string, pageIds: number) {
    this.#root = root
    this.#pageIds = pageIds
  }

  async keep(id: string, { path }: SpooledBytes): Promise<void> {
    const target = this.#pathOf(id)
    try {
      await rename(path, target)
    } catch (failure) {
      if (!isMissing(failure)) throw failure
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await syncFolder(this.#root)
      await rename(path, target)
    }
    // Syncs the bytes and, separately, their name: concurrently, because file systems write both together.
    await Promise.all([syncFile(target), syncFolder(dirname(target))])
  }

  async open(id: string, range?: ByteRange, signal?: AbortSignal) {
    const file = await this.#opened(id)
    return file?.createReadStream({ ...range, ...(signal && { signal }), highWaterMark: 128 * 1024 })
  }

  async pieces(id: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    const file = await this.#opened(id)
    return file && filePieces(file, range)
  }

  async size(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.#pathOf(id))).size
    } catch (failure) {
      if (isMissing(failure)) return undefined
      throw failure
    }
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(this.#pathOf(id), { force: true })
  }

  async *list(signal?: AbortSignal): AsyncGenerator<readonly string[]> {
    for (const shard of await readdir(this.#root, { withFileTypes: true })) {
      if (!shard.isDirectory()) continue
      const ids = await readdir(join(this.#root, shard.name))
      for (let at = 0; at < ids.length; at += this.#pageIds) {
        signal?.throwIfAborted()
        yield ids.slice(at, at + this.#pageIds)
      }
    }
  }

  close(): void {}

  async #opened(id: string): Promise<FileHandle | undefined> {
    try {
      return await open(this.#pathOf(id))
    } catch (failure) {
      if (isMissing(failure)) return undefined
      throw failure
    }
  }

  #pathOf(id: string): string {
    return join(this.#root, id.slice(-shardLength), id)
  }
}

function isMissing(failure: unknown): boolean {
  return (failure as NodeJS.ErrnoException).code === 'ENOENT'
}

const pieceBytes = 256 * 1024
/** How many pairs of buffers are reused by the next readers. */
const maxSparePairs = 16

type Pair = readonly [Uint8Array, Uint8Array]

/** Buffers shared by consecutive readers: allocating memory for each piece costs more than reading it. */
const sparePairs: Pair[] = []

/**
 * The bytes of a file; the next piece is read while one is used. Each is valid until the next one is requested. The file is
 * closed at the end.
 *
 * @param range undefined for the whole file
 * @throws Error if the file ends before the range does; errors of reading it
 */
export async function* filePieces(file: FileHandle, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const pair = sparePairs.pop() ?? [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)]
  let reading: Promise<Uint8Array> | undefined
  try {
    let at = range?.start ?? 0
    const end = range ? range.end + 1 : (await file.stat()).size
    const read = async (buffer: Uint8Array) => {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at)
      if (bytesRead === 0) throw new Error(`the file ends ${end - at} bytes too early`)
      at += bytesRead
      return buffer.subarray(0, bytesRead)
    }
    if (at < end) reading = read(pair[0])
    for (let count = 1; reading; count++) {
      const piece = await reading
      reading = at < end ? read(pair[count % 2] as Uint8Array) : undefined
      // A reader that stops does not wait for it.
      reading?.catch(() => undefined)
      yield piece
    }
  } finally {
    await reading?.catch(() => undefined)
    if (sparePairs.length < maxSparePairs) sparePairs.push(pair)
    await file.close()
  }
}
