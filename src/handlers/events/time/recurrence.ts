import type { Repeat } from '../rows.ts'
import { lastMoment } from './moments.ts'
import { type Rule, RuleFault } from './rule.ts'
import { isOnceADay, timesOfRule } from './rule-times.ts'
import { type WallClock, wallClock } from './zones.ts'

const dayMs = 86_400_000
/** A COUNT that ends later than this is no end: 100 years. */
const maxCountedMs = 36_525 * dayMs

/** When an event happens. Moments are in epoch milliseconds. */
export interface Schedule {
  /** The first occurrence, regardless of the rule. */
  readonly startsAt: number
  readonly rule?: Rule
  /** The last moment of the rule; it replaces the rule's own end. */
  readonly endsAt?: number
  /** Occurrences that do not take place. */
  readonly excluded?: readonly number[]
  /** Occurrences besides those of the rule; none is before the first. */
  readonly added?: readonly number[]
}

/**
 * The occurrences of an event. They are counted by the zone's clock from the first occurrence, so that a clock change does not
 * affect later occurrences. Plain hours are counted in UTC.
 */
export class Recurrence {
  readonly #schedule: Schedule
  readonly #clock: WallClock
  readonly #excluded: ReadonlySet<number>
  readonly #given: readonly number[]

  constructor(schedule: Schedule, clock: WallClock) {
    this.#schedule = schedule
    this.#clock = schedule.rule && isCountedInUtc(schedule.rule) ? wallClock('UTC') : clock
    this.#excluded = new Set(schedule.excluded)
    const added = (schedule.added ?? []).filter((at) => at > schedule.startsAt)
    this.#given = [schedule.startsAt, ...added].sort((a, b) => a - b)
  }

  /** The first occurrence after a moment, up to the year 9999. */
  nextAfter(ms: number): number | undefined {
    for (const at of this.between(ms + 1, lastMoment + 1)) return at
    return undefined
  }

  /** The occurrences from one moment until before another, in order. */
  between(from: number, to: number): Generator<number> {
    const given = this.#given.filter((at) => at >= from && at < to)
    const ofRule = this.#ofRule(from, to)
    return given.length === 0 && this.#excluded.size === 0 ? ofRule : this.#withGiven(ofRule, given)
  }

  *#withGiven(ofRule: Generator<number>, given: readonly number[]): Generator<number> {
    let last = Number.NEGATIVE_INFINITY
    for (const at of merged(ofRule, given)) {
      if (at === last || this.#excluded.has(at)) continue
      last = at
      yield at
    }
  }

  *#ofRule(from: number, to: number): Generator<number> {
    const { startsAt, rule, endsAt = lastMoment } = this.#schedule
    const end = Math.min(to, endsAt + 1, lastMoment + 1)
    const begin = Math.max(from, startsAt + 1)
    if (!rule || begin >= end) return
    const clock = this.#clock
    const wall = clock.wallOf(begin)
    // A time that the clock skipped within the last day takes place later than the clock shows.
    const skipped = Math.max(0, wall - clock.wallOf(begin - dayMs) - dayMs)
    let last = startsAt
    const isOnce = isOnceADay(rule)
    for (const times of timesOfRule(rule, clock.wallOf(startsAt), wall - skipped, clock.wallOf(end) + dayMs)) {
      const moments = isOnce ? undefined : this.#inOrder(times)
      for (let index = 0; index < times.length; index++) {
        const at = moments ? (moments[index] as number) : clock.momentOf(times[index] as number)
        if (at >= end) return
        // Two local times can be the same moment, where the clock skipped an hour or a day.
        if (at < begin || at <= last) continue
        last = at
        yield at
      }
    }
  }

  #inOrder(times: readonly number[]): number[] {
    return times.map((time) => this.#clock.momentOf(time)).sort((a, b) => a - b)
  }
}

/** Whether a rule counts hours in UTC: a clock change then neither repeats nor skips one. */
export function isCountedInUtc({ frequency, hours, weekdays, monthDays, months }: Rule): boolean {
  return frequency === 'HOURLY' && ![hours, weekdays, monthDays, months].some(Boolean)
}

function* merged(one: Generator<number>, other: readonly number[]): Generator<number> {
  let index = 0
  for (const at of one) {
    for (let next = other[index]; next !== undefined && next <= at; next = other[++index]) yield next
    yield at
  }
  yield* other.slice(index)
}

/**
 * The last moment of a rule.
 *
 * @returns undefined for one without an end
 * @throws RuleFault if the rule never occurs
 */
export function endOf(rule: Rule, startsAt: number, clock: WallClock): number | undefined {
  const { count, until } = rule
  if (until) {
    const ms = Math.min(lastMoment, until.isLocal ? clock.momentOf(until.ms) : until.ms)
    if (ms < startsAt) throw new RuleFault('must have UNTIL after the first occurrence')
    return ms
  }
  if (count === 1) return startsAt
  const following = new Recurrence({ startsAt, rule }, clock).between(startsAt + 1, startsAt + maxCountedMs)
  let found = 1
  for (const at of following) {
    found += 1
    if (count === undefined) return undefined
    if (found === count) return at
  }
  if (found === 1) throw new RuleFault('must have an occurrence after the first')
  return undefined
}

/**
 * The rule of a plain repetition. Monthly is on the last day of a month that is too short.
 *
 * @param wall the first occurrence, by the zone's clock
 */
export function ruleOfRepeat(repeat: Repeat, wall: number): Rule {
  const plain = { interval: 1, weekStart: 1 } as const
  if (repeat === 'hourly') return { frequency: 'HOURLY', ...plain }
  if (repeat === 'daily') return { frequency: 'DAILY', ...plain }
  if (repeat === 'weekly') return { frequency: 'WEEKLY', ...plain }
  const day = new Date(wall).getUTCDate()
  if (day <= 28) return { frequency: 'MONTHLY', ...plain }
  const monthDays = [28, 29, 30, 31].filter((each) => each <= day)
  return { frequency: 'MONTHLY', ...plain, monthDays, positions: [-1] }
}
