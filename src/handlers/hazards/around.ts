import { findPlace } from '#handlers/places/contracts.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import type { Point } from '#runtime/base/geo.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { placeArgument } from '#runtime/kit/place-argument.ts'
import type { HazardsDeps } from './index.ts'

/** A point and a distance around it. */
export interface Around {
  readonly point: Point
  readonly withinKm: number
  /** Its name and address; undefined for coordinates. */
  readonly place?: string
}

interface AroundArgs {
  readonly near?: string | undefined
  readonly lat?: number | undefined
  readonly lon?: number | undefined
  readonly within_km?: number | undefined
}

/**
 * The place of a call's `near`, or `lat` and `lon`, and its `within_km`; undefined for a call without a place.
 *
 * @param defaultKm the distance for a call without `within_km`
 * @throws ApiError invalid_argument for a place given in both ways or only in part, and for `within_km` without a
 * place; not_found for an unknown name
 */
export async function aroundPlace(
  { query }: Pick<HazardsDeps, 'query'>,
  asker: Asker,
  { near, lat, lon, within_km }: AroundArgs,
  defaultKm: number,
): Promise<Around | undefined> {
  const hasPoint = lat !== undefined || lon !== undefined
  const faults: ArgumentFault[] = []
  if (near === undefined && !hasPoint) {
    if (within_km === undefined) return undefined
    faults.push({ path: 'within_km', message: 'needs a place: set near, or lat and lon' })
  } else if (near !== undefined && hasPoint) {
    faults.push({ path: 'near', message: 'must not be given together with lat and lon' })
  }
  if (faults.length > 0) throw errorOfFaults(faults)
  const argument = placeArgument({ name: near, lat, lon }, { name: 'near', lat: 'lat', lon: 'lon' }, faults)
  if (!argument) throw errorOfFaults(faults)
  const withinKm = within_km ?? defaultKm
  if ('point' in argument) return { point: argument.point, withinKm }
  const { name } = argument
  const found = await query(findPlace, { name, asker })
  if (found) return { point: { lat: found.lat, lon: found.lon }, withinKm, place: found.place }
  throw new ApiError('not_found', `No place named ${quote(name)} was found. Use a more complete name, or lat and lon.`)
}
