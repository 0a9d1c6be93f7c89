import type { ArgumentFault } from '../base/errors.ts'
import type { Point } from '../base/geo.ts'
import { errorOfFaults } from '../calls/faults.ts'

/** A point and a distance around it. */
export interface Around {
  readonly point: Point
  readonly withinKm: number
}

interface AroundArgs {
  readonly lat?: number | undefined
  readonly lon?: number | undefined
  readonly within_km?: number | undefined
}

/**
 * The point of a call's `lat`, `lon` and `within_km`; undefined for a call without one.
 *
 * @param defaultKm the distance for a call without `within_km`
 * @throws ApiError invalid_argument for only one of `lat` and `lon`, and for `within_km` without a point
 */
export function aroundPoint({ lat, lon, within_km }: AroundArgs, defaultKm: number): Around | undefined {
  if (lat !== undefined && lon !== undefined) return { point: { lat, lon }, withinKm: within_km ?? defaultKm }
  const faults: ArgumentFault[] = []
  if (lat !== undefined) faults.push({ path: 'lon', message: 'is required together with lat' })
  if (lon !== undefined) faults.push({ path: 'lat', message: 'is required together with lon' })
  if (within_km !== undefined && faults.length === 0) {
    faults.push({ path: 'within_km', message: 'needs a point: set lat and lon' })
  }
  if (faults.length > 0) throw errorOfFaults(faults)
  return undefined
}
