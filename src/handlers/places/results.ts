import type { Point } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'

/** Coordinates to a metre: `51.53080, -0.12380`. */
export function coordinatesText({ lat, lon }: Point): string {
  return `${lat.toFixed(5)}, ${lon.toFixed(5)}`
}

/** A sentence to append to a text about stale data; empty for others. */
export function stalenessText({ stale, as_of: asOf }: Provenance): string {
  return stale ? ` The provider cannot be reached. This information is from ${asOf}.` : ''
}
