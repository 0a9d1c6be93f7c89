import type { Handler } from '#generated/server/handlers.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { MapsDeps } from '../index.ts'
import { attributionOf } from '../providers/ordnance-survey.ts'
import { roundedBox, urlOf } from '../results.ts'
import { boxOf, isFetchable } from '../tiles/tile-grid.ts'

export default (deps: MapsDeps): Handler<'maps.tile'> =>
  async ({ z = 0, x = 0, y = 0, style = 'road' }, ctx) => {
    const last = 2 ** z - 1
    const faults = Object.entries({ x, y })
      .filter(([, value]) => value > last)
      .map(([path]) => ({ path, message: `must be at most ${last} at zoom ${z}` }))
    if (faults.length > 0) throw errorOfFaults(faults)
    const range = { west: x, east: x, north: y, south: y }
    const held = (await deps.cache.among(style, z, range)).size > 0
    const tile = { style, z, x, y }
    return {
      url: urlOf(deps.baseUrl, tile),
      ...tile,
      bounds: roundedBox(boxOf(range, z)),
      held,
      covered: held || isFetchable(tile, deps),
      attribution: attributionOf(ctx.clock.now(), deps.provider),
    }
  }
