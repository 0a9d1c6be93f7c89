import { singleFlight } from '#runtime/base/once.ts'
import type { Store, StoreLog } from '#runtime/store/types.ts'
import { type Absence, AbsentLinks } from './absent-links.ts'
import { LinkChanges } from './link-changes.ts'
import { LinkReader, type StoredLink } from './link-reader.ts'
import { LinkTable } from './link-table.ts'

/** Another process's change is learned of at the latest this long after its commit. */
export const maxStaleMs = 1000
/** When links are being followed, other processes' changes are asked for this often. */
const askEveryMs = 400
/** Nothing is answered from memory without asking when the last answer was asked for longer ago than this. */
const trustedMs = 900
/** While the database does not answer, links in memory lead on for this long. */
const alonePatienceMs = 60_000
/** And nobody waits for it longer than this, nor tries again sooner. */
const silenceMs = 1000
/** How long "there is no such link" holds: a link that another process makes is found after that. */
const absenceMs = 900

interface LinkCacheOptions {
  readonly store: Pick<Store, 'all'>
  readonly maxBytes: number
  readonly log?: StoreLog | undefined
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed?: () => number
}

/**
 * Links by id, from memory where they are held. What this process changes is seen at once; what others change within
 * `maxStaleMs`, because they are asked before anything older is answered.
 */
export class LinkCache {
  readonly #table: LinkTable
  readonly #absent = new AbsentLinks(absenceMs)
  readonly #reader: LinkReader
  readonly #changes: LinkChanges
  readonly #elapsed: () => number
  readonly #log: StoreLog | undefined
  /** When the changes that are known by now were asked for. */
  #askedAt = Number.NEGATIVE_INFINITY
  #silentUntil = Number.NEGATIVE_INFINITY
  readonly #ask = singleFlight(() => this.#learn())

  constructor({ store, maxBytes, log, elapsed = () => performance.now() }: LinkCacheOptions) {
    this.#table = new LinkTable(maxBytes)
    this.#reader = new LinkReader(store, (id, found) => this.#keep(id, found))
    this.#changes = new LinkChanges(
      store,
      (id) => this.changed(id),
      () => this.#forgetAll(),
    )
    this.#elapsed = elapsed
    this.#log = log
  }

  /** How many links are held. */
  get size(): number {
    return this.#table.size
  }

  /** Bytes that they occupy. */
  get bytes(): number {
    return this.#table.bytes
  }

  /** What an id stands for, as far as that can be said from memory. */
  held(id: string): StoredLink | undefined {
    const now = this.#elapsed()
    const age = now - this.#askedAt
    if (age > trustedMs) return undefined
    if (age > askEveryMs) void this.#ask()
    return this.#table.get(id) ?? this.#absent.get(id, now)
  }

  /**
   * What an id stands for.
   *
   * @throws ApiError unavailable
   */
  async find(id: string): Promise<StoredLink> {
    const held = this.held(id)
    if (held !== undefined) return held
    if (this.#elapsed() - this.#askedAt > trustedMs) await this.#askFirst()
    return this.#table.get(id) ?? this.#absent.get(id, this.#elapsed()) ?? (await this.#reader.read(id))
  }

  /** Forgets what is held of a link, and what is just being read of it. */
  changed(id: string): void {
    this.#table.delete(id)
    this.#absent.delete(id)
    this.#reader.changed(id)
  }

  /** Resolves when nothing is being asked any more: before the store is closed. */
  idle(): Promise<void> {
    return this.#ask.idle()
  }

  /** Brings what is held up to date, or lets go of it where the database has been silent for too long. */
  async #askFirst(): Promise<void> {
    if (this.#elapsed() >= this.#silentUntil) await this.#askAWhile()
    if (this.#elapsed() - this.#askedAt > alonePatienceMs) this.#forgetAll()
  }

  /** Asks for changes; resolves when they are known, the database has failed, or it has been silent for too long. */
  async #askAWhile(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#silentUntil = this.#elapsed() + silenceMs
        resolve()
      }, silenceMs)
    })
    await Promise.race([this.#ask(), silence])
    clearTimeout(timer)
  }

  async #learn(): Promise<void> {
    const begunAt = this.#elapsed()
    try {
      await this.#changes.learn()
      this.#askedAt = begunAt
    } catch (error) {
      this.#silentUntil = this.#elapsed() + silenceMs
      this.#log?.warn({ err: error }, 'changes of links could not be learned')
    }
  }

  #keep(id: string, found: StoredLink): void {
    if (typeof found === 'object') this.#table.put(id, found)
    else this.#absent.put(id, found satisfies Absence, this.#elapsed())
  }

  #forgetAll(): void {
    this.#table.clear()
    this.#absent.clear()
    this.#reader.allChanged()
  }
}
