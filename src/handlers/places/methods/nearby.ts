import type { Handler } from '#generated/server/handlers.ts'
import type { ArgumentFault } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { placeArgument } from '#runtime/kit/place-argument.ts'
import type { PlacesDeps } from '../index.ts'
import { searchNearby } from '../nearby/search.ts'
import { locate } from '../providers/nominatim.ts'

export default (deps: PlacesDeps): Handler<'places.nearby'> =>
  async ({ near, lat, lon, query, radius_m: radius }, ctx) => {
    const faults: ArgumentFault[] = []
    const argument = placeArgument({ name: near, lat, lon }, { name: 'near', lat: 'lat', lon: 'lon' }, faults)
    if (!argument) throw errorOfFaults(faults)
    const centre = await locate(deps.nominatim, ctx, argument)
    const { result, isFree } = await searchNearby(deps, { centre, radius, query }, ctx, ctx.clock.now())
    if (isFree) ctx.charge(0)
    return result
  }
