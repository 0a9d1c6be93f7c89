import type { Result } from '#generated/server/handlers.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'

/** Timetables change every few minutes, and requests are expensive. */
export const timetableAges: Ages = { freshMs: 2 * 60_000, maxAgeMs: 15 * 60_000 }

/** A flight of a timetable, as results have it. */
export type ScheduledFlight = Result<'flights.status'>['items'][number]
export type FlightStop = ScheduledFlight['departure']

/** One flight by its number, or a board of an airport. */
export type TimetableRequest =
  | { readonly flight: string }
  | { readonly airport: string; readonly direction: 'arrivals' | 'departures' }

export interface Timetable {
  readonly flights: readonly ScheduledFlight[]
  /** How many records the provider did not send. */
  readonly omitted: number
}

/** A flight as a provider lists it: once for each of its numbers. */
export interface ListedFlight {
  readonly flight: ScheduledFlight
  /** What all numbers of the same flight have in common; undefined if unknown. */
  readonly sameAs: string | undefined
  /** Whether this is the number of the airline that operates the flight. */
  readonly isOperator: boolean
}

/** Each flight once, under the number of its operator with the others as codeshares, the earliest first. */
export function withoutRepeats(listed: readonly ListedFlight[]): ScheduledFlight[] {
  const groups = new Map<string, ListedFlight[]>()
  for (const [index, each] of listed.entries()) {
    const key = each.sameAs ?? `alone ${index}`
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  const flights = [...groups.values()].map((group) => {
    const operated = group.find(({ isOperator }) => isOperator) ?? (group[0] as ListedFlight)
    const numbers = group.flatMap(({ flight }) => [flight.flight, ...flight.codeshares])
    const codeshares = [...new Set(numbers)].filter((number) => number !== operated.flight.flight)
    return { ...operated.flight, codeshares: codeshares.sort() }
  })
  return flights.sort((a, b) => compare(startOf(a), startOf(b)) || compare(a.flight, b.flight))
}

function startOf({ departure, arrival, day }: ScheduledFlight): string {
  return departure.scheduled ?? arrival.scheduled ?? day
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The IANA name of a zone; undefined if it is unknown. */
export function knownZone(name: string | null | undefined): string | undefined {
  if (!name) return undefined
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
