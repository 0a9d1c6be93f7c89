import type { Args, Result } from '#generated/server/handlers.ts'
import { findPlace } from '#handlers/places/contracts.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import type { Point } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { type PlaceArgument, placeArgument } from '#runtime/kit/place-argument.ts'
import type { RoutesDeps } from '../index.ts'

/** An end of a route with its position. */
export interface End extends Point {
  /** Its name and address, or the coordinates. */
  readonly place: string
  /** Its name in a sentence. */
  readonly short: string
  /** Where its position comes from; undefined for coordinates. */
  readonly provenance?: Provenance | undefined
}

/**
 * Looks up an end of a route.
 *
 * @throws ApiError not_found for an unknown name
 */
export async function endOf(query: RoutesDeps['query'], asker: Asker, argument: PlaceArgument): Promise<End> {
  if ('point' in argument) {
    const { lat, lon } = argument.point
    const place = `${lat.toFixed(5)}, ${lon.toFixed(5)}`
    return { lat, lon, place, short: place }
  }
  const { name } = argument
  const end = await query(findPlace, { name, asker })
  if (!end)
    throw new ApiError(
      'not_found',
      `No place named ${quote(name)} was found. Use a more complete name, or coordinates.`,
    )
  return { ...end, short: end.place.split(',')[0] ?? end.place }
}

/** @param faults what is wrong is added */
export function startOf(
  { from, from_lat: lat, from_lon: lon }: Pick<Args<'routes.eta'>, 'from' | 'from_lat' | 'from_lon'>,
  faults: ArgumentFault[],
): PlaceArgument | undefined {
  return placeArgument({ name: from, lat, lon }, { name: 'from', lat: 'from_lat', lon: 'from_lon' }, faults)
}

export function endResult({ place, lat, lon }: End): Result<'routes.eta'>['from'] {
  return { place, lat, lon }
}
