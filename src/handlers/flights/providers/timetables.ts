import type { Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { lazily } from '#runtime/base/lazily.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'

/** A flight of a timetable, as answers show it. */
export type ScheduledFlight = Result<'flights.status'>['items'][number]
export type FlightStop = ScheduledFlight['departure']

/** What is asked of a timetable: one flight by its number, or a board of an airport. */
export type TimetableQuestion =
  | { readonly flight: string }
  | { readonly airport: string; readonly direction: 'arrivals' | 'departures' }

/** Flights of a timetable, and how many more the provider has. */
export interface Timetable {
  readonly flights: readonly ScheduledFlight[]
  /** Records that it did not send. */
  readonly omitted: number
}

/** A provider of timetables. */
export interface TimetableSource {
  readonly provider: Provider
  read(asker: Asker, question: TimetableQuestion): Promise<Provided<Timetable>>
}

/** A flight as a provider lists it: once for each number that it is sold under. */
export interface ListedFlight {
  readonly flight: ScheduledFlight
  /** What all numbers of the same flight have in common; undefined if that is not known. */
  readonly sameAs: string | undefined
  /** Whether this is the number of the airline that flies. */
  readonly isOperator: boolean
}

/** Flights once each: under the number of the airline that flies, with the others as codeshares, the earliest first. */
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

const zones = lazily(() => new Set(Intl.supportedValuesOf('timeZone')))

/** The IANA name of a zone; undefined for what is none. */
export function knownZone(name: string | null | undefined): string | undefined {
  if (!name) return undefined
  if (zones().has(name)) return name
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
