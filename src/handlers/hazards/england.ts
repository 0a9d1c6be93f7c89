import { featuresContaining } from '@rapideditor/country-coder'
import type { IsInEngland } from './floods.ts'

/** The id of England at Wikidata, by which the borders name it. */
const england = 'Q21'

/** By borders that lie a little off the coast, so that beaches and harbours are inside. */
export const isInEngland: IsInEngland = ({ lat, lon }) =>
  featuresContaining([lon, lat]).some(({ properties }) => properties.wikidata === england)
