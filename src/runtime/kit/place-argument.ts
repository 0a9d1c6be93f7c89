import type { ArgumentFault } from '../base/errors.ts'
import type { Point } from '../base/geo.ts'

/** A place in a call: its coordinates, or a name that has to be looked up. */
export type PlaceArgument = { readonly point: Point } | { readonly name: string }

interface PlaceValues {
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

/**
 * The place of a call that takes a name or coordinates; if both are given, the coordinates.
 *
 * @param faults gets the faults: half a pair of coordinates, or neither a name nor coordinates
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
  else if (name !== undefined) return { name: name.trim() }
  else faults.push({ path: names.name, message: `is required unless ${names.lat} and ${names.lon} are given` })
  return undefined
}
