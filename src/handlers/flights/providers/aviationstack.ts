import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import { momentInZone } from '#runtime/base/zoned-time.ts'
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

export const aviationStack: ProviderDescription = {
  name: 'aviationstack',
  source: 'AviationStack',
  attribution: 'Timetables from AviationStack',
  baseUrl: flightSettings.aviationStackBaseUrl,
  key: { setting: flightSettings.aviationStackKey, send: (key) => ({ query: { access_key: key } }) },
  pace: flightSettings.aviationStackPace,
  maxBytes: 4 * 1024 * 1024,
  // The smallest request; it counts as one of the month's requests.
  probe: { path: '/v1/flights', query: { limit: 1 } },
  examples: async () => (await import('./timetable-examples.ts')).aviationStackExamples,
}

/** The maximum of a request, in which a flight counts once for each of its numbers. */
const limit = 100

const states: Readonly<Record<string, ScheduledFlight['status']>> = {
  scheduled: 'scheduled',
  active: 'active',
  landed: 'landed',
  cancelled: 'cancelled',
  incident: 'incident',
  diverted: 'diverted',
}

const stop = z.object({
  airport: z.string().nullish(),
  timezone: z.string().nullish(),
  iata: z.string().nullish(),
  terminal: z.string().nullish(),
  gate: z.string().nullish(),
  baggage: z.string().nullish(),
  /** In minutes. */
  delay: z.number().nullish(),
  scheduled: z.iso.datetime({ offset: true, local: true }).nullish(),
  estimated: z.iso.datetime({ offset: true, local: true }).nullish(),
  actual: z.iso.datetime({ offset: true, local: true }).nullish(),
})

type Stop = z.output<typeof stop>

const record = z
  .object({
    flight_date: z.iso.date(),
    flight_status: z.string(),
    departure: stop,
    arrival: stop,
    airline: z.object({ name: z.string().nullish() }).nullish(),
    flight: z.object({
      iata: z.string().nullish(),
      icao: z.string().nullish(),
      codeshared: z.object({ flight_iata: z.string().nullish(), airline_name: z.string().nullish() }).nullish(),
    }),
    aircraft: z.object({ registration: z.string().nullish() }).nullish(),
  })
  .transform(({ flight_date, flight_status, departure, arrival, airline, flight, aircraft }): ListedFlight[] => {
    const number = (flight.iata ?? flight.icao)?.toUpperCase()
    const operatedAs = flight.codeshared?.flight_iata?.toUpperCase()
    if (!number) return []
    const name = titled(operatedAs ? flight.codeshared?.airline_name : airline?.name)
    return [
      {
        flight: {
          flight: operatedAs ?? number,
          ...(name ? { airline: name } : {}),
          codeshares: operatedAs ? [number] : [],
          day: flight_date,
          status: states[flight_status] ?? 'unknown',
          departure: stopOf(departure),
          arrival: stopOf(arrival),
          ...(aircraft?.registration ? { registration: aircraft.registration } : {}),
        },
        sameAs: [operatedAs ?? number, flight_date, departure.iata, departure.scheduled].join(' '),
        isOperator: !operatedAs,
      },
    ]
  })

const timetable = z
  .object({ pagination: z.object({ total: z.int().min(0), count: z.int().min(0) }), data: listOf(record) })
  .transform(
    ({ pagination, data }): Timetable => ({
      flights: withoutRepeats(data.flat()),
      omitted: Math.max(0, pagination.total - pagination.count),
    }),
  )

/** The operators of codeshares come in lower case: `british airways`. */
function titled(name: string | null | undefined): string | undefined {
  if (!name || name !== name.toLowerCase()) return name ?? undefined
  return name.replace(/(?<![\p{L}'])\p{L}/gu, (letter) => letter.toUpperCase())
}

function stopOf({
  airport,
  timezone,
  iata,
  terminal,
  gate,
  baggage,
  delay,
  scheduled,
  estimated,
  actual,
}: Stop): FlightStop {
  const zone = knownZone(timezone)
  return {
    ...(airport ? { airport } : {}),
    ...(iata ? { iata: iata.toUpperCase() } : {}),
    ...(zone ? { timezone: zone } : {}),
    ...timeOf('scheduled', scheduled, zone),
    ...timeOf('estimated', estimated, zone),
    ...timeOf('actual', actual, zone),
    ...(typeof delay === 'number' ? { delay_s: Math.round(delay * 60) } : {}),
    ...(terminal ? { terminal } : {}),
    ...(gate ? { gate } : {}),
    ...(baggage ? { baggage } : {}),
  }
}

/** Times are local to the airport although marked as UTC; without its zone they are meaningless. */
function timeOf(name: 'scheduled' | 'estimated' | 'actual', text: string | null | undefined, zone: string | undefined) {
  if (!text || !zone) return {}
  const [local = ''] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(text) ?? []
  const ms = momentInZone(local, zone)
  return ms === undefined ? {} : { [name]: iso(ms) }
}

/** The timetable of AviationStack. */
export function fetchFromAviationStack(
  provider: Provider,
  asker: Asker,
  request: TimetableRequest,
): Promise<Provided<Timetable>> {
  const filter =
    'flight' in request
      ? { flight_iata: request.flight }
      : { [request.direction === 'arrivals' ? 'arr_iata' : 'dep_iata']: request.airport }
  return provider.read(asker, {
    path: '/v1/flights',
    query: { ...filter, limit },
    reader: { json: timetable },
    ages: timetableAges,
  })
}
