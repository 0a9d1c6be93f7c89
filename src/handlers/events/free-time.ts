import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import type { BusyRow } from './rows.ts'
import { recurrenceOf } from './time/event-schedule.ts'
import { type WallClock, wallClockBetween } from './time/zones.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
/** Free periods that are returned. */
const maxPeriods = 1000
/** Free periods that the text lists. */
const maxListed = 20

export interface Span {
  readonly start: number
  readonly end: number
}

export interface FreeQuery {
  /** Epoch milliseconds, like all times here. */
  readonly from: number
  readonly to: number
  readonly minutes: number
  readonly dayStart: number
  readonly dayEnd: number
  readonly timezone: string
}

/** The working hours of each day between two moments, by the zone's clock. */
function* workingDays({ from, to, dayStart, dayEnd }: FreeQuery, clock: WallClock): Generator<Span> {
  const firstDay = Math.floor(clock.wallOf(from) / dayMs) - 1
  const lastDay = Math.floor(clock.wallOf(to) / dayMs) + 1
  let until = from
  for (let day = firstDay; day <= lastDay; day++) {
    const start = Math.max(clock.momentOf(day * dayMs + dayStart * 3_600_000), until)
    const end = Math.min(clock.momentOf(day * dayMs + dayEnd * 3_600_000), to)
    if (start >= end) continue
    // In a zone that skips a day, the next day's hours would come twice.
    until = end
    yield { start, end }
  }
}

/**
 * Free time within working hours: periods of at least the requested minutes without an event.
 *
 * @returns the first thousand periods, and whether there are more
 * @throws the reason of the signal
 */
export async function freeTime(
  query: FreeQuery,
  events: readonly BusyRow[],
  signal: AbortSignal,
): Promise<{ periods: Span[]; isTruncated: boolean }> {
  const { from, to, minutes, timezone } = query
  const clocks = new Map<string, WallClock>()
  const clockOf = (zone: string): WallClock => {
    const clock = clocks.get(zone) ?? wallClockBetween(zone, from, to)
    clocks.set(zone, clock)
    return clock
  }
  const slices = new Slices()
  const rest = async (): Promise<void> => {
    await slices.next()
    signal.throwIfAborted()
  }
  const busy: BusyTimes[] = []
  for (const event of events) {
    if (slices.isOver) await rest()
    busy.push(busyTimes(event, query, clockOf(event.timezone)))
  }
  const minMs = minutes * minuteMs
  const free: Span[] = []
  for (const day of workingDays(query, clockOf(timezone))) {
    if (slices.isOver) await rest()
    let left: Span[] = day.end - day.start >= minMs ? [day] : []
    for (const times of busy) {
      if (times.next >= day.end && times.last + times.lengthMs <= day.start) continue
      if (slices.isOver) await rest()
      left = without(left, takenOn(day, times), minMs)
      // The other events are read on as far as a later day with free time needs them.
      if (left.length === 0) break
    }
    free.push(...left)
    if (free.length > maxPeriods) break
  }
  return { periods: free.slice(0, maxPeriods), isTruncated: free.length > maxPeriods }
}

/** The occurrences of an event, read in order. */
interface BusyTimes {
  readonly lengthMs: number
  readonly rest: Iterator<number>
  /** The latest one that was read. */
  last: number
  /** The one after it; infinite at the end. */
  next: number
}

function busyTimes(event: BusyRow, { from, to }: FreeQuery, clock: WallClock): BusyTimes {
  const lengthMs = event.minutes * minuteMs
  const rest = recurrenceOf(event, clock).between(from - lengthMs, to)
  return { lengthMs, rest, last: Number.NEGATIVE_INFINITY, next: nextOf(rest) }
}

function nextOf(times: Iterator<number>): number {
  const { done, value } = times.next()
  return done ? Number.POSITIVE_INFINITY : value
}

/**
 * The occurrences that overlap a day, in order. Of those that began before it, only the last matters, because all have
 * the same length.
 */
function takenOn({ start, end }: Span, times: BusyTimes): Span[] {
  const { lengthMs, rest } = times
  const read = (): number => {
    times.last = times.next
    times.next = nextOf(rest)
    return times.last
  }
  const taken: Span[] = []
  while (times.next <= start) read()
  if (times.last + lengthMs > start) taken.push({ start: times.last, end: times.last + lengthMs })
  while (times.next < end) {
    const at = read()
    taken.push({ start: at, end: at + lengthMs })
  }
  return taken
}

/**
 * What is left of free periods between spans that are taken, in periods of at least `minMs`. Both are in order; spans may
 * overlap.
 */
function without(free: readonly Span[], taken: readonly Span[], minMs: number): Span[] {
  const left: Span[] = []
  let index = 0
  for (const { start, end } of free) {
    // Spans of one length that end before this period also end before the next.
    while (index < taken.length && (taken[index] as Span).end <= start) index += 1
    let at = start
    for (let next = index; next < taken.length && (taken[next] as Span).start < end; next++) {
      const span = taken[next] as Span
      if (span.start - at >= minMs) left.push({ start: at, end: span.start })
      at = span.end
    }
    if (end - at >= minMs) left.push({ start: at, end })
  }
  return left
}

/** Free time as text, in local time: `Monday 23 November 09:00 to 18:00`. */
export function freeText(spans: readonly Span[], timezone: string): string {
  if (spans.length === 0) return 'You have no free time in this period.'
  const day = format(timezone, { weekday: 'long', day: 'numeric', month: 'long' })
  const time = format(timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const listed = spans.slice(0, maxListed).map(({ start, end }) => `${day(start)} ${time(start)} to ${time(end)}`)
  const more = spans.length > maxListed ? `, and ${spans.length - maxListed} more` : ''
  return `Free: ${listed.join(', ')}${more}.`
}

function format(timeZone: string, options: Intl.DateTimeFormatOptions): (ms: number) => string {
  const formatter = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
  return (ms) => formatter.format(ms).replace(',', '')
}
