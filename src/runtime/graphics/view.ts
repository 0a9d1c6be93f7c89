import type { Point } from '../base/geo.ts'
import { type Circle, circleAround } from './circle.ts'

/** A place on a drawing: x to the right, y downwards. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** The part of the earth that a map shows, and how it lies on the drawing. */
export interface View {
  readonly width: number
  readonly height: number
  readonly isWorld: boolean
  /** The middle of the map. */
  readonly center: Point
  /** How far from the middle the corners are. */
  readonly reachKm: number
  spotOf(point: Point): Spot
}

const radians = Math.PI / 180
const earthRadiusKm = 6371.0088
const width = 720
/** Of a map of a part of the world. */
const partHeight = 500
/** Of larger parts, a map of the whole world shows more than one from the middle outwards. */
const maxPartKm = 4000
/** Of a part that follows from its points: a single one is shown with what is around it. */
const minPartKm = 20
/** What a map of the world leaves out where nothing is to be shown: the ice around the poles. */
const usual = { north: 84, south: -58 }

/** The map that shows all these points, or what else is asked for. */
export function viewOf(points: readonly Point[], wanted?: 'world' | Circle): View {
  const circle = wanted ?? circleAround(points)
  if (circle === 'world' || circle === undefined || circle.radiusKm > maxPartKm) return worldView(points)
  return partView(wanted === undefined ? { ...circle, radiusKm: Math.max(minPartKm / 1.08, circle.radiusKm) } : circle)
}

/** The whole world, with the meridian of Greenwich in the middle: latitude and longitude as they are. */
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
 * A part of the world: every distance and direction from the middle is true (the azimuthal equidistant projection), so that
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
      // At the middle itself, and at the point opposite to it, there is no direction.
      if (away < 1e-12) return { x: width / 2, y: partHeight / 2 }
      const angle = Math.atan2(away, sinLat * sin + cosLat * cos * Math.cos((lon - center.lon) * radians))
      const scale = (angle * earthRadiusKm * unit) / away
      return { x: width / 2 + east * scale, y: partHeight / 2 - north * scale }
    },
  }
}
