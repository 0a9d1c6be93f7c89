import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Point } from '../base/geo.ts'
import { once } from '../base/once.ts'
import { Slices } from '../base/yield-to-event-loop.ts'
import { circleAround } from './circle.ts'

/** A closed piece of a country's outline; it may cross the antimeridian. */
export interface OutlineRing {
  readonly points: readonly Point[]
  /** A point that is at most `radiusKm` from every other one. */
  readonly center: Point
  readonly radiusKm: number
}

/** The land of the world, country by country. */
export interface Outlines {
  /** For maps of the whole world. */
  readonly coarse: readonly OutlineRing[]
  /** For maps of a part of it: accurate to about 4 km. */
  readonly fine: readonly OutlineRing[]
}

/** To be named next to a map with these outlines; no licence requires it. */
export const outlinesSource = 'Natural Earth'

/** The outlines of the countries, read for the first map. */
export const outlines = once(async (): Promise<Outlines> => {
  const text = await readFile(join(import.meta.dirname, 'outlines.txt'), 'utf8')
  const [coarse = '', fine = ''] = text.trimEnd().split('\n\n')
  return { coarse: await decoded(coarse.split('\n')), fine: await decoded(fine.split('\n')) }
})

async function decoded(rings: readonly string[]): Promise<OutlineRing[]> {
  const slices = new Slices()
  const all: OutlineRing[] = []
  for (const ring of rings) {
    all.push(ringOf(pointsOf(ring)))
    if (slices.isOver) await slices.next()
  }
  return all
}

/** Decodes an encoded polyline of hundredths of a degree, longitude first. */
function pointsOf(encoded: string): Point[] {
  const points: Point[] = []
  let at = 0
  const number = () => {
    let [value, shift, part] = [0, 0, 0]
    do {
      part = encoded.charCodeAt(at++) - 63
      value |= (part & 0x1f) << shift
      shift += 5
    } while (part >= 0x20)
    return value & 1 ? ~(value >> 1) : value >> 1
  }
  let [lon, lat] = [0, 0]
  while (at < encoded.length) {
    lon += number()
    lat += number()
    points.push({ lat: lat / 100, lon: lon / 100 })
  }
  return points
}

function ringOf(points: readonly Point[]): OutlineRing {
  const { center, radiusKm } = circleAround(points) ?? {
    center: { lat: 0, lon: 0 },
    radiusKm: Number.POSITIVE_INFINITY,
  }
  return { points, center, radiusKm }
}
