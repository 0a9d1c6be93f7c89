import { once } from '#runtime/base/once.ts'
import type { IsInEngland } from './providers/environment-agency.ts'

/** The id of England at Wikidata, by which the borders name it. */
const england = 'Q21'

/** Loaded with the first question: the borders of the world take 25 MB, which few servers ever need. */
const borders = once(() => import('@rapideditor/country-coder'))

/** By borders that lie a little off the coast, so that beaches and harbours are inside. */
export const isInEngland: IsInEngland = async ({ lat, lon }) => {
  const { featuresContaining } = await borders()
  return featuresContaining([lon, lat]).some(({ properties }) => properties.wikidata === england)
}
