import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { firstOf } from '#runtime/outbound/first-of.ts'
import type { TimetableQuestion, TimetableSource } from '../providers/timetables.ts'
import { flightSettings } from '../settings.ts'
import { flightsInWords } from '../timetable-text.ts'

const maxItems = 20

/**
 * `flights.status`.
 *
 * @param sources are asked in this order
 */
export async function status(
  sources: readonly TimetableSource[],
  args: CallArgs<'flights.status'>,
  ctx: Context,
): Promise<Result<'flights.status'>> {
  const question = questionOf(args)
  if (!sources.some(({ provider }) => provider.isConfigured)) throw notConfigured()
  const choices = sources.map((source) => ({ provider: source.provider, read: () => source.read(ctx, question) }))
  const { data, provenance, isFree } = await firstOf(choices, ctx)
  if (isFree) ctx.charge(0)
  const { flights, omitted } = data
  if (flights.length === 0 && 'flight' in question) {
    throw new ApiError('not_found', `No flight ${question.flight} is in the timetables of these days.`)
  }
  const items = flights.slice(0, maxItems)
  const total = flights.length + omitted
  const what = 'airport' in question ? `${question.direction} at ${question.airport}` : 'flights'
  return {
    items,
    total,
    is_truncated: total > items.length,
    text: flightsInWords(items, { total, what, ...provenance }),
    ...provenance,
  }
}

function questionOf({ flight, airport, direction = 'arrivals' }: CallArgs<'flights.status'>): TimetableQuestion {
  if (flight !== undefined) return { flight: flight.replace(/\s+/g, '').toUpperCase() }
  if (airport !== undefined) return { airport: airport.toUpperCase(), direction }
  throw errorOfFaults([{ path: 'flight', message: 'is required unless airport is given' }])
}

function notConfigured(): OutboundFailure {
  const { aeroDataBoxKey, aviationStackKey } = flightSettings
  return new OutboundFailure(
    'not_configured',
    `No timetables of flights are configured on this server: set ${aeroDataBoxKey.name} or ${aviationStackKey.name}.`,
  )
}
