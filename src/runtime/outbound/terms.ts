import type { Provenance } from '../base/provenance.ts'

/** The terms of all data from OpenStreetMap, from any server. */
export const openStreetMapTerms = { attribution: '© OpenStreetMap contributors', licence: 'ODbL 1.0' } as const

/** The terms of all data from Google Maps services. */
export const googleMapsTerms = { attribution: 'Google Maps' } as const

/**
 * The provenance of a result from several providers: source and time of the first, the attributions and
 * licences of all, and stale if any part is.
 */
export function together(first: Provenance, ...others: readonly (Provenance | undefined)[]): Provenance {
  const all = [first, ...others.filter((each) => each !== undefined)]
  const attribution = joined(all.map((each) => each.attribution))
  const licence = joined(all.map((each) => each.licence))
  return {
    source: first.source,
    as_of: first.as_of,
    stale: all.some(({ stale }) => stale),
    ...(attribution ? { attribution } : {}),
    ...(licence ? { licence } : {}),
  }
}

function joined(texts: readonly (string | undefined)[]): string {
  return [...new Set(texts.filter((text) => text !== undefined))].join('; ')
}
