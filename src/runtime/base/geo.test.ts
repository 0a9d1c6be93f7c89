import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bearing,
  compassName,
  compassPoint,
  destination,
  distanceKm,
  nearest,
  type Point,
  roughDistanceKm,
} from './geo.ts'

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** Points all over the earth, with a preference for special ones. */
const anywhere = fc
  .record({
    lat: fc.integer({ min: -9_000_000, max: 9_000_000 }),
    lon: fc.integer({ min: -18_000_000, max: 18_000_000 }),
  })
  .map(({ lat, lon }) => ({ lat: lat / 1e5, lon: lon / 1e5 }))

describe('a distance', () => {
  test.each<[string, Point, Point, number]>([
    ['London to Paris', { lat: 51.5074, lon: -0.1278 }, { lat: 48.8566, lon: 2.3522 }, 343.9],
    ['across the antimeridian', { lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }, 111.3],
    ['the same meridian, written twice', { lat: 10, lon: 180 }, { lat: 10, lon: -180 }, 0],
    ['at a pole, for any longitude', { lat: 90, lon: 0 }, { lat: 90, lon: 120 }, 0],
    ['over a pole', { lat: 89, lon: 0 }, { lat: 89, lon: 180 }, 223.4],
    ['from pole to pole', { lat: 90, lon: 0 }, { lat: -90, lon: 0 }, 20003.9],
  ])('%s', (_what, a, b, km) => {
    expect(distanceKm(a, b)).toBeCloseTo(km, 0)
  })

  test('is the same both ways, never negative, never more than half around the earth, and on the sphere at most 0.6 % wrong', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const exact = distanceKm(a, b)
        expect(exact).toBeGreaterThanOrEqual(0)
        expect(exact).toBeLessThan(20_004)
        expect(distanceKm(b, a)).toBeCloseTo(exact, 6)
        expect(Math.abs(roughDistanceKm(a, b) - exact)).toBeLessThanOrEqual(exact * 0.006 + 1e-6)
      }),
      { numRuns: 500 },
    )
  })
})

/** Vincenty's inverse formula on WGS 84, an independent way to the same numbers; it fails for nearly opposite points. */
function vincenty(a: Point, b: Point): { km: number; bearing: number } | undefined {
  const [major, flattening] = [6_378_137, 1 / 298.257223563]
  const minor = major * (1 - flattening)
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const difference = rad(b.lon - a.lon)
  const [u1, u2] = [a, b].map(({ lat }) => Math.atan((1 - flattening) * Math.tan(rad(lat)))) as [number, number]
  const [sinU1, cosU1, sinU2, cosU2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)]
  let lambda = difference
  for (let round = 0; round < 100; round++) {
    const [sin, cos] = [Math.sin(lambda), Math.cos(lambda)]
    const sinSigma = Math.hypot(cosU2 * sin, cosU1 * sinU2 - sinU1 * cosU2 * cos)
    if (sinSigma === 0) return undefined
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cos
    const sigma = Math.atan2(sinSigma, cosSigma)
    const sinAlpha = (cosU1 * cosU2 * sin) / sinSigma
    const cos2Alpha = 1 - sinAlpha ** 2
    const cos2M = cos2Alpha === 0 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cos2Alpha
    const c = (flattening / 16) * cos2Alpha * (4 + flattening * (4 - 3 * cos2Alpha))
    const next =
      difference +
      (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * (cos2M + c * cosSigma * (2 * cos2M ** 2 - 1)))
    if (Math.abs(next) > Math.PI * 2) return undefined
    if (Math.abs(next - lambda) > 1e-12) {
      lambda = next
      continue
    }
    const u = (cos2Alpha * (major ** 2 - minor ** 2)) / minor ** 2
    const k1 = (Math.sqrt(1 + u) - 1) / (Math.sqrt(1 + u) + 1)
    const [bigA, bigB] = [(1 + k1 ** 2 / 4) / (1 - k1), k1 * (1 - (3 / 8) * k1 ** 2)]
    const more = (bigB / 6) * cos2M * (4 * sinSigma ** 2 - 3) * (4 * cos2M ** 2 - 3)
    const correction = bigB * sinSigma * (cos2M + (bigB / 4) * (cosSigma * (2 * cos2M ** 2 - 1) - more))
    const azimuth = Math.atan2(cosU2 * sin, cosU1 * sinU2 - sinU1 * cosU2 * cos)
    return { km: (minor * bigA * (sigma - correction)) / 1000, bearing: ((azimuth * 180) / Math.PI + 360) % 360 }
  }
  return undefined
}

