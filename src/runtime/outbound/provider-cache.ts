import { LRUCache } from 'lru-cache'
import type { Asker } from '../base/asker.ts'
import type { Clock } from '../base/clock.ts'
import { SingleFlights } from '../base/once.ts'
import { unlessAborted } from '../base/unless-aborted.ts'
import type { ProviderRequest } from './description.ts'

/** How long what a provider said is good for, in milliseconds since it said so. */
export interface Ages {
  /** Until then the provider is not asked again. */
  readonly freshMs: number
  /** Until then the kept answer is returned at once and the provider asked behind it; as `freshMs` if not given. */
  readonly refreshMs?: number
  /** Until then the kept answer is returned, marked as stale, if the provider cannot be asked. Older it is never returned. */
  readonly maxAgeMs: number
}

/** Data as a provider gave them. */
export interface Kept<T> {
  readonly data: T
  /** When the provider gave them, epoch milliseconds. */
  readonly asOfMs: number
  /** An estimate of the memory that they take. */
  readonly bytes: number
}

export interface Obtained<T> extends Kept<T> {
  /** Whether these are older data because the provider could not be asked. */
  readonly isStale: boolean
  /** Whether the provider was not asked for this caller: from the cache, or by a request that was on its way already. */
  readonly isFree: boolean
  readonly from: 'provider' | 'flight' | 'cache' | 'stale'
}

export interface KeptBounds {
  readonly maxEntries: number
  readonly maxBytes: number
}

interface Entry extends Kept<unknown> {
  /** When the provider last failed to give newer data; undefined if it did not. */
  failedAtMs?: number
}

/** After a failure to refresh, kept data are returned at once for this long, instead of everybody waiting for the next failure. */
const failurePauseMs = 15_000

/**
 * What providers said, for as long as it may be used. Many who ask for the same at the same time share one request, and one
 * who leaves does not end it for the others.
 */
export class KeptAnswers {
  readonly #clock: Clock
  readonly #entries: LRUCache<string, Entry>
  readonly #flights = new SingleFlights<string, Entry>()

  constructor(clock: Clock, { maxEntries, maxBytes }: KeptBounds) {
    this.#clock = clock
    this.#entries = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    })
  }

  /** What is held now. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize }
  }

  /** The data of this key if they are fresh, so that there is nothing to ask and nothing to wait for. */
  fresh<T>(key: string, ages: Ages): Obtained<T> | undefined {
    const entry = this.#entries.get(key)
    if (!entry || entry.failedAtMs !== undefined) return undefined
    const age = this.#clock.now() - entry.asOfMs
    return age < ages.freshMs && age <= ages.maxAgeMs ? this.#obtained(entry, 'cache') : undefined
  }

  /**
   * The data of this key, from the cache if they are young enough, else from the provider.
   *
   * @param ask asks the provider; it must end by itself
   * @param asker for whom; its signal is read only where there is something to wait for, because every signal costs a timer
   * @throws what `ask` throws, if there is nothing young enough to return instead
   */
  async get<T>(
    key: string,
    ages: Ages,
    ask: () => Promise<Kept<T>>,
    asker: Pick<Asker, 'signal'>,
  ): Promise<Obtained<T>> {
    const entry = this.#usable(key, ages)
    if (entry) {
      const age = this.#clock.now() - entry.asOfMs
      const hasFailed = entry.failedAtMs !== undefined
      if (age < ages.freshMs) return this.#obtained(entry, 'cache')
      if (hasFailed && this.#clock.now() - (entry.failedAtMs as number) < failurePauseMs) {
        return this.#obtained(entry, 'stale')
      }
      if (!hasFailed && age < (ages.refreshMs ?? ages.freshMs)) {
        // Its failure is noted in the entry; whoever comes next gets it marked as stale.
        void this.#asked(key, ask).catch(() => undefined)
        return this.#obtained(entry, 'cache')
      }
    }
    const isShared = this.#flights.has(key)
    const { signal } = asker
    try {
      const asked = await unlessAborted(this.#asked(key, ask), signal)
      return this.#obtained(asked, isShared ? 'flight' : 'provider')
    } catch (failure) {
      const kept = signal.aborted ? undefined : this.#usable(key, ages)
      if (kept) return this.#obtained(kept, 'stale')
      throw failure
    }
  }

  /** Resolves when no provider is being asked any more. */
  idle(): Promise<void> {
    return this.#flights.idle()
  }

  #asked<T>(key: string, ask: () => Promise<Kept<T>>): Promise<Entry> {
    return this.#flights.run(key, async () => {
      try {
        const entry: Entry = { ...(await ask()) }
        this.#entries.set(key, entry)
        return entry
      } catch (failure) {
        const entry = this.#entries.peek(key)
        if (entry) entry.failedAtMs = this.#clock.now()
        throw failure
      }
    })
  }

  #usable(key: string, { maxAgeMs }: Ages): Entry | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (this.#clock.now() - entry.asOfMs <= maxAgeMs) return entry
    this.#entries.delete(key)
    return undefined
  }

  #obtained<T>({ data, asOfMs, bytes }: Entry, from: Obtained<T>['from']): Obtained<T> {
    return { data: data as T, asOfMs, bytes, from, isStale: from === 'stale', isFree: from !== 'provider' }
  }
}

/** Under which the answer to a request is kept, if it has no key of its own. */
export function keyOf({ path, query, json }: ProviderRequest & { readonly json?: unknown }): string {
  // Begins with a slash, unlike all others.
  if (!query && json === undefined) return path
  return JSON.stringify([path, Object.entries(query ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)), json])
}
