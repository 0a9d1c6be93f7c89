import type { Handler } from '#generated/server/handlers.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { placeArgument } from '#runtime/kit/place-argument.ts'
import { together } from '#runtime/outbound/terms.ts'
import type { PlacesDeps } from '../index.ts'
import { locate } from '../providers/nominatim.ts'
import { elevationAt, resolutionM } from '../providers/open-meteo.ts'
import { coordinatesText, stalenessText } from '../results.ts'

const feetPerMetre = 3.280_839_895

export default ({ nominatim, openMeteo }: PlacesDeps): Handler<'places.elevation'> =>
  async ({ place, lat, lon }, ctx) => {
    const faults: ArgumentFault[] = []
    const argument = placeArgument({ name: place, lat, lon }, { name: 'place', lat: 'lat', lon: 'lon' }, faults)
    if (!argument) throw errorOfFaults(faults)
    const at = await locate(nominatim, ctx, argument)
    const found = await elevationAt(openMeteo, ctx, at)
    const height = found.data
    if (height === null) throw new ApiError('not_found', `No elevation is known for ${coordinatesText(at)}.`)
    const provenance = together(found.provenance, at.provenance)
    return {
      ...('name' in argument ? { place: at.place } : {}),
      lat: at.lat,
      lon: at.lon,
      height_m: height,
      height_ft: Math.round(height * feetPerMetre),
      resolution_m: resolutionM,
      text: `${at.place} is ${heightText(height)}.${stalenessText(provenance)}`,
      ...provenance,
    }
  }

function heightText(metres: number): string {
  if (Math.abs(metres) < 1) return 'at sea level'
  const [m, ft] = [metres, metres * feetPerMetre].map((height) => Math.round(Math.abs(height)).toLocaleString('en-GB'))
  return `${m} m (${ft} ft) ${metres > 0 ? 'above' : 'below'} sea level`
}
