import { type Point, roughDistanceKm } from '../base/geo.ts'

/** A circle on the earth. */
export interface Circle {
  readonly center: Point
  readonly radiusKm: number
}

const radians = Math.PI / 180

/**
 * A circle around points, which may be on both sides of the antimeridian or around a pole; undefined for points without
 * a middle, such as two opposite ones.
 */
export function circleAround(points: readonly Point[]): Circle | undefined {
  if (points.length === 0) return undefined
  let [x, y, z] = [0, 0, 0]
  for (const { lat, lon } of points) {
    x += Math.cos(lat * radians) * Math.cos(lon * radians)
    y += Math.cos(lat * radians) * Math.sin(lon * radians)
    z += Math.sin(lat * radians)
  }
  const length = Math.hypot(x, y, z)
  if (length < 1e-9 * points.length) return undefined
  const center = { lat: Math.asin(Math.max(-1, Math.min(1, z / length))) / radians, lon: Math.atan2(y, x) / radians }
  const farthest = points.reduce((far, point) => Math.max(far, roughDistanceKm(center, point)), 0)
  return { center, radiusKm: farthest }
}
