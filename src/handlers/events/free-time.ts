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
    if (!slices.isOver) return
    await slices.next()
    signal.throwIfAborted()
  }
  const busy: BusyTimes[] = []
  for (const event of events) {
    await rest()
    busy.push(busyTimes(event, query, clockOf(event.timezone)))
  }
  const free: Span[] = []
  for (const day of workingDays(query, clockOf(timezone))) {
    const taken: Span[] = []
    for (const times of busy) {
      await rest()
      addTaken(taken, times, day)
    }
    free.push(...gaps(day, taken).filter(({ start, end }) => end - start >= minutes * minuteMs))
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
  /** The one after it; undefined at the end. */
  next: number | undefined
}

function busyTimes(event: BusyRow, { from, to }: FreeQuery, clock: WallClock): BusyTimes {
  const lengthMs = event.minutes * minuteMs
  const rest = recurrenceOf(event, clock).between(from - lengthMs, to)
  return { lengthMs, rest, last: Number.NEGATIVE_INFINITY, next: rest.next().value as number | undefined }
}

/**
 * Adds the occurrences that overlap a day. Of those that began before it, only the last matters, because all have the same
 * length.
 */
function addTaken(taken: Span[], times: BusyTimes, { start, end }: Span): void {
  const { lengthMs, rest } = times
  const read = (): number => {
    times.last = times.next as number
    times.next = rest.next().value as number | undefined
    return times.last
  }
  while (times.next !== undefined && times.next <= start) read()
  if (times.last + lengthMs > start) taken.push({ start: times.last, end: times.last + lengthMs })
  while (times.next !== undefined && times.next < end) {
    const at = read()
    taken.push({ start: at, end: at + lengthMs })
  }
}

function gaps({ start, end }: Span, taken: readonly Span[]): Span[] {
  const found: Span[] = []
  let at = start
  for (const span of taken.toSorted((a, b) => a.start - b.start)) {
    if (span.start > at) found.push({ start: at, end: Math.min(span.start, end) })
    at = Math.max(at, span.end)
    if (at >= end) return found
  }
  if (at < end) found.push({ start: at, end })
  return found
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
