import { LRUCache } from 'lru-cache'
import type { Asker } from '../base/asker.ts'
import type { Clock } from '../base/clock.ts'
import { unlessAborted } from '../base/unless-aborted.ts'
import type { ProviderRequest } from './description.ts'

/** How long data of a provider may be used, in milliseconds since the provider sent them. */
export interface Ages {
  /** Until then they are returned without another request. */
  readonly freshMs: number
  /** Until then they are returned at once and refreshed in the background; `freshMs` if not given. */
  readonly refreshMs?: number
  /** Until then they are returned, marked as stale, if a request fails. Older data are never returned. */
  readonly maxAgeMs: number
}

/** Data as a provider sent them. */
export interface Fetched<T> {
  readonly data: T
  /** When the provider sent them, epoch milliseconds. */
  readonly asOfMs: number
  /** An estimate of the memory they take. */
  readonly bytes: number
  /** How many records were left out because they are not as documented. */
  readonly skipped?: number | undefined
}

export interface Obtained<T> extends Fetched<T> {
  /** Whether these are older data because the request failed. */
  readonly isStale: boolean
  /** Whether no request was made for this caller: the data are from the cache, or from a request already in flight. */
  readonly isFree: boolean
  readonly from: 'provider' | 'flight' | 'cache' | 'stale'
}

export interface CacheBounds {
  readonly maxEntries: number
  readonly maxBytes: number
}

interface Entry extends Fetched<unknown> {
  /** The last attempt to get newer data, if it failed. */
  failure?: { readonly atMs: number; readonly cause: unknown }
}

/** After a failed refresh, stale data are returned at once for this long, so that callers do not wait for the next failure. */
const failurePauseMs = 15_000

/**
 * Data of a provider, for as long as they may be used. Callers that request the same data concurrently share one request,
 * which does not end when one of them disconnects.
 */
export class ProviderCache {
  readonly #clock: Clock
  readonly #bounds: CacheBounds
  #made: LRUCache<string, Entry, () => Promise<Fetched<unknown>>> | undefined

  constructor(clock: Clock, bounds: CacheBounds) {
    this.#clock = clock
    this.#bounds = bounds
  }

  /** It reserves memory for all entries, and most providers are never asked. */
  get #entries() {
    this.#made ??= this.#make(this.#bounds)
    return this.#made
  }

  #make({ maxEntries, maxBytes }: CacheBounds): LRUCache<string, Entry, () => Promise<Fetched<unknown>>> {
    const clock = this.#clock
    return new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
      backgroundFetchSize: 0,
      // Callers get their data even if the entry is evicted in the meantime.
      ignoreFetchAbort: true,
      async fetchMethod(_key, stale, { context: request }) {
        try {
          return { ...(await request()) }
        } catch (cause) {
          if (stale) stale.failure = { atMs: clock.now(), cause }
          throw cause
        }
      },
    })
  }

  /** How much is cached now. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#made?.size ?? 0, bytes: this.#made?.calculatedSize ?? 0 }
  }

  /**
   * Data from the cache if they are young enough, else from the provider. The ages belong to the read, not to the entry, so
   * they are compared here and not by a `ttl`.
   *
   * @param request must end without being aborted
   * @param asker its signal is read only where the caller has to wait, because every signal costs a timer
   * @throws what `request` throws, if no cached data are young enough to return instead
   */
  async get<T>(
    key: string,
    { freshMs, refreshMs = freshMs, maxAgeMs }: Ages,
    request: () => Promise<Fetched<T>>,
    asker: Pick<Asker, 'signal'>,
  ): Promise<Obtained<T>> {
    const cached = this.#entries.get(key)
    const age = cached ? this.#clock.now() - cached.asOfMs : Number.POSITIVE_INFINITY
    if (cached && age < freshMs) return obtained(cached, 'cache')
    const isPaused = cached?.failure && this.#clock.now() - cached.failure.atMs < failurePauseMs
    if (isPaused && age <= maxAgeMs) return obtained(cached, 'stale')
    const status: LRUCache.Status<string, Entry, unknown> = {}
    const fetched = this.#entries.fetch(key, {
      context: request,
      forceRefresh: true,
      // Without a cached entry it would resolve with undefined instead of rejecting.
      allowStaleOnFetchRejection: cached !== undefined,
      status,
    })
    if (cached && !cached.failure && age < refreshMs) return obtained(cached, 'cache')
    const entry = (await unlessAborted(fetched, asker.signal)) as Entry
    if (!entry.failure) return obtained(entry, status.fetch === 'inflight' ? 'flight' : 'provider')
    if (this.#clock.now() - entry.asOfMs > maxAgeMs) throw entry.failure.cause
    return obtained(entry, 'stale')
  }
}

function obtained<T>({ data, asOfMs, bytes, skipped }: Entry, from: Obtained<T>['from']): Obtained<T> {
  return { data: data as T, asOfMs, bytes, skipped, from, isStale: from === 'stale', isFree: from !== 'provider' }
}

/** The cache key of a request without an explicit one. */
export function keyOf({ path, query, json }: ProviderRequest & { readonly json?: unknown }): string {
  // Begins with a slash, unlike all other keys.
  if (!query && json === undefined) return path
  return JSON.stringify([path, Object.entries(query ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)), json])
}
