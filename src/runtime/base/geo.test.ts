import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceKm, nearest, type Point, roughDistanceKm } from './geo.ts'

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('a distance', () => {
  test.each<[string, Point, Point, number]>([
    ['London to Paris', { lat: 51.5074, lon: -0.1278 }, { lat: 48.8566, lon: 2.3522 }, 343.9],
    ['across the antimeridian', { lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }, 111.3],
    ['the same meridian, written twice', { lat: 10, lon: 180 }, { lat: 10, lon: -180 }, 0],
    ['at a pole, whatever the longitude', { lat: 90, lon: 0 }, { lat: 90, lon: 120 }, 0],
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

test('what is near a point is what comparing every exact distance finds, nearest first', () => {
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
