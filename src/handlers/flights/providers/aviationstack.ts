import { z } from 'zod'
import { iso } from '#runtime/base/clock.ts'
import { momentInZone } from '#runtime/base/zoned-time.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { timetableAges } from './providers.ts'
import {
  type FlightStop,
  knownZone,
  type ListedFlight,
  type ScheduledFlight,
  type Timetable,
  type TimetableSource,
  withoutRepeats,
} from './timetables.ts'

/** As many as one request may ask for: a flight counts once for each number that it is sold under. */
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
  .object({ pagination: z.object({ total: z.int().min(0), count: z.int().min(0) }), data: z.array(record) })
  .transform(
    ({ pagination, data }): Timetable => ({
      flights: withoutRepeats(data.flat()),
      omitted: Math.max(0, pagination.total - pagination.count),
    }),
  )

/** Names of the airlines that fly codeshares come in lower case: `british airways`. */
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

/** Times are those of clocks at the airport, though they say that they are UTC. Without its zone they mean nothing. */
function timeOf(name: 'scheduled' | 'estimated' | 'actual', text: string | null | undefined, zone: string | undefined) {
  if (!text || !zone) return {}
  const [local = ''] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(text) ?? []
  const ms = momentInZone(local, zone)
  return ms === undefined ? {} : { [name]: iso(ms) }
}

/** Timetables of AviationStack. */
export function aviationStackTimetables(provider: Provider): TimetableSource {
  return {
    provider,
    read(asker, question) {
      const what =
        'flight' in question
          ? { flight_iata: question.flight }
          : { [question.direction === 'arrivals' ? 'arr_iata' : 'dep_iata']: question.airport }
      return provider.read(asker, {
        path: '/v1/flights',
        query: { ...what, limit },
        reader: { json: timetable },
        ages: timetableAges,
      })
    },
  }
}
