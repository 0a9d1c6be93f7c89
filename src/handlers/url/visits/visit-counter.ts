import { createSerial } from '#runtime/base/serial.ts'
import type { Store, StoreLog } from '#runtime/store/types.ts'
import { addUpShard, shardsToAddUp, type VisitRow, writeVisits } from '../rows/visits.ts'
import { type CountBounds, VisitCounts } from './visit-counts.ts'
import type { VisitKind } from './visitors.ts'

/** Visits are written this long after they were counted; the rest of a second is for the commit. */
const writeAfterMs = 500
/** The shortest interval between additions of written visits to the counts of links. */
const addUpAfterMs = 5000
/**
 * Adding up pauses nine times as long as it works, so that it uses at most a tenth of a processor. Under heavy load, each round
 * adds more visits.
 */
const pausePerWork = 9
/** How long a stopping server spends on adding up; the next server does the rest. */
const closingMs = 2000

interface VisitCounterOptions {
  readonly store: Store
  readonly log?: StoreLog | undefined
  readonly bounds?: Partial<CountBounds>
}

/**
 * Counts visits in memory, writes them twice a second in one small transaction, and from time to time adds the written ones
 * to the counts of links. A process that is killed loses only what it had not written.
 *
 * While the database fails, counted visits stay in memory, within the bounds of `VisitCounts`, and are written later.
 */
export class VisitCounter {
  readonly #store: Store
  readonly #log: StoreLog | undefined
  readonly #counts: VisitCounts
  /** Rows that may or may not have been written. */
  #unwritten: VisitRow[] = []
  #isFailing = false
  #writeTimer: NodeJS.Timeout | undefined
  #addUpTimer: NodeJS.Timeout | undefined
  /** The shards of this round that are still to be added up. */
  #shards: string[] = []
  /** Adding up can take long, and visits counted meanwhile must still be written. */
  readonly #writing = createSerial()
  readonly #addingUp = createSerial()
  #flush: Promise<void> | undefined
  #isClosed = false
  /** On the clock of `performance`: shards not added up by then are left to the next server. */
  #closesAt = Number.POSITIVE_INFINITY

  constructor({ store, log, bounds }: VisitCounterOptions) {
    this.#store = store
    this.#log = log
    this.#counts = new VisitCounts(bounds)
    // A killed process may have left written visits.
    this.#scheduleAddUp()
  }

  /**
   * Counts a visit.
   *
   * @param host of the page that linked here, for visits of people
   * @param now epoch milliseconds
   */
  add(id: string, kind: VisitKind, host: string | undefined, now: number): void {
    this.#counts.add(id, kind, host, now)
    if (this.#writeTimer === undefined) this.#scheduleWrite()
  }

  /** Resolves when everything counted before the call is in the counts of links. Rejects when the database fails. */
  flush(): Promise<void> {
    this.#flush ??= this.#writing
      .run(() => {
        // Visits counted from now on need another write.
        this.#flush = undefined
        return this.#write()
      })
      .then(() => this.#addingUp.run(() => this.#addUp()))
    return this.#flush
  }

  /** Writes and adds up all counted visits; those that cannot be written are logged as lost. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#writeTimer)
    clearTimeout(this.#addUpTimer)
    this.#closesAt = performance.now() + closingMs
    try {
      await this.#writing.run(() => this.#write())
      await this.#addingUp.run(() => this.#addUp())
    } catch (error) {
      this.#log?.warn({ err: error }, 'writing the last visits failed')
    }
  }

  #scheduleWrite(): void {
    if (this.#isClosed) return
    this.#writeTimer = setTimeout(() => {
      this.#writeTimer = undefined
      // The failure was logged, and the next attempt is scheduled.
      this.#writing.run(() => this.#write()).catch(() => undefined)
    }, writeAfterMs)
    this.#writeTimer.unref()
  }

  /** Adds up one shard after the other with pauses between them. */
  #scheduleAddUp(waitMs = addUpAfterMs): void {
    if (this.#isClosed || this.#addUpTimer !== undefined) return
    this.#addUpTimer = setTimeout(() => {
      this.#addUpTimer = undefined
      this.#addUpNext().catch((error: unknown) => {
        this.#log?.warn({ err: error }, 'adding up visits failed')
        this.#shards = []
        this.#scheduleAddUp()
      })
    }, waitMs)
    this.#addUpTimer.unref()
  }

  async #addUpNext(): Promise<void> {
    if (this.#shards.length === 0) this.#shards = await shardsToAddUp(this.#store)
    const shard = this.#shards.shift()
    if (shard === undefined) return
    const startedAt = performance.now()
    await this.#addingUp.run(() => addUpShard(this.#store, shard))
    this.#scheduleAddUp(this.#shards.length > 0 ? (performance.now() - startedAt) * pausePerWork : addUpAfterMs)
  }

  async #write(): Promise<void> {
    if (this.#unwritten.length > 0) await this.#writeRows(this.#unwritten)
    if (this.#counts.isEmpty) return
    const { rows, dropped } = this.#counts.take()
    if (dropped > 0) this.#log?.warn({ visits: dropped }, 'visits dropped')
    this.#unwritten = rows
    await this.#writeRows(rows)
  }

  async #writeRows(rows: readonly VisitRow[]): Promise<void> {
    try {
      await writeVisits(this.#store, rows)
    } catch (error) {
      if (!this.#isFailing) this.#log?.warn({ err: error }, 'writing visits failed')
      this.#isFailing = true
      if (this.#writeTimer === undefined) this.#scheduleWrite()
      throw error
    }
    this.#isFailing = false
    this.#unwritten = []
    this.#scheduleAddUp()
  }

  async #addUp(): Promise<void> {
    for (const shard of await shardsToAddUp(this.#store)) {
      await addUpShard(this.#store, shard)
      if (performance.now() > this.#closesAt) break
    }
  }
}
