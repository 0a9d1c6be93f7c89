import type { ArgumentFault } from '../base/errors.ts'
import type { Point } from '../base/geo.ts'

/** A place in a call: its coordinates, or a name that has to be looked up. */
export type PlaceArgument = { readonly point: Point } | { readonly name: string }

interface PlaceValues {
  /** A name, or coordinates as text. */
  readonly name?: string | undefined
  readonly lat?: number | undefined
  readonly lon?: number | undefined
}

/** The names of the arguments: `from`, `from_lat`, `from_lon`. */
interface PlaceNames {
  readonly name: string
  readonly lat: string
  readonly lon: string
}

const numbers = /^\s*([+-]?\d{1,3}(?:\.\d{1,15})?)(?:\s*[,;]\s*|\s+)([+-]?\d{1,3}(?:\.\d{1,15})?)\s*$/

/**
 * A place given as text: a name, or coordinates such as `51.53,-0.12`.
 *
 * @param path of the argument
 * @param faults gets the fault of coordinates that are out of range
 * @returns undefined if there is one
 */
export function placeIn(text: string, path: string, faults: ArgumentFault[]): PlaceArgument | undefined {
  const [, lat, lon] = numbers.exec(text) ?? []
  if (lat === undefined) return { name: text.trim() }
  const point = { lat: Number(lat), lon: Number(lon) }
  if (Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180) return { point }
  faults.push({ path, message: 'must be a name, or a latitude from -90 to 90 and a longitude from -180 to 180' })
  return undefined
}

/**
 * The place of a call that takes a text and coordinates; if both are given, the coordinates.
 *
 * @param faults gets the faults: half a pair of coordinates, coordinates out of range, or no place
 * @returns undefined if there are faults
 */
export function placeArgument(
  { name, lat, lon }: PlaceValues,
  names: PlaceNames,
  faults: ArgumentFault[],
): PlaceArgument | undefined {
  if (lat !== undefined && lon !== undefined) return { point: { lat, lon } }
  if (lat !== undefined) faults.push({ path: names.lon, message: `is required together with ${names.lat}` })
  else if (lon !== undefined) faults.push({ path: names.lat, message: `is required together with ${names.lon}` })
  else if (name !== undefined) return placeIn(name, names.name, faults)
  else faults.push({ path: names.name, message: `is required unless ${names.lat} and ${names.lon} are given` })
  return undefined
}
