import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import { iso, parseTime } from '#runtime/base/clock.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'
import { flightSettings } from '../settings.ts'
import {
  type FlightStop,
  knownZone,
  type ListedFlight,
  type ScheduledFlight,
  type Timetable,
  type TimetableRequest,
  timetableAges,
  withoutRepeats,
} from './timetables.ts'

export const aeroDataBox: ProviderDescription = {
  name: 'aerodatabox',
  source: 'AeroDataBox',
  attribution: 'Timetables from AeroDataBox',
  baseUrl: flightSettings.aeroDataBoxBaseUrl,
  key: {
    setting: flightSettings.aeroDataBoxKey,
    // Each of its two marketplaces reads one of them.
    send: (key) => ({ headers: { 'x-api-market-key': key, 'x-rapidapi-key': key } }),
  },
  pace: flightSettings.aeroDataBoxPace,
  maxBytes: 4 * 1024 * 1024,
  probe: { path: '/airports/Iata/LHR' },
  examples: async () => (await import('./timetable-examples.ts')).aeroDataBoxExamples,
}

/** The period of a board, which may be at most 12 hours. */
const board = { offsetMinutes: -120, durationMinutes: 720 }

const states: Readonly<Record<string, ScheduledFlight['status']>> = {
  Expected: 'scheduled',
  CheckIn: 'scheduled',
  Boarding: 'scheduled',
  GateClosed: 'scheduled',
  Delayed: 'scheduled',
  Departed: 'active',
  EnRoute: 'active',
  Approaching: 'active',
  Arrived: 'landed',
  Canceled: 'cancelled',
  Diverted: 'diverted',
}

/** A moment in UTC and in local time: `2026-10-09 07:25Z`, `2026-10-09 08:25+01:00`. */
const time = z.object({
  utc: z.string().transform((text, { addIssue }) => {
    const ms = parseTime(text.replace(' ', 'T').replace(/T(\d\d:\d\d)(?=Z|[+-])/, 'T$1:00'))
    if (ms === undefined) addIssue('is not a time')
    return ms ?? 0
  }),
  local: z.string().regex(/^\d{4}-\d\d-\d\d/),
})

const movement = z.object({
  airport: z
    .object({
      iata: z.string().nullish(),
      name: z.string().nullish(),
      shortName: z.string().nullish(),
      timeZone: z.string().nullish(),
    })
    .nullish(),
  scheduledTime: time.nullish(),
  revisedTime: time.nullish(),
  predictedTime: time.nullish(),
  runwayTime: time.nullish(),
  terminal: z.string().nullish(),
  gate: z.string().nullish(),
  baggageBelt: z.string().nullish(),
})

type Movement = z.output<typeof movement>

const flight = z
  .object({
    number: z.string(),
    callSign: z.string().nullish(),
    status: z.string(),
    codeshareStatus: z.string(),
    departure: movement.nullish(),
    arrival: movement.nullish(),
    aircraft: z.object({ reg: z.string().nullish() }).nullish(),
    airline: z.object({ name: z.string().nullish() }).nullish(),
  })
  .transform(({ number, callSign, status, codeshareStatus, departure, arrival, aircraft, airline }): ListedFlight[] => {
    const day = dayOf(departure) ?? dayOf(arrival)
    if (day === undefined) return []
    const registration = aircraft?.reg?.trim()
    const legs = { departure: stopOf(departure), arrival: stopOf(arrival) }
    // All numbers of a flight have the same aircraft, places and time.
    const who = registration ?? (callSign || undefined)
    const start = departure?.scheduledTime ?? arrival?.scheduledTime
    return [
      {
        flight: {
          flight: number.replace(/\s+/g, '').toUpperCase(),
          ...(airline?.name ? { airline: airline.name } : {}),
          codeshares: [],
          day,
          status: states[status] ?? 'unknown',
          ...(status === 'CanceledUncertain' ? { is_cancellation_possible: true } : {}),
          ...legs,
          ...(registration ? { registration } : {}),
        },
        sameAs: who && start ? [who, start.utc, legs.departure.iata, legs.arrival.iata].join(' ') : undefined,
        isOperator: codeshareStatus !== 'IsCodeshared',
      },
    ]
  })

const flights = listOf(flight).transform((listed) => timetableOf(listed.flat()))
/** A board has the list of the requested direction; the other one is absent or empty. */
const boards = z
  .object({ departures: listOf(flight).nullish(), arrivals: listOf(flight).nullish() })
  .refine(({ departures, arrivals }) => departures || arrivals, 'has neither departures nor arrivals')
  .transform(({ departures, arrivals }) => timetableOf([...(departures ?? []), ...(arrivals ?? [])].flat()))

function timetableOf(listed: readonly ListedFlight[]): Timetable {
  return { flights: withoutRepeats(listed), omitted: 0 }
}

function dayOf(stop: Movement | null | undefined): string | undefined {
  return (stop?.scheduledTime ?? stop?.revisedTime ?? stop?.predictedTime ?? stop?.runwayTime)?.local.slice(0, 10)
}

/** Only times at the runway are actual; revised times at gates may be estimates. */
function stopOf(stop: Movement | null | undefined): FlightStop {
  if (!stop) return {}
  const { airport, scheduledTime, revisedTime, predictedTime, runwayTime, terminal, gate, baggageBelt } = stop
  const estimated = revisedTime ?? predictedTime
  const zone = knownZone(airport?.timeZone)
  const name = airport?.shortName ?? airport?.name
  return {
    ...(name ? { airport: name } : {}),
    ...(airport?.iata ? { iata: airport.iata } : {}),
    ...(zone ? { timezone: zone } : {}),
    ...(scheduledTime ? { scheduled: iso(scheduledTime.utc) } : {}),
    ...(estimated ? { estimated: iso(estimated.utc) } : {}),
    ...(runwayTime ? { actual: iso(runwayTime.utc) } : {}),
    ...(scheduledTime && revisedTime ? { delay_s: Math.round((revisedTime.utc - scheduledTime.utc) / 1000) } : {}),
    ...(terminal ? { terminal } : {}),
    ...(gate ? { gate } : {}),
    ...(baggageBelt ? { baggage: baggageBelt } : {}),
  }
}

/** The timetable of AeroDataBox. */
export function fetchFromAeroDataBox(
  provider: Provider,
  asker: Asker,
  request: TimetableRequest,
): Promise<Provided<Timetable>> {
  const common = { ages: timetableAges, absent: { statuses: [204, 404], data: { flights: [], omitted: 0 } } }
  if ('flight' in request) {
    const path = `/flights/Number/${encodeURIComponent(request.flight)}`
    return provider.read<Timetable>(asker, { path, reader: { json: flights }, ...common })
  }
  return provider.read<Timetable>(asker, {
    path: `/flights/airports/Iata/${request.airport}`,
    query: {
      ...board,
      direction: request.direction === 'arrivals' ? 'Arrival' : 'Departure',
      withLeg: true,
      withCancelled: true,
      withCodeshared: true,
      withCargo: false,
      withPrivate: false,
    },
    reader: { json: boards },
    ...common,
  })
}
