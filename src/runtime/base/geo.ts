import geodesic from 'geographiclib-geodesic'

/** A point on the earth in degrees (WGS 84). */
export interface Point {
  /** From -90 to 90. */
  readonly lat: number
  /** From -180 to 180. */
  readonly lon: number
}

const ellipsoid = geodesic.Geodesic.WGS84
const meanRadiusKm = 6371.0088
const radians = Math.PI / 180
/** The error of the sphere: at most 0.56 % of a distance, at the equator and towards the poles. */
const sphereError = 0.006

/** The distance along the earth's surface in kilometres, on the WGS 84 ellipsoid: exact to a millimetre. */
export function distanceKm(a: Point, b: Point): number {
  const { s12 = 0 } = ellipsoid.Inverse(a.lat, a.lon, b.lat, b.lon, geodesic.Geodesic.DISTANCE)
  return s12 / 1000
}

/**
 * The initial direction of the shortest way from one point to another, in degrees clockwise from true north: at least 0,
 * less than 360. At a pole it is counted from the meridian opposite to the one of the point.
 */
export function bearing(from: Point, to: Point): number {
  const { azi1 = 0 } = ellipsoid.Inverse(from.lat, from.lon, to.lat, to.lon, geodesic.Geodesic.AZIMUTH)
  const positive = (azi1 + 360) % 360
  return Math.abs(positive) < 1e-12 ? 0 : positive
}

/** The point at a distance in kilometres from another one, in the direction of a bearing. */
export function destination(from: Point, bearingDeg: number, km: number): Point {
  const { lat2 = 0, lon2 = 0 } = ellipsoid.Direct(from.lat, from.lon, bearingDeg, km * 1000)
  return { lat: lat2, lon: lon2 }
}

/** The points of the compass, clockwise from north, with their names. */
const compassNames = {
  N: 'north',
  NNE: 'north-north-east',
  NE: 'north-east',
  ENE: 'east-north-east',
  E: 'east',
  ESE: 'east-south-east',
  SE: 'south-east',
  SSE: 'south-south-east',
  S: 'south',
  SSW: 'south-south-west',
  SW: 'south-west',
  WSW: 'west-south-west',
  W: 'west',
  WNW: 'west-north-west',
  NW: 'north-west',
  NNW: 'north-north-west',
} as const

export type CompassPoint = keyof typeof compassNames

const compassPoints = Object.keys(compassNames) as CompassPoint[]

/** The nearest of the sixteen points of the compass. */
export function compassPoint(bearingDeg: number): CompassPoint {
  return compassPoints[Math.round((((bearingDeg % 360) + 360) % 360) / 22.5) % 16] as CompassPoint
}

/** A point of the compass in words: `north-west`. */
export function compassName(point: CompassPoint): string {
  return compassNames[point]
}

/** The distance on a sphere in kilometres: fast, and at most 0.6 % wrong. */
export function roughDistanceKm(a: Point, b: Point): number {
  const sinLat = Math.sin(((b.lat - a.lat) * radians) / 2)
  const sinLon = Math.sin(((b.lon - a.lon) * radians) / 2)
  const chord = sinLat * sinLat + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * sinLon * sinLon
  return 2 * meanRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Something and its distance from a point, in kilometres. */
export interface Away<Thing> {
  readonly thing: Thing
  readonly distanceKm: number
}

/**
 * The things within a distance of a point. Exact distances are computed only where the rough one does not decide, and for the
 * result, so that it is fast for tens of thousands of things.
 *
 * @param withinKm the distance, inclusive
 * @param max how many of the nearest to return
 * @returns the nearest ones, nearest first, and their total number
 */
export function nearest<Thing extends Point>(
  things: Iterable<Thing>,
  from: Point,
  { withinKm, max }: { withinKm: number; max: number },
): { items: Away<Thing>[]; total: number } {
  const found: { thing: Thing; rough: number }[] = []
  for (const thing of things) {
    const rough = roughDistanceKm(from, thing)
    const isIn =
      rough <= withinKm * (1 - sphereError) ||
      (rough <= withinKm * (1 + sphereError) && distanceKm(from, thing) <= withinKm)
    if (isIn) found.push({ thing, rough })
  }
  found.sort((a, b) => a.rough - b.rough)
  // The rough distance does not decide which of those about as far away as the last one are nearer.
  const last = found[max - 1]?.rough ?? Number.POSITIVE_INFINITY
  const candidates = found.filter(({ rough }) => rough <= last * (1 + 2 * sphereError))
  const items = candidates.map(({ thing }) => ({ thing, distanceKm: distanceKm(from, thing) }))
  return { items: items.sort((a, b) => a.distanceKm - b.distanceKm).slice(0, max), total: found.length }
}
