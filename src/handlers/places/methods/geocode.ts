import type { Handler } from '#generated/server/handlers.ts'
import { type ArgumentFault, invalidArgument } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { placeIn } from '#runtime/kit/place-argument.ts'
import type { PlacesDeps } from '../index.ts'
import { placesMatching } from '../providers/nominatim.ts'
import { coordinatesText, exampleText, stalenessText } from '../results.ts'

const maxItems = 20

export default ({ nominatim }: PlacesDeps): Handler<'places.geocode'> =>
  async ({ address }, ctx) => {
    if (address === undefined) throw invalidArgument('address', 'is required')
    const faults: ArgumentFault[] = []
    const argument = placeIn(address, 'address', faults)
    if (!argument) throw errorOfFaults(faults)
    const { data, provenance } = await placesMatching(nominatim, ctx, argument)
    const items = data.slice(0, maxItems)
    const [best] = items
    const text = best
      ? `${best.address} is at ${coordinatesText(best)}.${stalenessText(provenance)}`
      : `No place named ${quote(address.trim())} was found.`
    return { items, is_truncated: data.length > maxItems, text: `${text}${exampleText(provenance)}`, ...provenance }
  }
