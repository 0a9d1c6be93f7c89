import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { distanceKm, type Point } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { PlaceArgument } from '#runtime/kit/place-argument.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { placeAt, placesNamed } from '../providers/nominatim.ts'

const maxItems = 20

/** `places.geocode`. */
export async function geocode(
  nominatim: Provider,
  { address }: CallArgs<'places.geocode'>,
  asker: Asker,
): Promise<Result<'places.geocode'>> {
  if (address === undefined) throw errorOfFaults([{ path: 'address', message: 'is required' }])
  const { data, provenance } = await placesNamed(nominatim, asker, address)
  const items = data.slice(0, maxItems)
  const [best] = items
  const text = best
    ? `${best.address} is at ${inWords(best)}.${staleness(provenance)}`
    : `No place is known as ${quote(address.trim())}.`
  return { items, is_truncated: data.length > maxItems, text, ...provenance }
}

/** `places.address`. */
export async function address(
  nominatim: Provider,
  { lat, lon }: CallArgs<'places.address'>,
  asker: Asker,
): Promise<Result<'places.address'>> {
  const { data, provenance } = await placeAt(nominatim, asker, { lat, lon })
  if (!data) throw new ApiError('not_found', `There is no address near ${inWords({ lat, lon })}.`)
  const { id: _id, bounds: _bounds, ...place } = data
  const distance_m = Math.round(distanceKm({ lat, lon }, place) * 1000)
  return { ...place, distance_m, text: `${place.address}.${staleness(provenance)}`, ...provenance }
}

/** A place that a call has named. */
export interface Located extends Point {
  /** Its name and address, or the coordinates. */
  readonly place: string
  /** Who knows where it is; undefined for coordinates. */
  readonly provenance?: Provenance
}

/** The place of this name that fits best; undefined if there is none. */
export async function bestMatch(nominatim: Provider, asker: Asker, name: string): Promise<Located | undefined> {
  const { data, provenance } = await placesNamed(nominatim, asker, name)
  const [best] = data
  return best && { place: best.address, lat: best.lat, lon: best.lon, provenance }
}

/**
 * Where a place is that a call names.
 *
 * @throws ApiError not_found for a name that nothing has
 */
export async function located(nominatim: Provider, asker: Asker, argument: PlaceArgument): Promise<Located> {
  if ('point' in argument) return { ...argument.point, place: inWords(argument.point) }
  const found = await bestMatch(nominatim, asker, argument.name)
  if (found) return found
  throw new ApiError('not_found', `No place is known as ${quote(argument.name)}; give a fuller name, or coordinates.`)
}

/** Coordinates to a metre: `51.53080, -0.12380`. */
export function inWords({ lat, lon }: Point): string {
  return `${lat.toFixed(5)}, ${lon.toFixed(5)}`
}

/** A sentence to append to a text about old data. */
export function staleness({ stale, as_of: asOf }: Provenance): string {
  return stale ? ` The provider cannot be reached; this was known at ${asOf}.` : ''
}
