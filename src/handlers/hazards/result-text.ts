import type { Provenance } from '#runtime/base/provenance.ts'
import type { Around } from './around.ts'

/** Items that a text describes. */
const maxDescribed = 15

/**
 * The text of a result.
 *
 * @param first what was found
 * @param sentences one for each item
 * @param cautions what to be aware of
 */
export function resultText(
  first: string,
  sentences: readonly string[],
  { total, stale, as_of: asOf }: Provenance & { readonly total: number },
  cautions: readonly string[] = [],
): string {
  const rest = total - Math.min(sentences.length, maxDescribed)
  return [
    first,
    ...sentences.slice(0, maxDescribed),
    ...(rest > 0 ? [`And ${rest} more.`] : []),
    ...cautions,
    ...(stale ? [`The provider cannot be reached. This data is from ${asOf}.`] : []),
  ].join(' ')
}

/** The depth of an earthquake in words. It is counted from sea level, so one in a mountain can be above it. */
export function depthText(depthKm: number): string {
  const km = Math.round(depthKm)
  if (km === 0) return 'near the surface'
  return km > 0 ? `${km} km deep` : `${-km} km above sea level`
}

export function counted(count: number, one: string, many: string): string {
  if (count === 0) return `No ${many}`
  return count === 1 ? `One ${one}` : `${count} ${many}`
}

export function within(around: Around | undefined): string {
  if (!around) return ''
  const of = around.place === undefined ? '' : ` of ${around.place}`
  return ` within ${around.withinKm} km${of}`
}

export function away(distanceKm: number | undefined): string[] {
  if (distanceKm === undefined) return []
  return [`${distanceKm < 10 ? distanceKm : Math.round(distanceKm)} km away`]
}
