import { destination, type Point, roughDistanceKm } from '../base/geo.ts'
import { attributes, type Html, html } from '../base/html.ts'
import type { Circle } from './circle.ts'
import { type OutlineRing, type Outlines, outlines, outlinesSource } from './outlines.ts'
import { type Spot, type View, viewOf } from './view.ts'

/** A point on a map. */
export interface MapPoint extends Point {
  /** Its name: shown when the pointer is over it. */
  readonly title: string
  /** Next to it, if there is room: preferably its number in the table next to the map. */
  readonly label?: string
  /** How prominent it is; `plain` if not given. */
  readonly kind?: 'plain' | 'low' | 'middle' | 'high'
  /** Its radius on the drawing, 720 wide; 5 if not given. */
  readonly size?: number
  /** Makes it an arrow in this direction, in degrees clockwise from true north. */
  readonly headingDeg?: number
}

/** A line on a map; between its points it follows great circles. */
export interface MapLine {
  readonly title: string
  readonly points: readonly Point[]
}

/** The content of a map. */
export interface OutlineMap {
  /** Unique on the page. */
  readonly id: string
  /** The content of the map, in a few words. */
  readonly title: string
  /** A description for people who cannot see it, and where the page has the same in words. */
  readonly description: string
  /** The first ones are drawn on top. */
  readonly points: readonly MapPoint[]
  readonly lines?: readonly MapLine[]
  /** Circles to draw, such as a distance. */
  readonly circles?: readonly Circle[]
  /** The part of the world; if not given, the smallest one with all points. */
  readonly part?: 'world' | Circle
}

/** The most points that are drawn. */
const maxMapPoints = 1000
/** Lines are drawn in steps of at most this many kilometres. */
const stepKm = 200

/**
 * Draws a map as SVG: outlines of countries with points, lines and circles on them. It needs no script and loads nothing.
 * Show a table of the same data next to it, because not everyone can see a map.
 */
export async function outlineMap(map: OutlineMap): Promise<Html> {
  const points = map.points.slice(0, maxMapPoints)
  const circles = map.circles ?? []
  const view = viewOf(
    [...points, ...(map.lines ?? []).flatMap((line) => line.points)],
    map.part ?? (points.length === 0 ? circles[0] : undefined),
  )
  const placed = points.map((point) => ({ point, spot: view.spotOf(point) }))
  const shown = placed.filter(({ spot }) => isOn(view, spot))
  const land = landPath(await outlines(), view)
  return html`<figure class="map">
<svg viewBox="0 0 ${view.width} ${view.height}" role="img" aria-labelledby="${map.id}-title" aria-describedby="${map.id}-description">
<title id="${map.id}-title">${map.title}</title>
<desc id="${map.id}-description">${map.description}</desc>
<path class="land" d="${land}"/>
${circles.map((circle) => html`<path class="ring" d="${linePath(circlePoints(circle), view)}"/>\n`)}${(
  map.lines ?? []
).map(
  (line) => html`<path class="way" d="${linePath(steps(line.points), view)}"><title>${line.title}</title></path>\n`,
)}${shown.toReversed().map(({ point, spot }) => markOf(point, spot))}${placedLabels(shown, view).map(
  ({ text, x, y, anchor }) =>
    html`<text${attributes({ x: tenths(x), y: tenths(y), 'text-anchor': anchor })}>${text}</text>\n`,
)}</svg>
<figcaption>${map.title}. Outlines: ${outlinesSource}.</figcaption>
</figure>
`
}

function isOn({ width, height }: View, { x, y }: Spot): boolean {
  return x >= 0 && x <= width && y >= 0 && y <= height
}

function markOf({ title, kind = 'plain', size = 5, headingDeg }: MapPoint, { x, y }: Spot): Html {
  const turn = headingDeg === undefined ? '' : ` rotate(${Math.round(headingDeg)})`
  const place = attributes({ transform: `translate(${tenths(x)} ${tenths(y)})${turn}` })
  const mark =
    headingDeg === undefined
      ? html`<circle class="mark ${kind}" r="${tenths(size)}"/>`
      : html`<path class="mark ${kind}" d="${`M0 ${-1.6 * size}l${size} ${2.6 * size}l${-size} ${-0.7 * size}l${-size} ${0.7 * size}z`}"/>`
  return html`<g${place}>${mark}<title>${title}</title></g>\n`
}

