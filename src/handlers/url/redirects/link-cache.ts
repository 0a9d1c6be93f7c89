import { BoundedMap } from '#runtime/base/bounded-map.ts'
import { singleFlight } from '#runtime/base/once.ts'
import { ChangeLog } from '#runtime/store/change-log.ts'
import type { Store, StoreLog } from '#runtime/store/types.ts'
import { linkChanges } from '../rows/link-changes.ts'
import { type Absence, LinkReader, type StoredLink } from './link-reader.ts'
import { LinkTable } from './link-table.ts'

/** A change by another process is seen at most this long after its commit. */
export const maxStaleMs = 1000
/** While visits arrive, changes by other processes are polled this often. */
const pollEveryMs = 400
/** Nothing is served from memory when the last successful poll began longer ago than this. */
const maxPollAgeMs = 900
/** While the database does not respond, links in memory are served for this long. */
const maxOutageMs = 60_000
/** A visit waits at most this long for the database, and the next poll starts no sooner. */
const pollTimeoutMs = 1000
/** How long a missing id is cached: a link that another process creates is found after that. */
const absenceMs = 900
const maxAbsent = 4096

interface LinkCacheOptions {
  readonly store: Pick<Store, 'all'>
  readonly maxBytes: number
  readonly log?: StoreLog | undefined
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number
}

/**
 * Links by id, from memory where possible. Changes by this process are seen at once, changes by others within `maxStaleMs`,
 * because nothing older is served without polling the database first.
 */
export class LinkCache {
  readonly #table: LinkTable
  /** Apart from the links, so that trying ids at random evicts no link. */
  readonly #absent = new BoundedMap<string, { readonly absence: Absence; readonly until: number }>(maxAbsent)
  readonly #reader: LinkReader
  readonly #changes: ChangeLog
  readonly #elapsed: () => number
  readonly #log: StoreLog | undefined
  /** When the last successful poll for changes began. */
  #polledAt = Number.NEGATIVE_INFINITY
  #noPollUntil = Number.NEGATIVE_INFINITY
  readonly #poll = singleFlight(() => this.#pollChanges())

  constructor({ store, maxBytes, log, elapsed = () => performance.now() }: LinkCacheOptions) {
    this.#table = new LinkTable(maxBytes)
    this.#reader = new LinkReader(store, (id, found) => this.#store(id, found))
    this.#changes = new ChangeLog(store, linkChanges)
    this.#elapsed = elapsed
    this.#log = log
  }

  /** How many links are in memory. */
  get size(): number {
    return this.#table.size
  }

  /** Bytes that they use. */
  get bytes(): number {
    return this.#table.bytes
  }

  /** The link with this id, or why it is missing; undefined when only the database knows. */
  cached(id: string): StoredLink | undefined {
    const age = this.#elapsed() - this.#polledAt
    if (age > maxPollAgeMs) return undefined
    if (age > pollEveryMs) void this.#poll()
    return this.#inMemory(id)
  }

  /**
   * The link with this id, or why it is missing.
   *
   * @throws ApiError unavailable
   */
  async find(id: string): Promise<StoredLink> {
    const cached = this.cached(id)
    if (cached !== undefined) return cached
    if (this.#elapsed() - this.#polledAt > maxPollAgeMs) await this.#refresh()
    return this.#inMemory(id) ?? (await this.#reader.read(id))
  }

  /** Drops a link from memory, and any read of it in progress. Call it after the commit that changed the link. */
  changed(id: string): void {
    this.#table.delete(id)
    this.#absent.delete(id)
    this.#reader.changed(id)
  }

  /** Resolves when no poll is running. */
  idle(): Promise<void> {
    return this.#poll.idle()
  }

  #inMemory(id: string): StoredLink | undefined {
    const link = this.#table.get(id)
    if (link) return link
    const absent = this.#absent.get(id)
    return absent && this.#elapsed() < absent.until ? absent.absence : undefined
  }

  /** Brings the cache up to date, or clears it when the database has not responded for too long. */
  async #refresh(): Promise<void> {
    if (this.#elapsed() >= this.#noPollUntil) await this.#pollWithTimeout()
    if (this.#elapsed() - this.#polledAt > maxOutageMs) this.#clear()
  }

  /** Polls for changes; resolves when they are known, the poll has failed, or the timeout is over. */
  async #pollWithTimeout(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#noPollUntil = this.#elapsed() + pollTimeoutMs
        resolve()
      }, pollTimeoutMs)
    })
    await Promise.race([this.#poll(), timeout])
    clearTimeout(timer)
  }

  async #pollChanges(): Promise<void> {
    const startedAt = this.#elapsed()
    try {
      const changed = await this.#changes.poll()
      if (changed === 'unknown') this.#clear()
      else for (const id of changed) this.changed(id)
      this.#polledAt = startedAt
    } catch (error) {
      this.#noPollUntil = this.#elapsed() + pollTimeoutMs
      this.#log?.warn({ err: error }, 'link change poll failed')
    }
  }

  #store(id: string, found: StoredLink): void {
    if (typeof found === 'object') this.#table.put(id, found)
    else this.#absent.set(id, { absence: found, until: this.#elapsed() + absenceMs })
  }

  #clear(): void {
    this.#table.clear()
    this.#absent.clear()
    this.#reader.allChanged()
  }
}
