import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { nearest, type Point } from '#runtime/base/geo.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Context } from '#runtime/calls/context.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { aircraftOf, nauticalMileKm, nearbyOf } from '../aircraft.ts'
import { counted, nearbyInWords, paragraph } from '../aircraft-text.ts'
import type { PositionSource } from '../providers/positions.ts'
import { airports } from '../reference/airports.ts'
import { lists } from '../reference/codes.ts'

const maxItems = 200
const maxTold = 20
const defaultNm = 30

interface Place extends Point {
  readonly place: string
}

const foundPlace = z.object({ place: z.string(), lat: z.number(), lon: z.number() })

/** `flights.overhead`. */
export async function overhead(
  { positions, ask }: { positions: PositionSource; ask: FamilyWorld['ask'] },
  { radius = defaultNm, ...named }: CallArgs<'flights.overhead'>,
  ctx: Context,
): Promise<Result<'flights.overhead'>> {
  const place = await placeOf(named, ask, ctx)
  const { data, asOfMs, provenance, isFree } = await positions.around(ctx, place, radius)
  if (isFree) ctx.charge(0)
  const { items, total } = nearest(data, place, { withinKm: radius * nauticalMileKm, max: maxItems })
  const known = await lists()
  const shown = items.map(({ thing, distanceKm }) => nearbyOf(aircraftOf(thing, asOfMs, known), place, distanceKm))
  const first = `${counted(total)} within ${radius} nautical miles of ${place.place}${total === 0 ? '' : ':'}`
  const text =
    total === 0
      ? paragraph(`${first}. Where there is no receiver nearby, none is heard.`, [], { total, ...provenance })
      : paragraph(first, shown.slice(0, maxTold).map(nearbyInWords), { total, ...provenance })
  return {
    items: shown,
    total,
    place: place.place,
    lat: place.lat,
    lon: place.lon,
    radius_nm: radius,
    text,
    ...provenance,
  }
}

/** @throws ApiError invalid_argument for half a pair of coordinates or nothing at all; not_found for an unknown name */
async function placeOf(
  { near, lat, lon }: Omit<CallArgs<'flights.overhead'>, 'radius'>,
  ask: FamilyWorld['ask'],
  ctx: Context,
): Promise<Place> {
  if (lat !== undefined && lon !== undefined) return { place: `${lat.toFixed(4)}, ${lon.toFixed(4)}`, lat, lon }
  if (lat !== undefined) throw errorOfFaults([{ path: 'lon', message: 'is required together with lat' }])
  if (lon !== undefined) throw errorOfFaults([{ path: 'lat', message: 'is required together with lon' }])
  if (near === undefined) throw errorOfFaults([{ path: 'near', message: 'is required unless lat and lon are given' }])
  const table = await airports()
  const airport = isCode(near) ? table.byCode(near) : /airport/i.test(near) ? table.find(near) : undefined
  if (airport) return { place: airport.name, lat: airport.lat, lon: airport.lon }
  const named = await namedPlace(near, ask, ctx)
  if (named.place) return named.place
  const served = table.find(near)
  if (served) return { place: served.name, lat: served.lat, lon: served.lon }
  if (named.failure) throw named.failure
  throw new ApiError('not_found', `No place or airport is known as ${quote(near)}; give a fuller name, or lat and lon.`)
}

/** A name in mixed case, such as Lima, is no code, though LIMA is one. */
function isCode(text: string): boolean {
  const trimmed = text.trim()
  return /^(?:[A-Z]{3,4}|[a-z]{3,4})$/.test(trimmed)
}

/** The place of this name, where another family knows places; and why it could not be asked. */
async function namedPlace(
  name: string,
  ask: FamilyWorld['ask'],
  ctx: Context,
): Promise<{ place?: Place | undefined; failure?: OutboundFailure }> {
  try {
    return { place: await ask('places.find', { name: name.trim(), asker: ctx }, foundPlace) }
  } catch (failure) {
    if (!(failure instanceof OutboundFailure) || ctx.signal.aborted) throw failure
    return { failure }
  }
}