function circlePoints({ center, radiusKm }: Circle): Point[] {
  return Array.from({ length: 73 }, (_, step) => destination(center, step * 5, radiusKm))
}

/** The points with others between them, so that straight lines between all of them follow great circles. */
function steps(points: readonly Point[]): Point[] {
  return points.flatMap((to, index) => {
    const from = points[index - 1]
    return from ? [...between(from, to), to] : [to]
  })
}

const radians = Math.PI / 180

/** Points on the great circle between two points, without both. Opposite points have no shortest one. */
function between(from: Point, to: Point): Point[] {
  const [a, b] = [vectorOf(from), vectorOf(to)]
  const angle = Math.acos(Math.max(-1, Math.min(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])))
  const count = Math.min(200, Math.floor((angle * 6371) / stepKm))
  if (Math.sin(angle) < 1e-9) return []
  return Array.from({ length: count }, (_, index) => {
    const along = (index + 1) / (count + 1)
    const [before, behind] = [Math.sin((1 - along) * angle), Math.sin(along * angle)]
    const at = (axis: 0 | 1 | 2) => (before * a[axis] + behind * b[axis]) / Math.sin(angle)
    return {
      lat: Math.asin(Math.max(-1, Math.min(1, at(2)))) / radians,
      lon: Math.atan2(at(1), at(0)) / radians,
    }
  })
}

function vectorOf({ lat, lon }: Point): readonly [number, number, number] {
  const cos = Math.cos(lat * radians)
  return [cos * Math.cos(lon * radians), cos * Math.sin(lon * radians), Math.sin(lat * radians)]
}

/** A line through these points. On a map of the world it is cut where it leaves the map on one side and enters on the other. */
function linePath(points: readonly Point[], view: View): string {
  let path = ''
  let last: Spot | undefined
  for (const point of points) {
    const spot = view.spotOf(point)
    const isCut = last === undefined || (view.isWorld && Math.abs(spot.x - last.x) > view.width / 2)
    path += `${isCut ? 'M' : 'L'}${tenths(spot.x)} ${tenths(spot.y)}`
    last = spot
  }
  return path
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** A label with its position. */
interface PlacedLabel {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'end' | 'middle'
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The most labels on one map. */
const maxLabels = 100
/** The size of labels on a phone, where the whole drawing is half as large. */
const letter = { width: 13, height: 24 }
const gap = 8

/**
 * Places labels next to their points, the first points first: right, left, above or below, where none covers another
 * one or leaves the map. A label without room is left out.
 */
export function placedLabels(
  points: readonly { readonly point: { readonly label?: string }; readonly spot: Spot }[],
  view: Pick<View, 'width' | 'height'>,
): PlacedLabel[] {
  const boxes: Box[] = []
  const placed: PlacedLabel[] = []
  for (const { point, spot } of points) {
    if (point.label === undefined || placed.length >= maxLabels) continue
    for (const label of candidates(point.label, spot)) {
      const box = boxOf(label)
      if (box.left < 0 || box.right > view.width || box.top < 0 || box.bottom > view.height) continue
      if (boxes.some((other) => overlaps(box, other))) continue
      boxes.push(box)
      placed.push(label)
      break
    }
  }
  return placed
}

function candidates(text: string, { x, y }: Spot): PlacedLabel[] {
  const half = letter.height / 3
  return [
    { text, x: x + gap, y: y + half, anchor: 'start' },
    { text, x: x - gap, y: y + half, anchor: 'end' },
    { text, x, y: y - gap, anchor: 'middle' },
    { text, x, y: y + gap + letter.height * 0.8, anchor: 'middle' },
  ]
}

function boxOf({ text, x, y, anchor }: PlacedLabel): Box {
  const width = text.length * letter.width
  const left = x - { start: 0, middle: width / 2, end: width }[anchor]
  return { left, right: left + width, top: y - letter.height * 0.8, bottom: y + letter.height * 0.2 }
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** Points of an outline that are closer together on the drawing are drawn as one. */
const closest = 0.8

/** The land on a map, as the data of one SVG path. */
function landPath({ coarse, fine }: Outlines, view: View): string {
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
