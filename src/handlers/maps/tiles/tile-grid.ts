import type { Result } from '#generated/server/handlers.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { touchesBritain } from './britain.ts'

export type MapStyle = Result<'maps.tile'>['style']
export type Box = Result<'maps.tile'>['bounds']

/** A tile of the usual web scheme: Web Mercator (EPSG:3857), counted from the north-west. */
export interface Tile {
  readonly style: MapStyle
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Tiles of one zoom level, both ends included. */
export interface TileRange {
  readonly west: number
  readonly east: number
  readonly north: number
  readonly south: number
}

/** The latitude at which a square map of the world ends. */
const maxLatitude = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI
/** The zoom levels of Ordnance Survey: those from 17 on are of the premium plan. */
export const minZoom = 7
const maxOpenZoom = 16

/** The tiles that cover a box with north >= south and east >= west. */
export function tilesOf({ north, south, east, west }: Box, z: number): TileRange {
  const count = 2 ** z
  const last = count - 1
  const range = {
    west: clamp(Math.floor(columnOf(west, count)), last),
    north: clamp(Math.floor(rowOf(north, count)), last),
    // An edge between two tiles belongs to the one inside the box.
    east: clamp(Math.ceil(columnOf(east, count)) - 1, last),
    south: clamp(Math.ceil(rowOf(south, count)) - 1, last),
  }
  return { ...range, east: Math.max(range.east, range.west), south: Math.max(range.south, range.north) }
}

/** The area that tiles show together. */
export function boxOf({ west, east, north, south }: TileRange, z: number): Box {
  const count = 2 ** z
  return {
    north: latitudeOf(north, count),
    south: latitudeOf(south + 1, count),
    east: longitudeOf(east + 1, count),
    west: longitudeOf(west, count),
  }
}

/** Whether the provider has a picture of this tile. @param isPremium whether its key is on the premium plan */
export function isFetchable(
  tile: Tile,
  { provider, isPremium }: { readonly provider: Pick<Provider, 'isConfigured'>; readonly isPremium: boolean },
): boolean {
  return provider.isConfigured && tile.z >= minZoom && (isPremium || tile.z <= maxOpenZoom) && showsBritain(tile)
}

/** Whether a tile shows a part of Great Britain, or of the sea close to it. */
export function showsBritain({ z, x, y }: Omit<Tile, 'style'>): boolean {
  return touchesBritain(boxOf({ west: x, east: x, north: y, south: y }, z))
}

function columnOf(lon: number, count: number): number {
  return ((lon + 180) / 360) * count
}

function rowOf(lat: number, count: number): number {
  const phi = (Math.max(-maxLatitude, Math.min(maxLatitude, lat)) * Math.PI) / 180
  return ((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * count
}

function longitudeOf(x: number, count: number): number {
  return (x / count) * 360 - 180
}

function latitudeOf(y: number, count: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / count))) * 180) / Math.PI
}

function clamp(index: number, last: number): number {
  return Math.max(0, Math.min(last, index))
}
