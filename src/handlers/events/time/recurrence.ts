import type { Repeat } from '../rows.ts'
import { lastMoment } from './moments.ts'
import type { WallClock } from './zones.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How many occurrences a zone can shift a local time: Samoa skipped a whole day. */
const maxShift = 2

/** When an event happens. */
export interface Rule {
  /** The first occurrence, in epoch milliseconds. */
  readonly startsAt: number
  readonly repeat: Repeat | null
}

/**
 * The occurrences of an event. Hours are counted in UTC; days, weeks and months by the zone's clock from the first occurrence,
 * so that a clock change or a short month does not affect later occurrences.
 */
export class Recurrence {
  readonly #rule: Rule
  readonly #clock: WallClock
  /** The first occurrence, by the zone's clock. */
  readonly #wall: number

  constructor(rule: Rule, clock: WallClock) {
    this.#rule = rule
    this.#clock = clock
    this.#wall = rule.repeat === null || rule.repeat === 'hourly' ? 0 : clock.wallOf(rule.startsAt)
  }

  /** The first occurrence after a moment, up to the year 9999. */
  nextAfter(ms: number): number | undefined {
    const { startsAt, repeat } = this.#rule
    if (ms < startsAt) return startsAt
    if (repeat === null) return undefined
    for (let index = Math.max(1, this.#indexNear(ms) - maxShift); ; index++) {
      const at = this.#at(index)
      if (at > lastMoment) return undefined
      if (at > ms) return at
    }
  }

  /** The last occurrence at or before a moment, if any. */
  lastUntil(ms: number): number | undefined {
    const { startsAt, repeat } = this.#rule
    if (ms < startsAt) return undefined
    if (repeat === null) return startsAt
    for (let index = this.#indexNear(ms) + maxShift; index > 0; index--) {
      const at = this.#at(index)
      if (at <= ms) return at
    }
    return startsAt
  }

  #at(index: number): number {
    const { startsAt, repeat } = this.#rule
    if (index === 0) return startsAt
    switch (repeat) {
      case 'hourly':
        return startsAt + index * hourMs
      case 'daily':
        return this.#clock.momentOf(this.#wall + index * dayMs)
      case 'weekly':
        return this.#clock.momentOf(this.#wall + index * 7 * dayMs)
      default:
        return this.#clock.momentOf(addMonths(this.#wall, index))
    }
  }

  /** The index of an occurrence at most `maxShift` from the one at this moment. */
  #indexNear(ms: number): number {
    const { startsAt, repeat } = this.#rule
    if (repeat === 'hourly') return Math.floor((ms - startsAt) / hourMs)
    if (repeat === 'daily') return Math.floor((ms - startsAt) / dayMs)
    if (repeat === 'weekly') return Math.floor((ms - startsAt) / (7 * dayMs))
    const [from, to] = [new Date(startsAt), new Date(ms)]
    return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  }
}

/** The same day and time some months later; in a shorter month, on its last day. */
function addMonths(wall: number, months: number): number {
  const date = new Date(wall)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
