import { createSerial } from '#runtime/base/serial.ts'
import type { Store, StoreLog } from '#runtime/store/types.ts'
import { type CountBounds, VisitCounts, type VisitRow } from './visit-counts.ts'
import { addUpShard, shardsWritten, writeVisits } from './visit-journal.ts'
import type { VisitKind } from './visitors.ts'

/** Visits are written down at the latest this long after they were counted; the rest of the second is for the commit. */
const writeAfterMs = 500
/** What is written down is added to the counts of links at the earliest this long after the last time. */
const addUpAfterMs = 5000
/**
 * Adding up rests nine times as long as it works: it takes a tenth of a processor at most, and where more links are
 * followed, there is more to add at once.
 */
const restPerWork = 9
/** What a stopping server spends on adding up; the next one does the rest. */
const closingMs = 2000

interface VisitCounterOptions {
  readonly store: Store
  readonly log?: StoreLog | undefined
  readonly bounds?: Partial<CountBounds>
}

/**
 * Counts visits in memory, writes them down twice a second in one small transaction, and adds what is written down to
 * the counts of links now and then. A process that is killed loses what it had not written down.
 *
 * While the database fails, what is counted is kept, within the bounds of `VisitCounts`, and written when it answers.
 */
export class VisitCounter {
  readonly #store: Store
  readonly #log: StoreLog | undefined
  readonly #counts: VisitCounts
  /** Rows of which it is not known that they were written. */
  #unwritten: VisitRow[] = []
  #isFailing = false
  #writeTimer: NodeJS.Timeout | undefined
  #addUpTimer: NodeJS.Timeout | undefined
  /** What is still to be added up of this round. */
  #shards: string[] = []
  /** Adding up can take long, and what is counted meanwhile must still be written down. */
  readonly #writing = createSerial()
  readonly #addingUp = createSerial()
  #flush: Promise<void> | undefined
  #isClosed = false
  /** On the clock of `performance`: what is not added up by then is left to the next server. */
  #closesAt = Number.POSITIVE_INFINITY

  constructor({ store, log, bounds }: VisitCounterOptions) {
    this.#store = store
    this.#log = log
    this.#counts = new VisitCounts(bounds)
    // A process that was killed may have left some.
    this.#planAddUp()
  }

  /**
   * Counts a visit.
   *
   * @param host of the page that linked here, of a person's visit
   * @param now epoch milliseconds
   */
  add(id: string, kind: VisitKind, host: string | undefined, now: number): void {
    this.#counts.add(id, kind, host, now)
    if (this.#writeTimer === undefined) this.#planWrite()
  }

  /** Resolves when everything counted before the call is in the counts of links. Rejects when the database fails. */
  flush(): Promise<void> {
    this.#flush ??= this.#writing
      .run(() => {
        // Whoever asks from now on may have counted something that is not written now.
        this.#flush = undefined
        return this.#write()
      })
      .then(() => this.#addingUp.run(() => this.#addUp()))
    return this.#flush
  }

  /** Writes what is counted and adds it up; what the database does not take is reported to the log as lost. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#writeTimer)
    clearTimeout(this.#addUpTimer)
    this.#closesAt = performance.now() + closingMs
    try {
      await this.#writing.run(() => this.#write())
      await this.#addingUp.run(() => this.#addUp())
    } catch (error) {
      this.#log?.warn({ err: error }, 'the last visits of links could not be written')
    }
  }

  #planWrite(): void {
    if (this.#isClosed) return
    this.#writeTimer = setTimeout(() => {
      this.#writeTimer = undefined
      // A failure is in the log, and the next attempt is planned.
      this.#writing.run(() => this.#write()).catch(() => undefined)
    }, writeAfterMs)
    this.#writeTimer.unref()
  }

  /** Adds up one shard after the other with rests between them. */
  #planAddUp(waitMs = addUpAfterMs): void {
    if (this.#isClosed || this.#addUpTimer !== undefined) return
    this.#addUpTimer = setTimeout(() => {
      this.#addUpTimer = undefined
      this.#addUpNext().catch((error: unknown) => {
        this.#log?.warn({ err: error }, 'visits of links could not be added up; they are kept')
        this.#shards = []
        this.#planAddUp()
      })
    }, waitMs)
    this.#addUpTimer.unref()
  }

  async #addUpNext(): Promise<void> {
    if (this.#shards.length === 0) this.#shards = await shardsWritten(this.#store)
    const shard = this.#shards.shift()
    if (shard === undefined) return
    const startedAt = performance.now()
    await this.#addingUp.run(() => addUpShard(this.#store, shard))
    this.#planAddUp(this.#shards.length > 0 ? (performance.now() - startedAt) * restPerWork : addUpAfterMs)
  }

  async #write(): Promise<void> {
    if (this.#unwritten.length > 0) await this.#writeRows(this.#unwritten)
    if (this.#counts.isEmpty) return
    const { rows, lost } = this.#counts.take()
    if (lost > 0)
      this.#log?.warn({ visits: lost }, 'visits of links were not counted: too many while the database was slow')
    this.#unwritten = rows
    await this.#writeRows(rows)
  }

  async #writeRows(rows: readonly VisitRow[]): Promise<void> {
    try {
      await writeVisits(this.#store, rows)
    } catch (error) {
      if (!this.#isFailing) this.#log?.warn({ err: error }, 'visits of links could not be written; they are kept')
      this.#isFailing = true
      if (this.#writeTimer === undefined) this.#planWrite()
      throw error
    }
    this.#isFailing = false
    this.#unwritten = []
    this.#planAddUp()
  }

  async #addUp(): Promise<void> {
    for (const shard of await shardsWritten(this.#store)) {
      await addUpShard(this.#store, shard)
      if (performance.now() > this.#closesAt) break
    }
  }
}
