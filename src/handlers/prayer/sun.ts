import type { Point } from '#runtime/base/geo.ts'

export const dayMs = 86_400_000
const radians = Math.PI / 180
const hourMs = 3_600_000
/** 2000-01-01 12:00 UTC, from which the formulas count. */
const epochMs = Date.UTC(2000, 0, 1, 12)
/** Halvings of half a day down to less than a second. */
const halvings = 17

interface Sun {
  /** Degrees north of the equator. */
  readonly declination: number
  /** Degrees west of the meridian of Greenwich, of any turn. */
  readonly hourAngle: number
}

/**
 * The sun by the low-precision formulas of the Astronomical Almanac, which are accurate to a hundredth of a degree between
 * 1950 and 2050, and to a few hundredths in the years that the method accepts.
 */
function sunAt(ms: number): Sun {
  const days = (ms - epochMs) / dayMs
  const anomaly = (357.528 + 0.9856003 * days) * radians
  const longitude = (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radians
  const obliquity = (23.439 - 0.0000004 * days) * radians
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude)) / radians
  const siderealDegrees = 280.46062 + 360.98564737 * days
  return {
    declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)) / radians,
    hourAngle: siderealDegrees - ascension,
  }
}

/** Degrees of the sun north of the equator. */
export function sunDeclination(ms: number): number {
  return sunAt(ms).declination
}

/** Degrees of the sun's centre above the horizon, without refraction. */
function altitudeAt(ms: number, { lat, lon }: Point): number {
  const { declination, hourAngle } = sunAt(ms)
  const [phi, delta] = [lat * radians, declination * radians]
  const sine = Math.sin(phi) * Math.sin(delta) + Math.cos(phi) * Math.cos(delta) * Math.cos((hourAngle + lon) * radians)
  return Math.asin(Math.max(-1, Math.min(1, sine))) / radians
}

/**
 * When the shadow of an upright object is longer than at noon by a number of its lengths.
 *
 * @param noonMs mean noon of the place; the sun's own is within 20 minutes of it
 * @returns epoch milliseconds; undefined if the sun is not up at noon, or does not sink that low before midnight
 */
export function afternoonMs(place: Point, noonMs: number, lengths: number): number | undefined {
  const degreesPastNoon = turned(sunAt(noonMs).hourAngle + place.lon)
  const highestMs = noonMs - (degreesPastNoon / 15) * hourMs
  const highest = altitudeAt(highestMs, place)
  if (highest <= 0) return undefined
  const wanted = Math.atan(1 / (lengths + 1 / Math.tan(highest * radians))) / radians
  let [fromMs, toMs] = [highestMs, highestMs + dayMs / 2]
  if (altitudeAt(toMs, place) > wanted) return undefined
  for (let halving = 0; halving < halvings; halving++) {
    const middleMs = (fromMs + toMs) / 2
    if (altitudeAt(middleMs, place) > wanted) fromMs = middleMs
    else toMs = middleMs
  }
  return toMs
}

/** An angle as one from -180 to 180 degrees. */
function turned(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}
