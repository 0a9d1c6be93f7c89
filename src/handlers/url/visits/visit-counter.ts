import { randomBytes } from 'node:crypto'
import { createSerial } from '#runtime/base/serial.ts'
import type { Store, StoreLog } from '#runtime/store/types.ts'
import { addUpShard, shardsToAddUp, type VisitRow, writeVisits } from '../rows/visits.ts'
import { deviceOf, devices, type VisitKind, visitorOf, visitors } from './visitors.ts'

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
  /** How long after the start to add up what killed processes have written, in ms. */
  readonly firstAddUpMs?: number | undefined
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
  /** When the timer ends, on the clock of `performance`. */
  #addUpAt = Number.POSITIVE_INFINITY
  /** The shards of this round that are still to be added up. */
  #shards: string[] = []
  /** Adding up can take long, and visits counted meanwhile must still be written. */
  readonly #writing = createSerial()
  readonly #addingUp = createSerial()
  #flush: Promise<void> | undefined
  #isClosed = false
  /** On the clock of `performance`: shards not added up by then are left to the next server. */
  #closesAt = Number.POSITIVE_INFINITY

  constructor({ store, log, bounds, firstAddUpMs }: VisitCounterOptions) {
    this.#store = store
    this.#log = log
    this.#counts = new VisitCounts(bounds)
    // A killed process may have left written visits.
    this.#scheduleAddUp(firstAddUpMs)
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
    const at = performance.now() + waitMs
    if (this.#isClosed || this.#addUpAt <= at) return
    clearTimeout(this.#addUpTimer)
    this.#addUpAt = at
    this.#addUpTimer = setTimeout(() => {
      this.#addUpAt = Number.POSITIVE_INFINITY
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

const dayMs = 86_400_000
const kinds = visitors.length * devices.length

/** How many pairs of link and kind of visit, and of link and referrer, are counted between two writes. */
interface CountBounds {
  readonly visits: number
  readonly referrers: number
}

const defaultBounds: CountBounds = { visits: 400_000, referrers: 50_000 }

/** Visits of one day, by link. */
class DayCounts {
  readonly day: number
  readonly byKind = Array.from({ length: kinds }, () => new Map<string, number>())
  /** By id, a space and the host; neither contains a space. */
  readonly byReferrer = new Map<string, number>()

  constructor(day: number) {
    this.day = day
  }
}

/**
 * Counts visits in memory until `take`. Beyond its bounds it counts only pairs that it already has, and the number of dropped
 * visits.
 */
export class VisitCounts {
  readonly #bounds: CountBounds
  #days: DayCounts[] = []
  #today: DayCounts | undefined
  #visits = 0
  #referrers = 0
  #dropped = 0

  constructor(bounds: Partial<CountBounds> = {}) {
    this.#bounds = { ...defaultBounds, ...bounds }
  }

  get isEmpty(): boolean {
    return this.#visits === 0
  }

  /**
   * @param host of the page that linked here, for visits of people
   * @param now epoch milliseconds
   */
  add(id: string, kind: VisitKind, host: string | undefined, now: number): void {
    const day = Math.floor(now / dayMs)
    const today = this.#today?.day === day ? this.#today : this.#dayOf(day)
    const counts = today.byKind[kind] as Map<string, number>
    const count = counts.get(id)
    if (count === undefined) {
      if (this.#visits >= this.#bounds.visits) {
        this.#dropped += 1
        return
      }
      this.#visits += 1
    }
    counts.set(id, (count ?? 0) + 1)
    if (host !== undefined) this.#addReferrer(today, `${id} ${host}`)
  }

  #addReferrer({ byReferrer }: DayCounts, key: string): void {
    const count = byReferrer.get(key)
    if (count === undefined) {
      if (this.#referrers >= this.#bounds.referrers) return
      this.#referrers += 1
    }
    byReferrer.set(key, (count ?? 0) + 1)
  }

  #dayOf(day: number): DayCounts {
    let counts = this.#days.find((each) => each.day === day)
    if (!counts) {
      counts = new DayCounts(day)
      this.#days.push(counts)
    }
    this.#today = counts
    return counts
  }

  /** All counts as rows to write, and how many visits were dropped. Counting starts again from zero. */
  take(): { rows: VisitRow[]; dropped: number } {
    const days = this.#days
    const dropped = this.#dropped
    this.#days = []
    this.#today = undefined
    this.#visits = 0
    this.#referrers = 0
    this.#dropped = 0
    const rows = days.flatMap(({ day, byKind, byReferrer }) => [
      ...byKind.flatMap((counts, kind) => rowsOf(counts, day, visitorOf(kind), deviceOf(kind))),
      ...rowsOf(byReferrer, day, null, null),
    ])
    return { rows, dropped }
  }
}

const processPart = randomBytes(12).toString('base64url')
let rowCount = 0

/** One row per first character; ids and hosts need no escaping in JSON. */
function rowsOf(
  counts: ReadonlyMap<string, number>,
  day: number,
  visitor: string | null,
  device: string | null,
): VisitRow[] {
  const texts = new Map<string, string>()
  for (const [key, count] of counts) {
    const shard = key[0] as string
    const text = texts.get(shard)
    texts.set(shard, `${text === undefined ? '{' : `${text},`}"${key}":${count}`)
  }
  return [...texts].map(([shard, text]) => {
    rowCount += 1
    return { id: `${processPart}.${rowCount.toString(36)}`, shard, day, visitor, device, counts: `${text}}` }
  })
}
