import type { Box, Tile } from './tiles/tile-grid.ts'

/** A ten-centimetre step. */
const decimals = 6

/** The public address of a tile's picture. */
export function urlOf(baseUrl: string, { style, z, x, y }: Tile): string {
  return `${baseUrl}/tiles/${style}/${z}/${x}/${y}.png`
}

export function roundedBox({ north, south, east, west }: Box): Box {
  const round = (degrees: number) => Number(degrees.toFixed(decimals))
  return { north: round(north), south: round(south), east: round(east), west: round(west) }
}
