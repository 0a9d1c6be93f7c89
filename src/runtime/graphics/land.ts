import { type Point, roughDistanceKm } from '../base/geo.ts'
import type { OutlineRing, Outlines } from './outlines.ts'
import type { Spot, View } from './view.ts'

/** Points of an outline that are closer together on the drawing are drawn as one. */
const closest = 0.8

/** The land on a map, as the data of one SVG path. */
export function landPath({ coarse, fine }: Outlines, view: View): string {
  return (view.isWorld ? coarse : fine)
    .filter((ring) => reaches(ring, view))
    .flatMap(({ points }) => (view.isWorld ? unrolled(points) : [points]))
    .map((points) => ringPath(points, view))
    .join('')
}

function reaches({ center, radiusKm }: OutlineRing, view: View): boolean {
  return view.isWorld || roughDistanceKm(view.center, center) - radiusKm <= view.reachKm
}

/**
 * A ring for a map that ends at the antimeridian: one that crosses it continues beyond the edge, and enters again at the
 * other one. A ring around a pole follows the edges and passes through the pole.
 */
function unrolled(ring: readonly Point[]): Point[][] {
  let turns = 0
  let before = ring[0]?.lon ?? 0
  const points = ring.map(({ lat, lon }) => {
    if (Math.abs(lon - before) > 180) turns += lon < before ? 360 : -360
    before = lon
    return { lat, lon: lon + turns }
  })
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const isAroundPole = Math.abs(last.lon - first.lon) > 180
  if (isAroundPole) {
    const end = first.lon + (last.lon > first.lon ? 360 : -360)
    const pole = Math.sign(first.lat) * 90
    points.push({ lat: first.lat, lon: end }, { lat: pole, lon: end }, { lat: pole, lon: first.lon })
  }
  const lons = points.map(({ lon }) => lon)
  const shifts = [0, ...(Math.max(...lons) > 180 ? [-360] : []), ...(Math.min(...lons) < -180 ? [360] : [])]
  return shifts.map((shift) => points.map(({ lat, lon }) => ({ lat, lon: lon + shift })))
}

/** Written as differences of tenths, which are about half as long as positions. */
function ringPath(points: readonly Point[], view: View): string {
  let path = ''
  let count = 0
  let [lastX, lastY] = [0, 0]
  for (const point of points) {
    const spot = view.spotOf(point)
    const [x, y] = [Math.round(spot.x * 10), Math.round(spot.y * 10)]
    const isClose = Math.hypot(x - lastX, y - lastY) < 10 * Math.max(closest, coarseness(spot, view))
    if (count > 0 && isClose) continue
    path += `${['M', 'l'][count] ?? ' '}${(x - lastX) / 10} ${(y - lastY) / 10}`
    ;[lastX, lastY] = [x, y]
    count += 1
  }
  return `${path}z`
}

/** How coarsely an outline may be drawn at a position: the further outside the map, the more. */
function coarseness({ x, y }: Spot, { width, height }: View): number {
  const outside = Math.max(-x, x - width, -y, y - height)
  return outside < 100 ? 0 : outside / 8
}
