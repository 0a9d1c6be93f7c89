import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { distanceKm } from '#runtime/base/geo.ts'
import type { PlacesDeps } from '../index.ts'
import { placeAt } from '../providers/nominatim.ts'
import { coordinatesText, stalenessText } from '../results.ts'

export default ({ nominatim }: PlacesDeps): Handler<'places.address'> =>
  async ({ lat, lon }, ctx) => {
    const { data, provenance } = await placeAt(nominatim, ctx, { lat, lon })
    if (!data) throw new ApiError('not_found', `There is no address near ${coordinatesText({ lat, lon })}.`)
    const { id: _id, bounds: _bounds, ...place } = data
    const distance_m = Math.round(distanceKm({ lat, lon }, place) * 1000)
    return { ...place, distance_m, text: `${place.address}.${stalenessText(provenance)}`, ...provenance }
  }
