import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StoreUnavailableError } from './errors.ts'
import type { StoreLog } from './types.ts'

/** How often a reserve that was given up looks whether it can be made again. */
const lookEveryMs = 2000
const pieceBytes = 1024 * 1024

interface ReserveOptions {
  readonly dataDir: string
  /** How large it is; 0 for none. */
  readonly bytes: number
  readonly log?: StoreLog | undefined
  /** The bytes that are free on the disk; asked of the system if not given. */
  readonly freeBytes?: ((dataDir: string) => number) | undefined
}

function freeOn(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

/**
 * A file that takes room on the disk of the database, until that is full: then it is deleted, so that what people delete can
 * be written. It is made again when there is room for it twice.
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
   * Makes the file, where there is room for it, and makes it again after it was given up. Until `close`.
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

  /** What changes that only add something are refused with while there is no room; undefined otherwise. */
  get refusal(): StoreUnavailableError | undefined {
    return this.#isRefusing ? new StoreUnavailableError('full') : undefined
  }

  /** Gives the reserve up before a start that would find no room for what a database needs to be read. */
  giveUpIfFull(): void {
    if (this.#exists() && this.#free() < pieceBytes) this.giveUp()
  }

  /**
   * Deletes the file: the disk is full.
   *
   * @returns whether there was one, so that what has failed can be tried once more
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

  /** Makes the file if it is missing and there is room for it twice, and finds out whether anything may be added. Never rejects. */
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

  /** Written, not only set to its size: the file system has to give the blocks away. */
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
