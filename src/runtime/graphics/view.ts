import type { Point } from '../base/geo.ts'
import { type Circle, circleAround } from './circle.ts'

/** A position on a drawing: x to the right, y downwards. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** The part of the earth on a map, and its position on the drawing. */
export interface View {
  readonly width: number
  readonly height: number
  readonly isWorld: boolean
  /** The middle of the map. */
  readonly center: Point
  /** The distance from the middle to the corners. */
  readonly reachKm: number
  spotOf(point: Point): Spot
}

const radians = Math.PI / 180
const earthRadiusKm = 6371.0088
const width = 720
/** The limits of a map of a part of the world. */
const partHeight = 500
/** For larger parts a map of the whole world shows more than one from the middle outwards. */
const maxPartKm = 4000
/** For a part that is derived from its points: a single one is shown with its surroundings. */
const minPartKm = 20
/** What a map of the world leaves out if nothing is shown there: the ice around the poles. */
const usual = { north: 84, south: -58 }

/** The view of all these points, or the requested one. */
export function viewOf(points: readonly Point[], wanted?: 'world' | Circle): View {
  const circle = wanted ?? circleAround(points)
  if (circle === 'world' || circle === undefined || circle.radiusKm > maxPartKm) return worldView(points)
  return partView(wanted === undefined ? { ...circle, radiusKm: Math.max(minPartKm / 1.08, circle.radiusKm) } : circle)
}

/** The whole world, centred on the Greenwich meridian, with latitude and longitude as coordinates. */
function worldView(points: readonly Point[]): View {
  const north = Math.max(usual.north, ...points.map(({ lat }) => lat + 2))
  const south = Math.min(usual.south, ...points.map(({ lat }) => lat - 2))
  const unit = width / 360
  return {
    width,
    height: Math.round((north - south) * unit),
    isWorld: true,
    center: { lat: 0, lon: 0 },
    reachKm: Number.POSITIVE_INFINITY,
    spotOf: ({ lat, lon }) => ({ x: (lon + 180) * unit, y: (north - lat) * unit }),
  }
}

/**
 * A part of the world with true distances and directions from the middle (azimuthal equidistant projection), so that
 * neither the antimeridian nor a pole is a special case.
 */
function partView({ center, radiusKm }: Circle): View {
  const shownKm = radiusKm * 1.08
  const unit = partHeight / 2 / shownKm
  const [sinLat, cosLat] = [Math.sin(center.lat * radians), Math.cos(center.lat * radians)]
  return {
    width,
    height: partHeight,
    isWorld: false,
    center,
    reachKm: Math.hypot(width / 2, partHeight / 2) / unit,
    spotOf({ lat, lon }) {
      const [sin, cos] = [Math.sin(lat * radians), Math.cos(lat * radians)]
      const east = cos * Math.sin((lon - center.lon) * radians)
      const north = cosLat * sin - sinLat * cos * Math.cos((lon - center.lon) * radians)
      const away = Math.hypot(east, north)
      // The middle and the opposite point have no direction.
      if (away < 1e-12) return { x: width / 2, y: partHeight / 2 }
      const angle = Math.atan2(away, sinLat * sin + cosLat * cos * Math.cos((lon - center.lon) * radians))
      const scale = (angle * earthRadiusKm * unit) / away
      return { x: width / 2 + east * scale, y: partHeight / 2 - north * scale }
    },
  }
}
