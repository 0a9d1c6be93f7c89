import type { Point } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'

/** Coordinates to a metre: `51.53080, -0.12380`. */
export function coordinatesText({ lat, lon }: Point): string {
  return `${lat.toFixed(5)}, ${lon.toFixed(5)}`
}

/** A sentence to append to a text that is made from example data; empty for others. */
export function exampleText({ source }: Pick<Provenance, 'source'>): string {
  return source === 'example' ? ' This is example data, which has only capitals and a few other places.' : ''
}

/** A sentence to append to a text about stale data; empty for others. */
export function stalenessText({ stale, as_of: asOf }: Provenance): string {
  return stale ? ` The provider cannot be reached. This information is from ${asOf}.` : ''
}
