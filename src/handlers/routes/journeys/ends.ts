import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import type { Point } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { PlaceArgument } from '#runtime/kit/place-argument.ts'

/** An end of a route, where it is. */
export interface End extends Point {
  /** Its name and address, or the coordinates. */
  readonly place: string
  /** What to call it in a sentence. */
  readonly short: string
  /** Who knows where it is; undefined for coordinates. */
  readonly provenance?: Provenance | undefined
}

const found = z.object({
  place: z.string(),
  lat: z.number(),
  lon: z.number(),
  provenance: z.custom<Provenance>((value) => typeof value === 'object'),
})
const coordinates = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/

/**
 * Where an end of a route is.
 *
 * @throws ApiError not_found for a name that nothing has
 */
export async function endOf(ask: FamilyWorld['ask'], asker: Asker, argument: PlaceArgument): Promise<End> {
  if ('point' in argument) {
    const { lat, lon } = argument.point
    const place = `${lat.toFixed(5)}, ${lon.toFixed(5)}`
    return { lat, lon, place, short: place }
  }
  const { name } = argument
  const end = await ask('places.find', { name, asker }, found)
  if (!end) throw new ApiError('not_found', `No place is known as ${quote(name)}; give a fuller name, or coordinates.`)
  return { ...end, short: end.place.split(',')[0] ?? end.place }
}

/**
 * A destination of a list: a name, or coordinates such as `51.53,-0.12`.
 *
 * @param path of the argument
 * @param faults gets what is wrong
 */
export function destinationOf(text: string, path: string, faults: ArgumentFault[]): PlaceArgument {
  const parsed = coordinates.exec(text)
  if (!parsed) return { name: text.trim() }
  const [lat, lon] = [Number(parsed[1]), Number(parsed[2])]
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) {
    faults.push({ path, message: 'must be degrees north from -90 to 90 and degrees east from -180 to 180' })
  }
  return { point: { lat, lon } }
}
