import { timeInZone } from '#runtime/base/zoned-time.ts'
import type { FlightStop, ScheduledFlight } from './providers/timetables.ts'

/** Flights that the text describes. */
const maxDescribed = 20

/** The text of `flights.status`. */
export function flightsInWords(
  flights: readonly ScheduledFlight[],
  { total, what, stale, as_of: asOf }: { total: number; what: string; stale: boolean; as_of: string },
): string {
  const rest = total - Math.min(flights.length, maxDescribed)
  return [
    ...(flights.length === 0 ? [`No ${what}.`] : flights.slice(0, maxDescribed).map(flightInWords)),
    ...(rest > 0 ? [`And ${rest} more.`] : []),
    ...(stale ? [`The provider cannot be reached. This data is from ${asOf}.`] : []),
  ].join(' ')
}

const beginnings: Readonly<Record<ScheduledFlight['status'], string>> = {
  scheduled: 'is scheduled',
  active: 'is under way',
  landed: 'has landed',
  cancelled: 'is cancelled',
  diverted: 'was diverted',
  incident: 'has an incident reported',
  unknown: 'has no known status',
}

function flightInWords(flight: ScheduledFlight): string {
  const { airline, codeshares, status, departure, arrival } = flight
  const sold = codeshares.length > 0 ? `, also ${codeshares.slice(0, 3).join(', ')}` : ''
  const name = `${flight.flight}${airline || sold ? ` (${[airline, sold.slice(2)].filter(Boolean).join(', ')})` : ''}`
  const legs = [
    leaves({ ...departure, day: flight.day }, status),
    arrives({ ...arrival, day: flight.day }, status),
  ].filter((leg) => leg !== undefined)
  const head = `${name} on ${dayText(flight.day)} ${flight.is_cancellation_possible ? 'may be cancelled' : beginnings[status]}`
  return legs.length === 0 ? `${head}.` : `${head}: it ${legs.join(', and ')}.`
}

/** A stop, with the day of the flight. */
type Leg = FlightStop & { readonly day: string }

function leaves(stop: Leg, status: ScheduledFlight['status']): string | undefined {
  const { scheduled, actual } = stop
  const from = placeOf(stop)
  if (status === 'cancelled') return scheduled && `was to leave${from} at ${clock(scheduled, stop)}`
  if (actual) return `left${from} at ${clock(actual, stop)}${lateness(stop)}`
  if (status !== 'scheduled') return scheduled && `was due to leave${from} at ${clock(scheduled, stop)}`
  return moving('leaves', from, stop)
}

function arrives(stop: Leg, status: ScheduledFlight['status']): string | undefined {
  const { scheduled, estimated, actual } = stop
  const at = placeOf(stop)
  if (status === 'cancelled') return undefined
  if (actual) return `arrived${at && ` at${at}`} at ${clock(actual, stop)}`
  if (status === 'active' && estimated) return `is expected${at && ` at${at}`} at ${clock(estimated, stop)}`
  if (status === 'diverted' || status === 'landed')
    return scheduled && `was due${at && ` at${at}`} at ${clock(scheduled, stop)}`
  return moving('arrives', at && ` at${at}`, stop)
}

/** `leaves Heathrow at 08:25, now expected at 08:39`. */
function moving(verb: string, where: string, { scheduled, estimated, ...stop }: Leg): string | undefined {
  if (!scheduled) return estimated && `${verb}${where} at about ${clock(estimated, stop)}`
  const isMoved = estimated !== undefined && estimated !== scheduled
  return `${verb}${where} at ${clock(scheduled, stop)}${isMoved ? `, now expected at ${clock(estimated, stop)}` : ''}`
}

/** The airport with its terminal and gate, after a space; empty if unknown. */
function placeOf({ airport, iata, terminal, gate }: FlightStop): string {
  const name = airport ?? iata
  if (!name) return ''
  return ` ${name}${terminal ? ` terminal ${terminal}` : ''}${gate ? ` gate ${gate}` : ''}`
}

function lateness({ delay_s: delay }: FlightStop): string {
  const minutes = Math.round((delay ?? 0) / 60)
  if (minutes === 0) return ''
  return `, ${Math.abs(minutes)} minute${Math.abs(minutes) === 1 ? '' : 's'} ${minutes > 0 ? 'late' : 'early'}`
}

/** In local time, with the day if it differs from that of the flight; in UTC if the zone is unknown. */
function clock(moment: string, { timezone = 'UTC', ...leg }: Pick<Leg, 'timezone' | 'day'>): string {
  const [localDay = '', time = ''] = timeInZone(Date.parse(moment), timezone).split('T')
  const zone = timezone === 'UTC' ? ' UTC' : ''
  return `${time.slice(0, 5)}${zone}${localDay === leg.day ? '' : ` on ${dayText(localDay)}`}`
}

/** `24 October` */
function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
}
