import type { Point } from '#runtime/base/geo.ts'
import type { Box } from './tile-grid.ts'

/**
 * Great Britain with its islands, from Scilly to Shetland and St Kilda, and about fifteen kilometres of sea around them;
 * less in the straits towards Ireland, Man and France, which are outside. Drawn for this project along the coast, and tested
 * against the outlines of Natural Earth. Latitude and longitude, clockwise from the south-west.
 */
const corners = `
  49.72 -6.65, 50.05 -6.65, 50.3 -5.9, 50.65 -5.3, 51.1 -4.95, 51.45 -5.2, 51.55 -5.85, 51.85 -5.85, 52.1 -5.35,
  52.75 -5.1, 53.3 -4.98, 53.56 -4.65, 53.5 -3.9, 53.95 -3.6, 54.4 -3.95, 54.53 -4.4, 54.5 -5.05, 54.8 -5.36,
  55.1 -5.62, 55.24 -5.93, 55.43 -6.2, 55.5 -6.75, 55.95 -6.9, 56.15 -7.35, 56.6 -7.9, 57.0 -8, 57.65 -8.9,
  58 -8.9, 58.45 -7.8, 59.2 -6.45, 59.3 -5.8, 59.25 -4.4, 59.55 -3, 59.6 -2.3, 60.1 -2.45, 60.6 -2, 61 -1.1,
  61 -0.5, 60.4 -0.4, 60.1 -0.72, 59.75 -0.95, 59.38 -1.4, 59.2 -2, 58.75 -2.4, 58.25 -2.8, 57.85 -1.7, 57.5 -1.5,
  57 -1.8, 56.45 -2.1, 56 -1.8, 55.75 -1.3, 55.3 -1.25, 54.75 -0.6, 54.25 0.17, 53.6 0.45, 53.2 0.62, 53.12 1.6,
  52.4 2.02, 51.4 1.72, 51 1.5, 50.78 1, 50.6 0.3, 50.4 -1.2, 50.33 -2.4, 50 -3.6, 49.75 -5.1`
  .split(',')
  .map((corner) => corner.trim().split(' ').map(Number) as [lat: number, lon: number])

const edges = corners.map((from, at) => [from, corners[(at + 1) % corners.length] ?? from] as const)

/** Whether a point is in Great Britain or close to it. */
export function isInBritain({ lat, lon }: Point): boolean {
  let isIn = false
  for (const [[fromLat, fromLon], [toLat, toLon]] of edges) {
    const crosses = fromLat > lat !== toLat > lat
    if (crosses && lon < fromLon + ((toLon - fromLon) * (lat - fromLat)) / (toLat - fromLat)) isIn = !isIn
  }
  return isIn
}

/** Whether a box contains a part of Great Britain, or of the sea close to it. */
export function touchesBritain(box: Box): boolean {
  return isInBritain({ lat: box.south, lon: box.west }) || edges.some(([from, to]) => entersBox(from, to, box))
}

/** Whether a line has a point in a box: the line is clipped at one pair of sides, then at the other. */
function entersBox(
  [fromLat, fromLon]: readonly [number, number],
  [toLat, toLon]: readonly [number, number],
  { north, south, east, west }: Box,
): boolean {
  const byLat = within(fromLat, toLat, south, north)
  const byLon = within(fromLon, toLon, west, east)
  return byLat !== undefined && byLon !== undefined && Math.max(byLat[0], byLon[0]) <= Math.min(byLat[1], byLon[1])
}

/** The part of the way from one number to another that lies between two bounds, as shares of it, if any. */
function within(from: number, to: number, least: number, most: number): readonly [number, number] | undefined {
  if (from === to) return from >= least && from <= most ? [0, 1] : undefined
  const [enters, leaves] = [(least - from) / (to - from), (most - from) / (to - from)].toSorted((a, b) => a - b)
  const part = [Math.max(0, enters as number), Math.min(1, leaves as number)] as const
  return part[0] <= part[1] ? part : undefined
}
