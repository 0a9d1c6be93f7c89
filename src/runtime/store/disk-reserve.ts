import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StoreUnavailableError } from './store-errors.ts'
import type { Store, StoreLog } from './types.ts'

/** How often a released reserve checks whether it can be created again. */
const lookEveryMs = 2000
const pieceBytes = 1024 * 1024

interface ReserveOptions {
  readonly dataDir: string
  /** Its size; 0 for no reserve. */
  readonly bytes: number
  readonly log?: StoreLog | undefined
  /** The free bytes of the disk; read from the system if not given. */
  readonly freeBytes?: ((dataDir: string) => number) | undefined
}

function freeOn(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

/**
 * A file that occupies room on the disk of the database until the disk is full. Then it is deleted, so that deletions can be
 * written. It is created again when there is room for it twice.
 */
export class DiskReserve {
  readonly #path: string
  readonly #options: ReserveOptions
  #isRefusing = false
  #freeInside: () => Promise<number> = async () => 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: ReserveOptions) {
    this.#options = options
    this.#path = join(options.dataDir, 'reserve')
  }

  /**
   * Creates the file if there is room for it, and again after a release. Until `close`.
   *
   * @param freeInside how many bytes the database can fill without growing
   */
  async keep(freeInside: () => Promise<number>): Promise<void> {
    if (this.#options.bytes === 0) return
    this.#freeInside = freeInside
    await this.look()
    this.#timer = setInterval(() => void this.look(), lookEveryMs)
    this.#timer.unref()
  }

  /** The error for calls that only add something while there is no room; undefined otherwise. */
  get refusal(): StoreUnavailableError | undefined {
    return this.#isRefusing ? new StoreUnavailableError('full') : undefined
  }

  /** Releases the reserve before a start on a disk without enough room to open the database. */
  giveUpIfFull(): void {
    if (this.#exists() && this.#free() < pieceBytes) this.giveUp()
  }

  /**
   * Deletes the file: the disk is full.
   *
   * @returns whether it existed, so that the failed write can be tried again
   */
  giveUp(): boolean {
    if (this.#options.bytes === 0) return false
    this.#isRefusing = true
    if (!this.#exists()) return false
    try {
      rmSync(this.#path)
    } catch {
      return false
    }
    this.#options.log?.warn({ bytes: this.#options.bytes }, 'disk full, its reserve was given up')
    return true
  }

  /** Creates the file if it is missing and there is room for it twice, and finds out whether anything can be added. Never rejects. */
  async look(): Promise<void> {
    const { bytes, log } = this.#options
    const wasRefusing = this.#isRefusing
    if (this.#exists() && !wasRefusing) return
    try {
      const free = this.#free()
      if (free >= 2 * bytes && !this.#exists()) this.#write(bytes)
      this.#isRefusing = !this.#exists() && free + (await this.#freeInside()) < 2 * bytes
    } catch (err) {
      rmSync(this.#path, { force: true })
      this.#isRefusing = true
      log?.warn({ err }, 'disk reserve not made')
    }
    if (wasRefusing === this.#isRefusing) return
    log?.warn({ bytes }, wasRefusing ? 'disk has room again' : 'disk full, there is no room for its reserve')
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #free(): number {
    const { dataDir, freeBytes = freeOn } = this.#options
    return freeBytes(dataDir)
  }

  #exists(): boolean {
    const present = statSync(this.#path, { throwIfNoEntry: false })
    return present !== undefined && present.size >= this.#options.bytes
  }

  /** Written, not only set to its size: the file system has to allocate the blocks. */
  #write(bytes: number): void {
    const file = openSync(this.#path, 'w', 0o600)
    try {
      const piece = Buffer.alloc(Math.min(pieceBytes, bytes), 'onedoor ')
      for (let left = bytes; left > 0; left -= piece.length) writeSync(file, piece, 0, Math.min(left, piece.length))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }
}

/** How many bytes SQLite can fill without growing its file. */
export async function freePagesOf(store: Store): Promise<number> {
  const query = 'select freelist_count * page_size as bytes from pragma_freelist_count(), pragma_page_size()'
  return (await store.get<{ bytes: number }>(store.sql.raw(query)))?.bytes ?? 0
}
