import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shares } from '../routing/travel.ts'
import { instruction } from './osrm-instructions.ts'
import { decodePolyline, encodePolyline } from './polyline.ts'

const anywhere = fc.record({
  lat: fc.integer({ min: -9_000_000, max: 9_000_000 }).map((lat) => lat / 1e5),
  lon: fc.integer({ min: -18_000_000, max: 18_000_000 }).map((lon) => lon / 1e5),
})

describe('an encoded polyline', () => {
  test('is that of the example in its specification', () => {
    const points = [
      { lat: 38.5, lon: -120.2 },
      { lat: 40.7, lon: -120.95 },
      { lat: 43.252, lon: -126.453 },
    ]
    expect(encodePolyline(points)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual(points)
  })

  test('decodes to the points that were encoded, from pole to pole and across the antimeridian', () => {
    const corners = [-90, 0, 90].flatMap((lat) => [-180, 0, 180].map((lon) => ({ lat, lon })))
    for (const precision of [5, 6]) {
      expect(decodePolyline(encodePolyline(corners, precision), precision)).toEqual(corners)
      fc.assert(
        fc.property(fc.array(anywhere, { maxLength: 50 }), (points) => {
          const read = decodePolyline(encodePolyline(points, precision), precision)
          expect(read).toHaveLength(points.length)
          for (const [at, { lat, lon }] of read.entries()) {
            expect(lat).toBeCloseTo(points[at]?.lat ?? Number.NaN, 9)
            expect(lon).toBeCloseTo(points[at]?.lon ?? Number.NaN, 9)
          }
        }),
      )
    }
  })

  test.each(['_', '_p~iF', 'é', ' ', '~~~~~~~~~~~~~~'])('is not %j', (text) => {
    expect(() => decodePolyline(text)).toThrow(RangeError)
  })
})

test('shares are whole and not negative, and add up to the total', () => {
  const weight = fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constant(0))
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.array(weight, { minLength: 1, maxLength: 40 }), (total, weights) => {
      const parts = shares(total, weights)
      expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
    }),
  )
  expect(shares(100, [1, 1, 1])).toEqual([33, 34, 33])
  expect(shares(5, [])).toEqual([])
})

test.each([
  [{ type: 'depart', bearing_after: 225 }, 'Euston Road', 'Head south-west on Euston Road'],
  [{ type: 'depart' }, '', 'Head off'],
  [{ type: 'depart', bearing_after: 359 }, '', 'Head north'],
  [{ type: 'turn', modifier: 'left' }, 'Gower Street', 'Turn left onto Gower Street'],
  [{ type: 'turn', modifier: 'uturn' }, '', 'Make a U-turn'],
  [{ type: 'continue', modifier: 'slight right' }, 'A501', 'Bear right onto A501'],
  [{ type: 'new name', modifier: 'straight' }, 'B1', 'Continue onto B1'],
  [{ type: 'merge', modifier: 'slight left' }, 'M1', 'Merge left onto M1'],
  [{ type: 'on ramp', modifier: 'right' }, '', 'Take the ramp on the right'],
  [{ type: 'off ramp', modifier: 'left' }, 'A1', 'Take the exit on the left onto A1'],
  [{ type: 'fork', modifier: 'slight right' }, '', 'Keep right at the fork'],
  [{ type: 'end of road', modifier: 'left' }, '', 'At the end of the road turn left'],
  [{ type: 'roundabout', exit: 2 }, 'A5', 'At the roundabout take the second exit onto A5'],
  [{ type: 'rotary', exit: 12 }, '', 'At the roundabout take the 12th exit'],
  [{ type: 'roundabout' }, '', 'At the roundabout take the next exit'],
  [{ type: 'exit roundabout' }, 'A5', 'Leave the roundabout onto A5'],
  [{ type: 'arrive', modifier: 'left' }, '', 'Arrive at the destination, on the left'],
  [{ type: 'arrive' }, 'A5', 'Arrive at the destination'],
  [{ type: 'something new' }, '', 'Continue'],
])('the manoeuvre %j of OSRM is described', (manoeuvre, road, words) => {
  expect(instruction(manoeuvre, road)).toBe(words)
})
