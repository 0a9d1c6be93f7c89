import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOfNpmPackage } from './package.ts'
import type { Renewal } from './renewal.ts'

/*
 * Builds the outlines of the countries from the maps of Natural Earth at 1:110 million and 1:50 million: rings of points in
 * hundredths of a degree, a line each, as differences in the encoded polyline format. An empty line is between the two maps.
 */

/** The edition of Natural Earth that a version of world-atlas contains, which only its page says. */
const editions: Readonly<Record<string, { readonly edition: string; readonly date: string }>> = {
  '2.0.2': { edition: '4.1', date: '2018-05-21' },
}
const target = join(import.meta.dirname, '../../src/runtime/graphics/outlines.txt')

interface Topology {
  readonly arcs: readonly (readonly [number, number])[][]
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] }
  readonly objects: { readonly countries: { readonly geometries: readonly Geometry[] } }
}
type Geometry =
  | { readonly type: 'Polygon'; readonly arcs: readonly (readonly number[])[] }
  | { readonly type: 'MultiPolygon'; readonly arcs: readonly (readonly (readonly number[])[])[] }
type Place = readonly [lon: number, lat: number]
type Ring = readonly Place[]

/**
 * @param toleranceDegrees how far a point may lie from the line between its neighbours and still be left out
 * @param minDegrees rings that are smaller both ways are left out
 */
function ringsOf(json: string, toleranceDegrees: number, minDegrees: number): string[] {
  const topology = JSON.parse(json) as Topology
  const arcs = decodedArcs(topology).map((arc) => simplified(arc, toleranceDegrees))
  return topology.objects.countries.geometries
    .flatMap((geometry) => (geometry.type === 'Polygon' ? geometry.arcs : geometry.arcs.flat()))
    .map((indices) => stitched(indices, arcs))
    .filter((ring) => ring.length > 3 && extentOf(ring) >= minDegrees)
    .map(encoded)
}

function decodedArcs({ arcs, transform: { scale, translate } }: Topology): Ring[] {
  return arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]] as const
    })
  })
}

/** The ring of these arcs; a negative index is the arc of its complement, backwards. */
function stitched(indices: readonly number[], arcs: readonly Ring[]): Ring {
  return indices.flatMap((index) => {
    const arc = arcs[index < 0 ? ~index : index] as Ring
    return (index < 0 ? arc.toReversed() : arc).slice(0, -1)
  })
}

/** Douglas and Peucker: keeps the points further than the tolerance from the line. Arcs that end where they begin keep three points. */
function simplified(arc: Ring, tolerance: number): Ring {
  const last = arc.length - 1
  const kept = new Set([0, last])
  const isClosed = arc[0]?.join() === arc[last]?.join()
  const open: [number, number][] = isClosed
    ? [
        [0, Math.floor(last / 3)],
        [Math.floor(last / 3), Math.floor((2 * last) / 3)],
        [Math.floor((2 * last) / 3), last],
      ]
    : [[0, last]]
  for (const [from, to] of open) kept.add(from).add(to)
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    let [worst, at] = [tolerance, -1]
    for (let index = from + 1; index < to; index++) {
      const away = distanceFromLine(arc[index] as Place, arc[from] as Place, arc[to] as Place)
      if (away > worst) [worst, at] = [away, index]
    }
    if (at < 0) continue
    kept.add(at)
    open.push([from, at], [at, to])
  }
  return arc.filter((_point, index) => kept.has(index))
}

function distanceFromLine([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number {
  // A degree of longitude is shorter towards the poles.
  const narrowing = Math.max(0.2, Math.cos((y * Math.PI) / 180))
  const [dx, dy, px, py] = [(bx - ax) * narrowing, by - ay, (x - ax) * narrowing, y - ay]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared))
  return Math.hypot(px - along * dx, py - along * dy)
}

function extentOf(ring: Ring): number {
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values)
  return Math.max(spread(ring.map(([lon]) => lon)), spread(ring.map(([, lat]) => lat)))
}

function encoded(ring: Ring): string {
  let [lastLon, lastLat] = [0, 0]
  return ring
    .map(([lon, lat]) => {
      const [x, y] = [Math.round(lon * 100), Math.round(lat * 100)]
      const text = encodedNumber(x - lastLon) + encodedNumber(y - lastLat)
      ;[lastLon, lastLat] = [x, y]
      return text
    })
    .join('')
}

function encodedNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ''
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63)
    rest >>= 5
  }
  return text + String.fromCharCode(rest + 63)
}

/** Writes the file from the newest version of its source. */
export async function renewOutlines(): Promise<Renewal> {
  const [small, large] = await filesOfNpmPackage('world-atlas', ['countries-110m.json', 'countries-50m.json'])
  if (!small || !large) throw new Error('world-atlas has no countries')
  const known = editions[small.version]
  if (!known) throw new Error(`world-atlas ${small.version} is new: add the edition of Natural Earth that it contains`)
  const coarse = ringsOf(small.text, 0.15, 0)
  const fine = ringsOf(large.text, 0.04, 0.15)
  await writeFile(target, `${coarse.join('\n')}\n\n${fine.join('\n')}\n`)
  return {
    contentDate: known.date,
    source: `Natural Earth ${known.edition}, from world-atlas ${small.version}`,
  }
}
