import { Coordinates, Qibla } from 'adhan'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { distanceKm, type Point, roughDistanceKm } from '#runtime/base/geo.ts'
import { exampleArguments, exampleResult } from '#testing/stand-ins.ts'
import createQibla, { kaaba } from './qibla.ts'

const handle = createQibla()
/** The handler, which uses nothing of its context. */
const qibla = (place: Point) => handle(place, undefined as never) as Promise<Result<'prayer.qibla'>>

const antipode = { lat: -kaaba.lat, lon: kaaba.lon - 180 }

/** How far two directions are apart, in degrees. */
function apart(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360
  return Math.min(difference, 360 - difference)
}

// Bearings and distances on a sphere, which differ from those on the ellipsoid by at most a fifth of a degree and 0.6 %.
test.each([
  ['London', 51.5074, -0.1278, 119.0, 'ESE', 4794],
  ['New York', 40.7128, -74.006, 58.5, 'ENE', 10_306],
  ['Kuala Lumpur', 3.139, 101.6869, 292.5, 'WNW', 6974],
  ['Cairo', 30.0444, 31.2357, 136.1, 'SE', 1287],
  ['Sydney', -33.8688, 151.2093, 277.5, 'W', 13_236],
  ['Tromso', 69.6492, 18.9553, 154.3, 'SSE', 5542],
])('from %s', async (_city, lat, lon, degrees, point, km) => {
  const { bearing_deg = Number.NaN, compass, distance_km, text } = await qibla({ lat, lon })
  expect(apart(bearing_deg, degrees)).toBeLessThan(0.3)
  expect(compass).toBe(point)
  expect(Math.abs(distance_km - km) / km).toBeLessThan(0.006)
  expect(text).toContain(`${bearing_deg.toFixed(1)} degrees from true north (${point})`)
})

test('anywhere it agrees with a second implementation, on a sphere', async () => {
  const anywhere = fc.record({
    lat: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
    lon: fc.oneof(fc.constantFrom(-180, 180), fc.double({ min: -180, max: 180, noNaN: true })),
  })
  await fc.assert(
    fc.asyncProperty(anywhere, async ({ lat, lon }) => {
      const { bearing_deg = Number.NaN, distance_km } = await qibla({ lat, lon })
      const rough = roughDistanceKm({ lat, lon }, kaaba)
      expect(Math.abs(distance_km - rough)).toBeLessThanOrEqual(Math.max(1, rough * 0.0057))
      // Close to the Kaaba and to its antipode the form of the earth turns the direction.
      if (rough < 100 || roughDistanceKm({ lat, lon }, antipode) < 500) return
      expect(apart(bearing_deg, Qibla(new Coordinates(lat, lon)))).toBeLessThan(4.2)
      expect(bearing_deg).toBeGreaterThanOrEqual(0)
      expect(bearing_deg).toBeLessThan(360)
    }),
    { numRuns: 500 },
  )
})

/** Vincenty's inverse formula on the ellipsoid of WGS 84 (Survey Review 176, 1975); undefined where it does not converge. */
function vincenty(from: Point, to: Point): { km: number; degrees: number } | undefined {
  const radians = Math.PI / 180
  const [a, f] = [6_378_137, 1 / 298.257223563]
  const b = a * (1 - f)
  const [u1, u2] = [from, to].map(({ lat }) => Math.atan((1 - f) * Math.tan(lat * radians))) as [number, number]
  const difference = (to.lon - from.lon) * radians
  const [sin1, cos1, sin2, cos2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)]
  let lambda = difference
  for (let tries = 0; tries < 100; tries++) {
    const [sinL, cosL] = [Math.sin(lambda), Math.cos(lambda)]
    const sinSigma = Math.hypot(cos2 * sinL, cos1 * sin2 - sin1 * cos2 * cosL)
    const cosSigma = sin1 * sin2 + cos1 * cos2 * cosL
    const sigma = Math.atan2(sinSigma, cosSigma)
    const sinAlpha = (cos1 * cos2 * sinL) / sinSigma
    const cos2Alpha = 1 - sinAlpha ** 2
    const cos2M = cosSigma - (2 * sin1 * sin2) / cos2Alpha
    const c = (f / 16) * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha))
    const before = lambda
    const inner = cos2M + c * cosSigma * (2 * cos2M ** 2 - 1)
    lambda = difference + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * inner)
    if (Math.abs(lambda) > Math.PI * 1.5) return undefined
    if (Math.abs(lambda - before) > 1e-12) continue
    const k = (cos2Alpha * (a ** 2 - b ** 2)) / b ** 2
    const big = 1 + (k / 16_384) * (4096 + k * (k * (320 - 175 * k) - 768))
    const small = (k / 1024) * (256 + k * (k * (74 - 47 * k) - 128))
    const third = (small / 6) * cos2M * (4 * sinSigma ** 2 - 3) * (4 * cos2M ** 2 - 3)
    const shift = small * sinSigma * (cos2M + (small / 4) * (cosSigma * (2 * cos2M ** 2 - 1) - third))
    const degrees = Math.atan2(cos2 * sinL, cos1 * sin2 - sin1 * cos2 * cosL) / radians
    return { km: (b * big * (sigma - shift)) / 1000, degrees: (degrees + 360) % 360 }
  }
  return undefined
}

test('anywhere it agrees with a second implementation, on the ellipsoid', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: -89, max: 89, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      async (lat, lon) => {
        const { bearing_deg = Number.NaN, distance_km } = await qibla({ lat, lon })
        // Near the antipode the formula does not converge, and close to the Kaaba a rounded direction says little.
        if (distance_km < 10 || distance_km > 19_500) return
        const second = vincenty({ lat, lon }, kaaba)
        if (!second) return
        compared += 1
        expect(Math.abs(distance_km - second.km)).toBeLessThan(0.51)
        expect(apart(bearing_deg, second.degrees)).toBeLessThan(0.051)
      },
    ),
    { numRuns: 500 },
  )
  expect(compared).toBeGreaterThan(400)
})

describe('no direction', () => {
  test('is at the Kaaba', async () => {
    expect(await qibla({ ...kaaba })).toEqual({ distance_km: 0, ...kaaba, text: 'This is the Kaaba.' })
    expect(await qibla({ lat: 21.423, lon: 39.8262 })).toMatchObject({
      bearing_deg: 180,
      compass: 'S',
      distance_km: 0.055,
    })
  })

  test.each([
    [90, 'south'],
    [-90, 'north'],
  ])('is at the pole of %d degrees', async (lat, direction) => {
    const answer = await qibla({ lat, lon: 0 })
    expect(answer).not.toHaveProperty('bearing_deg')
    expect(answer).not.toHaveProperty('compass')
    expect(answer.text).toContain(`every direction is ${direction}`)
  })

  test('is needed at the antipode: the distance is half the circumference', async () => {
    expect((await qibla(antipode)).distance_km).toBeGreaterThan(20_000)
    expect(distanceKm(antipode, kaaba)).toBeLessThan(20_004)
  })
})

test('a bearing that rounds to 360 is 0', async () => {
  expect(await qibla({ lat: -10, lon: kaaba.lon + 0.0001 })).toMatchObject({ bearing_deg: 0, compass: 'N' })
})

test('the example of the document is what the method returns', async () => {
  expect(await qibla(exampleArguments('prayer.qibla') as never)).toEqual(exampleResult('prayer.qibla'))
})
