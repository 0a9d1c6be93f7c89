import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { PlacesDeps } from '../index.ts'
import { placesNamed } from '../providers/nominatim.ts'
import { coordinatesText, stalenessText } from '../results.ts'

const maxItems = 20

export default ({ nominatim }: PlacesDeps): Handler<'places.geocode'> =>
  async ({ address }, ctx) => {
    if (address === undefined) throw invalidArgument('address', 'is required')
    const { data, provenance } = await placesNamed(nominatim, ctx, address)
    const items = data.slice(0, maxItems)
    const [best] = items
    const text = best
      ? `${best.address} is at ${coordinatesText(best)}.${stalenessText(provenance)}`
      : `No place named ${quote(address.trim())} was found.`
    return { items, is_truncated: data.length > maxItems, text, ...provenance }
  }
