import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import type { Repeat } from './rows.ts'
import { Recurrence } from './time/recurrence.ts'
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

export interface BusyEvent {
  readonly startsAt: number
  readonly minutes: number
  readonly timezone: string
  readonly repeat: Repeat | null
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
  events: readonly BusyEvent[],
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
  const busy: { recurrence: Recurrence; lengthMs: number }[] = []
  for (const event of events) {
    await rest()
    busy.push({ recurrence: new Recurrence(event, clockOf(event.timezone)), lengthMs: event.minutes * minuteMs })
  }
  const free: Span[] = []
  for (const day of workingDays(query, clockOf(timezone))) {
    const taken: Span[] = []
    for (const { recurrence, lengthMs } of busy) {
      await rest()
      addTaken(taken, recurrence, lengthMs, day)
    }
    free.push(...gaps(day, taken).filter(({ start, end }) => end - start >= minutes * minuteMs))
    if (free.length > maxPeriods) break
  }
  return { periods: free.slice(0, maxPeriods), isTruncated: free.length > maxPeriods }
}

/**
 * Adds the occurrences that overlap a day. Of those that began before it, only the last matters, because all have the same
 * length.
 */
function addTaken(taken: Span[], recurrence: Recurrence, lengthMs: number, { start, end }: Span): void {
  const before = recurrence.lastUntil(start)
  if (before !== undefined && before + lengthMs > start) taken.push({ start: before, end: before + lengthMs })
  for (let at = recurrence.nextAfter(start); at !== undefined && at < end; at = recurrence.nextAfter(at)) {
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
