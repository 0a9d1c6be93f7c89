import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { placeArgument } from '#runtime/kit/place-argument.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { together } from '#runtime/outbound/terms.ts'
import { placeAges } from '../providers/providers.ts'
import { inWords, located, staleness } from './find.ts'

/** Of the model, which has a value for every three seconds of arc. */
const resolutionM = 90
/** About 11 metres: finer than the model. */
const decimals = 4
const feetPerMetre = 3.280_839_895

const reader = { json: z.object({ elevation: z.tuple([z.number().min(-500).max(9000).nullable()]) }) }

/** `places.elevation`. */
export async function elevation(
  { nominatim, openMeteo }: { nominatim: Provider; openMeteo: Provider },
  { place, lat, lon }: CallArgs<'places.elevation'>,
  asker: Asker,
): Promise<Result<'places.elevation'>> {
  const faults: ArgumentFault[] = []
  const argument = placeArgument({ name: place, lat, lon }, { name: 'place', lat: 'lat', lon: 'lon' }, faults)
  if (!argument) throw errorOfFaults(faults)
  const at = await located(nominatim, asker, argument)
  const query = { latitude: at.lat.toFixed(decimals), longitude: at.lon.toFixed(decimals) }
  const answer = await openMeteo.read(asker, { path: '/v1/elevation', query, reader, ages: placeAges })
  const [height] = answer.data.elevation
  if (height === null) throw new ApiError('not_found', `No elevation is known at ${inWords(at)}.`)
  const provenance = together(answer.provenance, at.provenance)
  return {
    ...('name' in argument ? { place: at.place } : {}),
    lat: at.lat,
    lon: at.lon,
    height_m: height,
    height_ft: Math.round(height * feetPerMetre),
    resolution_m: resolutionM,
    text: `${at.place} is ${heightInWords(height)}.${staleness(provenance)}`,
    ...provenance,
  }
}

function heightInWords(metres: number): string {
  if (Math.abs(metres) < 1) return 'at sea level'
  const [m, ft] = [metres, metres * feetPerMetre].map((height) => Math.round(Math.abs(height)).toLocaleString('en-GB'))
  return `${m} m (${ft} ft) ${metres > 0 ? 'above' : 'below'} sea level`
}
