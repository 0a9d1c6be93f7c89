import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFile, syncFolder } from '../base/sync.ts'
import { filePieces } from './file-pieces.ts'
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