/** The angle between two directions, in degrees. */
const apart = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180)

describe('a bearing', () => {
  test.each<[string, Point, Point, number]>([
    ['due north', { lat: 0, lon: 0 }, { lat: 1, lon: 0 }, 0],
    ['due east at 0,0', { lat: 0, lon: 0 }, { lat: 0, lon: 1 }, 90],
    ['due south', { lat: 10, lon: 20 }, { lat: 9, lon: 20 }, 180],
    ['west across the antimeridian', { lat: 0, lon: -179.5 }, { lat: 0, lon: 179.5 }, 270],
    ['over the north pole', { lat: 80, lon: 0 }, { lat: 80, lon: 180 }, 0],
    ['from the north pole to Greenwich', { lat: 90, lon: 0 }, { lat: 50, lon: 0 }, 180],
    ['London to New York', { lat: 51.5074, lon: -0.1278 }, { lat: 40.7128, lon: -74.006 }, 288.4],
  ])('%s', (_what, from, to, degrees) => {
    expect(apart(bearing(from, to), degrees)).toBeLessThan(0.1)
  })

  test('and a distance are the same with another formula, anywhere on earth', () => {
    let compared = 0
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        const other = vincenty(a, b)
        const inRange = bearing(a, b)
        expect(inRange).toBeGreaterThanOrEqual(0)
        expect(inRange).toBeLessThan(360)
        if (!other || other.km < 0.001) return
        compared += 1
        expect(Math.abs(distanceKm(a, b) - other.km)).toBeLessThan(0.001)
        const isAtPole = Math.abs(a.lat) > 89.999 || Math.abs(b.lat) > 89.999
        if (other.km > 1 && other.km < 19_000 && !isAtPole) expect(apart(inRange, other.bearing)).toBeLessThan(0.001)
      }),
      { numRuns: 500 },
    )
    expect(compared).toBeGreaterThan(400)
  })

  test('leads, with the distance, to the other point', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const reached = destination(a, bearing(a, b), distanceKm(a, b))
        expect(distanceKm(reached, b)).toBeLessThan(0.001)
      }),
    )
  })

  test.each([
    [0, 'N', 'north'],
    [11.24, 'N', 'north'],
    [11.26, 'NNE', 'north-north-east'],
    [90, 'E', 'east'],
    [279.1, 'W', 'west'],
    [348.8, 'N', 'north'],
    [359.9, 'N', 'north'],
    [-90, 'W', 'west'],
    [720, 'N', 'north'],
  ] as const)('of %d degrees is %s', (degrees, compass, name) => {
    expect(compassPoint(degrees)).toBe(compass)
    expect(compassName(compass)).toBe(name)
  })
})

test('things near a point are those with the smallest exact distances, nearest first', () => {
  fc.assert(
    fc.property(
      fc.array(point, { maxLength: 60 }),
      point,
      fc.double({ min: 1, max: 20_040, noNaN: true }),
      fc.integer({ min: 1, max: 20 }),
      (things, from, withinKm, max) => {
        const all = things
          .map((thing) => distanceKm(from, thing))
          .filter((km) => km <= withinKm)
          .sort((a, b) => a - b)
        const { items, total } = nearest(things, from, { withinKm, max })
        expect(total).toBe(all.length)
        expect(items.map((item) => item.distanceKm)).toEqual(all.slice(0, max))
      },
    ),
  )
})
