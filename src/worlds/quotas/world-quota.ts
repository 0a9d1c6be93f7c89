import type { EventEmitter } from 'node:events'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ApiError } from '../../runtime/base/errors.ts'
import { folderBytes } from '../world/folder-size.ts'

export interface QuotaBounds {
  readonly callsPerSecond: number
  /** Requests at once, with streams. */
  readonly maxRunning: number
  /** Of its folder and its snapshots. */
  readonly maxBytes: number
}

/** How much a world of a sandbox that is open to everyone may use. */
export const publicQuota: QuotaBounds = { callsPerSecond: 50, maxRunning: 20, maxBytes: 16 * 1024 * 1024 }

const measureMs = 250

/** Bounds what one world uses. */
export class WorldQuota {
  readonly #bounds: QuotaBounds
  readonly #folder: string
  readonly #now: () => number
  /** Calls that may still be made; as many as of one second can be saved up. */
  #calls: number
  #countedAt: number
  #running = 0
  #bytes = 0
  #measuredAt = Number.NEGATIVE_INFINITY
  #measuring: Promise<void> | undefined

  /**
   * @param folder of the world; what begins with its name belongs to it
   * @param now milliseconds that only grow
   */
  constructor(folder: string, bounds: QuotaBounds, now = () => performance.now()) {
    this.#folder = folder
    this.#bounds = bounds
    this.#now = now
    this.#calls = bounds.callsPerSecond
    this.#countedAt = now()
  }

  /**
   * Counts a request.
   *
   * @param response which closes when it has ended
   * @throws ApiError rate_limited if there are too many, or the world has stored too much
   */
  async take(response: Pick<EventEmitter, 'once'>): Promise<void> {
    const { callsPerSecond, maxRunning, maxBytes } = this.#bounds
    const now = this.#now()
    this.#calls = Math.min(callsPerSecond, this.#calls + ((now - this.#countedAt) / 1000) * callsPerSecond)
    this.#countedAt = now
    if (this.#calls < 1)
      throw exhausted(`A world of this sandbox may make at most ${callsPerSecond} calls a second.`, 1)
    this.#calls -= 1
    if (this.#running >= maxRunning) {
      throw exhausted(
        `A world of this sandbox may have at most ${maxRunning} calls and streams at once. Close one first.`,
        1,
      )
    }
    this.#running += 1
    response.once('close', () => {
      this.#running -= 1
    })
    if (now - this.#measuredAt >= measureMs) await this.#measure(now)
    if (this.#bytes > maxBytes) {
      const most = maxBytes / 1024 / 1024
      throw exhausted(`A world of this sandbox may store at most ${most} MiB. Delete it, and create another one.`, 3600)
    }
  }

  async #measure(now: number): Promise<void> {
    this.#measuring ??= bytesOf(this.#folder)
      .then((bytes) => {
        this.#bytes = bytes
        this.#measuredAt = now
      })
      .finally(() => {
        this.#measuring = undefined
      })
    await this.#measuring
  }
}

function exhausted(message: string, retryAfterS: number): ApiError {
  return new ApiError('rate_limited', message, { retryAfterS })
}

async function bytesOf(folder: string): Promise<number> {
  const beside = dirname(folder)
  const own = (await readdir(beside)).filter((name) => name.startsWith(basename(folder)))
  const sizes = await Promise.all(own.map((name) => folderBytes(join(beside, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
