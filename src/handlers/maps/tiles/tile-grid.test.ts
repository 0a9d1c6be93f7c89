import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxOf, tilesOf } from './tile-grid.ts'

const at = (lat: number, lon: number, z: number) => {
  const { west, north } = tilesOf({ north: lat, south: lat, east: lon, west: lon }, z)
  return [west, north]
}

test.each([
  ['Greenwich', 51.4779, -0.0015, 8, 127, 85],
  ['Scafell Pike', 54.4542, -3.2119, 13, 4022, 2612],
  ['London', 51.5074, -0.1278, 14, 8186, 5448],
  ['Edinburgh', 55.9533, -3.1883, 16, 32187, 20422],
  ['0, 0', 0, 0, 1, 1, 1],
  ['the north pole', 90, 0, 3, 4, 0],
  ['the south pole', -90, 0, 3, 4, 7],
  ['the antimeridian from the west', 0, -180, 4, 0, 8],
  ['the antimeridian from the east', 0, 180, 4, 15, 8],
  ['the whole world', 12, 34, 0, 0, 0],
])('%s is on its tile', (_place, lat, lon, z, x, y) => {
  expect(at(lat, lon, z)).toEqual([x, y])
})

test('a box takes the tiles that it touches', () => {
  const range = tilesOf({ north: 54.46, south: 54.42, east: -3.18, west: -3.24 }, 14)
  expect(range).toEqual({ west: 8044, east: 8047, north: 5224, south: 5227 })
})

const tile = fc.integer({ min: 0, max: 20 }).chain((z) =>
  fc.record({
    z: fc.constant(z),
    x: fc.integer({ min: 0, max: 2 ** z - 1 }),
    y: fc.integer({ min: 0, max: 2 ** z - 1 }),
  }),
)

test('the middle of a tile is on it, and its box holds it and its four quarters', () => {
  fc.assert(
    fc.property(tile, ({ z, x, y }) => {
      const box = boxOf({ west: x, east: x, north: y, south: y }, z)
      expect(box.north).toBeGreaterThan(box.south)
      expect(box.east).toBeGreaterThan(box.west)
      expect(at((box.north + box.south) / 2, (box.east + box.west) / 2, z)[0]).toBe(x)
      const inside = {
        north: box.north - (box.north - box.south) / 1000,
        south: box.south + (box.north - box.south) / 1000,
        east: box.east - (box.east - box.west) / 1000,
        west: box.west + (box.east - box.west) / 1000,
      }
      expect(tilesOf(inside, z)).toEqual({ west: x, east: x, north: y, south: y })
      expect(tilesOf(inside, z + 1)).toEqual({ west: 2 * x, east: 2 * x + 1, north: 2 * y, south: 2 * y + 1 })
    }),
  )
})

test('tiles of any box lie on the grid and cover it', () => {
  const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true })
  fc.assert(
    fc.property(
      degrees(90),
      degrees(90),
      degrees(180),
      degrees(180),
      fc.integer({ min: 0, max: 20 }),
      (a, b, c, d, z) => {
        const box = { north: Math.max(a, b), south: Math.min(a, b), east: Math.max(c, d), west: Math.min(c, d) }
        const range = tilesOf(box, z)
        for (const index of Object.values(range)) expect(index >= 0 && index < 2 ** z).toBe(true)
        expect(range.west).toBeLessThanOrEqual(range.east)
        expect(range.north).toBeLessThanOrEqual(range.south)
        const covered = boxOf(range, z)
        expect(covered.west).toBeLessThanOrEqual(box.west + 1e-9)
        expect(covered.east).toBeGreaterThanOrEqual(box.east - 1e-9)
      },
    ),
  )
})
