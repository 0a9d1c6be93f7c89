import type { Handler } from '#generated/server/handlers.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { MapsDeps } from '../index.ts'
import { attributionOf } from '../providers/ordnance-survey.ts'
import { roundedBox, urlOf } from '../results.ts'
import { boxOf, isFetchable, tilesOf } from '../tiles/tile-grid.ts'

const maxTiles = 400

export default (deps: MapsDeps): Handler<'maps.area'> =>
  async ({ north = 61, south = 49.8, east = 2, west = -8.7, zoom = 7, style = 'road' }, ctx) => {
    const box = {
      north: Math.max(north, south),
      south: Math.min(north, south),
      east: Math.max(east, west),
      west: Math.min(east, west),
    }
    const range = tilesOf(box, zoom)
    const [columns, rows] = [range.east - range.west + 1, range.south - range.north + 1]
    const total = columns * rows
    if (total > maxTiles) {
      const message = `splits this box into ${total.toLocaleString('en-GB')} tiles, but at most ${maxTiles} are allowed: use a smaller box or a lower zoom`
      throw errorOfFaults([{ path: 'zoom', message }])
    }
    const cached = await deps.cache.among(style, zoom, range)
    const items = Array.from({ length: total }, (_, at) => {
      const [x, y] = [range.west + (at % columns), range.north + Math.floor(at / columns)]
      const tile = { style, z: zoom, x, y }
      const held = cached.has(`${x}/${y}`)
      return { url: urlOf(deps.baseUrl, tile), x, y, held, covered: held || isFetchable(tile, deps) }
    })
    return {
      items,
      total,
      columns,
      rows,
      held_count: cached.size,
      zoom,
      style,
      bounds: roundedBox(boxOf(range, zoom)),
      attribution: attributionOf(ctx.clock.now(), deps.provider),
    }
  }
