import type { Args, Handler } from '#generated/server/handlers.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import { nearest, type Point } from '#runtime/base/geo.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Context } from '#runtime/calls/context.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { placeArgument } from '#runtime/kit/place-argument.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { findPlace } from '../../places/contracts.ts'
import { aircraftOf, nauticalMileKm, nearbyOf } from '../aircraft.ts'
import { nearbyInWords, resultText } from '../aircraft-text.ts'
import type { FlightsDeps } from '../index.ts'
import { fetchAround } from '../providers/positions.ts'
import { airports } from '../reference/airports.ts'
import { codes } from '../reference/codes.ts'

const maxItems = 200
const maxDescribed = 20

interface Place extends Point {
  readonly place: string
}

export default (deps: FlightsDeps): Handler<'flights.overhead'> =>
  async ({ radius_nm: radius, ...named }, ctx) => {
    const { place, lat, lon } = await placeOf(named, deps.query, ctx)
    const { data, asOfMs, provenance, isFree } = await fetchAround(deps, ctx, { lat, lon }, radius)
    if (isFree) ctx.charge(0)
    const center = { lat, lon }
    const { items: found, total } = nearest(data, center, { withinKm: radius * nauticalMileKm, max: maxItems })
    const known = await codes()
    const items = found.map(({ thing, distanceKm }) => nearbyOf(aircraftOf(thing, asOfMs, known), center, distanceKm))
    const what = `${countOf(total)} within ${radius} nautical miles of ${place}`
    const first = total > 0 ? `${what}:` : `${what}. Aircraft are visible only near a receiver.`
    const sentences = items.slice(0, maxDescribed).map(nearbyInWords)
    const text = resultText([first, ...sentences], { rest: total - sentences.length, ...provenance })
    return { items, total, place, lat, lon, radius_nm: radius, text, ...provenance }
  }

/** @throws ApiError invalid_argument for an incomplete place; not_found for an unknown name */
async function placeOf(
  { near, lat, lon }: Omit<Args<'flights.overhead'>, 'radius_nm'>,
  query: FlightsDeps['query'],
  ctx: Context,
): Promise<Place> {
  const faults: ArgumentFault[] = []
  const argument = placeArgument({ name: near, lat, lon }, { name: 'near', lat: 'lat', lon: 'lon' }, faults)
  if (!argument) throw errorOfFaults(faults)
  if ('point' in argument) {
    const { point } = argument
    return { place: `${point.lat.toFixed(4)}, ${point.lon.toFixed(4)}`, ...point }
  }
  const { name } = argument
  const table = await airports()
  const airport = isCode(name) ? table.byCode(name) : /airport/i.test(name) ? table.find(name) : undefined
  if (airport) return { place: airport.name, lat: airport.lat, lon: airport.lon }
  const named = await namedPlace(name, query, ctx)
  if (named.place) return named.place
  const served = table.find(name)
  if (served) return { place: served.name, lat: served.lat, lon: served.lon }
  if (named.failure) throw named.failure
  throw new ApiError(
    'not_found',
    `No place or airport matches ${quote(name)}. Use a more complete name, or lat and lon.`,
  )
}

/** `One aircraft`, `3 aircraft`, `No aircraft` */
function countOf(count: number): string {
  return `${count === 0 ? 'No' : count === 1 ? 'One' : count} aircraft`
}

/** LIMA is a code; a name in mixed case, such as Lima, is not. */
function isCode(text: string): boolean {
  return /^(?:[A-Z]{3,4}|[a-z]{3,4})$/.test(text)
}

/** The place with a name, or why the query failed. */
async function namedPlace(
  name: string,
  query: FlightsDeps['query'],
  ctx: Context,
): Promise<{ place?: Place | undefined; failure?: OutboundFailure }> {
  try {
    return { place: await query(findPlace, { name, asker: ctx }) }
  } catch (failure) {
    if (!(failure instanceof OutboundFailure) || ctx.signal.aborted) throw failure
    return { failure }
  }
}
