import type { CallArgs, Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { firstOf } from '#runtime/outbound/first-of.ts'
import type { FlightsDeps } from '../index.ts'
import { fetchFromAeroDataBox } from '../providers/aerodatabox.ts'
import { fetchFromAviationStack } from '../providers/aviationstack.ts'
import type { TimetableRequest } from '../providers/timetables.ts'
import { flightSettings } from '../settings.ts'
import { flightsInWords } from '../timetable-text.ts'

const maxItems = 20

export default ({ aeroDataBox, aviationStack }: FlightsDeps): Handler<'flights.status'> =>
  async (args, ctx) => {
    const request = requestOf(args)
    if (!aeroDataBox.isConfigured && !aviationStack.isConfigured) throw notConfigured()
    const choices = [
      { provider: aeroDataBox, read: () => fetchFromAeroDataBox(aeroDataBox, ctx, request) },
      { provider: aviationStack, read: () => fetchFromAviationStack(aviationStack, ctx, request) },
    ]
    const { data, provenance, isFree } = await firstOf(choices, ctx)
    if (isFree) ctx.charge(0)
    const { flights, omitted } = data
    if (flights.length === 0 && 'flight' in request) {
      throw new ApiError('not_found', `The current timetables do not contain flight ${request.flight}.`)
    }
    const items = flights.slice(0, maxItems)
    const total = flights.length + omitted
    const what = 'airport' in request ? `${request.direction} at ${request.airport}` : 'flights'
    const text = flightsInWords(items, { total, what, ...provenance })
    return { items, total, is_truncated: total > items.length, text, ...provenance }
  }

function requestOf({ flight, airport, direction = 'arrivals' }: CallArgs<'flights.status'>): TimetableRequest {
  if (flight !== undefined) return { flight: flight.replace(/\s+/g, '').toUpperCase() }
  if (airport !== undefined) return { airport: airport.toUpperCase(), direction }
  throw errorOfFaults([{ path: 'flight', message: 'is required unless airport is given' }])
}

function notConfigured(): OutboundFailure {
  const { aeroDataBoxKey, aviationStackKey } = flightSettings
  return new OutboundFailure(
    'not_configured',
    `No timetable provider is configured on this server. Set ${aeroDataBoxKey.name} or ${aviationStackKey.name}.`,
  )
}
