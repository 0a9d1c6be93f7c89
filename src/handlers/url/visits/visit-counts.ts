import { randomBytes } from 'node:crypto'
import type { VisitRow } from '../rows/visits.ts'
import { deviceOf, devices, type VisitKind, visitorOf, visitors } from './visitors.ts'

const dayMs = 86_400_000
const kinds = visitors.length * devices.length

/** How many pairs of link and kind of visit, and of link and referrer, are counted between two writes. */
export interface CountBounds {
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
