import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { attributionOf } from './providers/ordnance-survey.ts'
import type { HeldTiles } from './tiles/tile-cache.ts'
import { type Box, boxOf, maxOpenZoom, minZoom, showsBritain, type Tile, tilesOf } from './tiles/tile-grid.ts'

const maxTiles = 400
/** A ten-centimetre step. */
const decimals = 6

/** What the methods of maps work with. */
export interface MapWorld {
  readonly baseUrl: string
  readonly held: HeldTiles
  /** Whether there is a key, and whether it is one of the premium plan. */
  readonly canFetch: boolean
  readonly isPremium: boolean
  /** Whether pictures that are fetched are only examples. */
  readonly isExample: boolean
}

/** Whether a picture of this tile can be fetched. */
export function isFetchable(tile: Tile, { canFetch, isPremium }: Pick<MapWorld, 'canFetch' | 'isPremium'>): boolean {
  return canFetch && tile.z >= minZoom && (isPremium || tile.z <= maxOpenZoom) && showsBritain(tile)
}

/** `maps.tile`. */
export async function tile(
  world: MapWorld,
  { z = 0, x = 0, y = 0, style = 'road' }: CallArgs<'maps.tile'>,
  nowMs: number,
): Promise<Result<'maps.tile'>> {
  const last = 2 ** z - 1
  const faults = Object.entries({ x, y })
    .filter(([, value]) => value > last)
    .map(([path]) => ({ path, message: `must be at most ${last} at zoom ${z}` }))
  if (faults.length > 0) throw errorOfFaults(faults)
  const range = { west: x, east: x, north: y, south: y }
  const held = (await world.held.in(style, z, range)).size > 0
  const wanted = { style, z, x, y }
  return {
    url: addressOf(world.baseUrl, wanted),
    ...wanted,
    bounds: rounded(boxOf(range, z)),
    held,
    covered: held || isFetchable(wanted, world),
    attribution: attributionOf(nowMs, world.isExample),
  }
}

/** `maps.area`. */
export async function area(world: MapWorld, args: CallArgs<'maps.area'>, nowMs: number): Promise<Result<'maps.area'>> {
  const { north = 61, south = 49.8, east = 2, west = -8.7, zoom = 7, style = 'road' } = args
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
    const message = `makes ${total.toLocaleString('en-GB')} tiles of this box, of which at most ${maxTiles} are possible: take a smaller box or a lower zoom`
    throw errorOfFaults([{ path: 'zoom', message }])
  }
  const present = await world.held.in(style, zoom, range)
  const items = Array.from({ length: total }, (_, at) => {
    const wanted = { style, z: zoom, x: range.west + (at % columns), y: range.north + Math.floor(at / columns) }
    const held = present.has(`${wanted.x}/${wanted.y}`)
    const { x, y } = wanted
    return { url: addressOf(world.baseUrl, wanted), x, y, held, covered: held || isFetchable(wanted, world) }
  })
  return {
    items,
    total,
    columns,
    rows,
    held_count: present.size,
    zoom,
    style,
    bounds: rounded(boxOf(range, zoom)),
    attribution: attributionOf(nowMs, world.isExample),
  }
}

function addressOf(baseUrl: string, { style, z, x, y }: Tile): string {
  return `${baseUrl}/tiles/${style}/${z}/${x}/${y}.png`
}

function rounded({ north, south, east, west }: Box): Box {
  const round = (degrees: number) => Number(degrees.toFixed(decimals))
  return { north: round(north), south: round(south), east: round(east), west: round(west) }
}
