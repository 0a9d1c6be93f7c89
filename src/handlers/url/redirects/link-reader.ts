import { ApiError } from '#runtime/base/errors.ts'
import type { Store } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { type RedirectRow, redirectRows } from '../rows/links.ts'
import type { LinkRecord } from './link-table.ts'
import { locationOf } from './location.ts'

/** Why a link is missing: it never existed, or it was deleted. */
export type Absence = 'unknown' | 'gone'

/** A link as the database has it, or why it does not. */
export type StoredLink = LinkRecord | Absence

interface Wanted {
  readonly id: string
  readonly promise: Promise<StoredLink>
  readonly resolve: (found: StoredLink) => void
  readonly reject: (failure: unknown) => void
}

const maxBatch = 500
const maxBatchesAtOnce = 2
/** How many ids may wait for a slow database. */
const maxWaiting = 20_000

/**
 * Reads links: all that are requested in one turn of the event loop with one query. Requests that wait for the same link share
 * one read.
 */
export class LinkReader {
  readonly #store: Pick<Store, 'all'>
  readonly #onRead: (id: string, found: StoredLink) => void
  /** Reads whose result may be cached, because the link has not changed since they began. */
  readonly #current = new Map<string, Wanted>()
  #waiting: Wanted[] = []
  #running = 0
  #isPlanned = false

  /** @param onRead receives each result, unless the link has changed since the read began */
  constructor(store: Pick<Store, 'all'>, onRead: (id: string, found: StoredLink) => void) {
    this.#store = store
    this.#onRead = onRead
  }

  /** @throws ApiError unavailable when the database does not respond */
  read(id: string): Promise<StoredLink> {
    const running = this.#current.get(id)
    if (running) return running.promise
    if (this.#waiting.length >= maxWaiting) return Promise.reject(databaseUnavailable(undefined))
    const wanted: Wanted = { id, ...Promise.withResolvers<StoredLink>() }
    this.#current.set(id, wanted)
    this.#waiting.push(wanted)
    this.#plan()
    return wanted.promise
  }

  /** A read in progress may be out of date: its result is not cached, and later requests read again. */
  changed(id: string): void {
    this.#current.delete(id)
  }

  /** As `changed`, for all links. */
  allChanged(): void {
    this.#current.clear()
  }

  #plan(): void {
    if (this.#isPlanned || this.#running >= maxBatchesAtOnce || this.#waiting.length === 0) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      void this.#readBatch(this.#waiting.splice(0, maxBatch))
      this.#plan()
    })
  }

  async #readBatch(batch: readonly Wanted[]): Promise<void> {
    this.#running += 1
    try {
      const ids = JSON.stringify([...new Set(batch.map(({ id }) => id))])
      const rows = await this.#store.all<RedirectRow>(redirectRows({ ids }))
      const found = new Map(rows.map((row) => [row.id, storedLink(row)]))
      for (const wanted of batch) this.#settle(wanted, found.get(wanted.id) ?? 'unknown')
    } catch (failure) {
      for (const wanted of batch) {
        if (this.#current.get(wanted.id) === wanted) this.#current.delete(wanted.id)
        wanted.reject(databaseUnavailable(failure))
      }
    } finally {
      this.#running -= 1
      this.#plan()
    }
  }

  #settle(wanted: Wanted, found: StoredLink): void {
    if (this.#current.get(wanted.id) === wanted) {
      this.#current.delete(wanted.id)
      this.#onRead(wanted.id, found)
    }
    wanted.resolve(found)
  }
}

function storedLink({ destination, forward_query, expires_at }: RedirectRow): StoredLink {
  if (destination === null) return 'gone'
  const location = locationOf(destination)
  if (location === undefined) return 'unknown'
  return {
    destination: location,
    expiresAt: expires_at === null ? undefined : Number(expires_at),
    forwardsQuery: asBoolean(forward_query),
  }
}

function databaseUnavailable(cause: unknown): ApiError {
  return new ApiError('unavailable', 'The link cannot be looked up right now. Try again in a moment.', {
    cause,
    retryAfterS: 1,
  })
}
