import { LRUCache } from 'lru-cache'
import type { Operation } from '#generated/server/operations.ts'
import { cacheBounds } from '../base/cache-bounds.ts'
import type { Clock } from '../base/clock.ts'

/** A result with its JSON, which is written once. */
interface CachedResult {
  readonly result: unknown
  readonly json: string
}

const maxResults = 500
const maxChars = 1024 * 1024

/**
 * The results of operations that return the same to everyone. A result is returned until the second of the clock ends in which
 * it was created: ages and times in results are whole seconds, and stay right.
 */
export class ResultCache {
  readonly #clock: Clock
  readonly #results = new LRUCache<string, CachedResult>({
    ...cacheBounds(maxResults, maxChars, ({ json }) => json.length),
  })
  #second = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * The result for these arguments, created if it is not in the cache.
   *
   * @param args validated, with their defaults
   * @throws the error of `make`, which is not cached
   */
  async of({ id }: Operation, args: object, make: () => unknown): Promise<CachedResult> {
    const key = `${id} ${JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)))}`
    const second = this.#begin()
    const cached = this.#results.get(key)
    if (cached) return cached
    const result = await make()
    const made = { result: Object.freeze(result), json: JSON.stringify(result) }
    if (this.#begin() === second) this.#results.set(key, made)
    return made
  }

  /** Drops results of earlier seconds. Returns the current second. */
  #begin(): number {
    const second = Math.floor(this.#clock.now() / 1000)
    if (second !== this.#second) this.#results.clear()
    this.#second = second
    return second
  }
}
