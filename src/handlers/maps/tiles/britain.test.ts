import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlines } from '#runtime/graphics/outlines.ts'
import { isInBritain } from './britain.ts'
import { boxOf, minZoom, showsBritain, tilesOf } from './tile-grid.ts'

const at = (lat: number, lon: number) => ({ lat, lon })

test.each([
  ['Bishop Rock', at(49.873, -6.445)],
  ["Land's End", at(50.066, -5.716)],
  ['the Lizard', at(49.959, -5.206)],
  ['South Foreland', at(51.141, 1.371)],
  ['Lowestoft Ness', at(52.481, 1.763)],
  ['Longstone', at(55.644, -1.611)],
  ['Rattray Head', at(57.615, -1.816)],
  ['North Ronaldsay', at(59.389, -2.381)],
  ['Fair Isle', at(59.53, -1.63)],
  ['Foula', at(60.13, -2.07)],
  ['Out Skerries', at(60.42, -0.73)],
  ['Muckle Flugga', at(60.855, -0.885)],
  ['Sule Skerry', at(59.084, -4.407)],
  ['North Rona', at(59.12, -5.82)],
  ['the Flannan Isles', at(58.288, -7.588)],
  ['St Kilda', at(57.81, -8.58)],
  ['Barra Head', at(56.785, -7.653)],
  ['Skerryvore', at(56.323, -7.114)],
  ['Portnahaven on Islay', at(55.672, -6.518)],
  ['the Mull of Kintyre', at(55.31, -5.803)],
  ['the Mull of Galloway', at(54.635, -4.857)],
  ['Burrow Head', at(54.678, -4.395)],
  ['the Skerries off Anglesey', at(53.421, -4.608)],
  ['Bardsey', at(52.75, -4.8)],
  ['the Smalls', at(51.721, -5.669)],
  ['Lundy', at(51.18, -4.67)],
])('%s is covered', (_place, point) => {
  expect(isInBritain(point)).toBe(true)
})

test.each([
  ['Calais', at(50.95, 1.85)],
  ['Cap Gris-Nez', at(50.87, 1.583)],
  ['Cherbourg', at(49.65, -1.62)],
  ['Guernsey', at(49.45, -2.58)],
  ['the Isle of Man', at(54.15, -4.49)],
  ['the Point of Ayre', at(54.416, -4.368)],
  ['Belfast', at(54.6, -5.93)],
  ['the Copeland Islands', at(54.69, -5.53)],
  ['Torr Head', at(55.2, -6.06)],
  ['Rathlin', at(55.3, -6.2)],
  ['Dublin', at(53.35, -6.26)],
  ['Rockall', at(57.596, -13.687)],
  ['the middle of the North Sea', at(56, 2)],
  ['Bergen', at(60.39, 5.32)],
])('%s is not', (_place, point) => {
  expect(isInBritain(point)).toBe(false)
})

test('every coast around is wholly covered or wholly not, and most of Britain is in one piece', async () => {
  const { fine } = await outlines()
  const near = fine.filter(({ points }) =>
    points.every(({ lat, lon }) => lat > 49.7 && lat < 61 && lon > -11 && lon < 2),
  )
  const sorted = Object.groupBy(near, ({ points }) => {
    const inside = points.filter(isInBritain).length
    return inside === points.length ? 'covered' : inside === 0 ? 'not' : 'cut'
  })
  expect(sorted.cut).toBeUndefined()
  // The main island and the larger of the others; Ireland and its north, Man.
  expect(sorted.covered?.length).toBeGreaterThan(5)
  expect(Math.max(...(sorted.covered ?? []).map(({ points }) => points.length))).toBeGreaterThan(60)
  expect(sorted.not?.length).toBeGreaterThanOrEqual(2)
})

const tile = fc.integer({ min: minZoom, max: 19 }).chain((z) =>
  fc
    .record({ lat: fc.double({ min: 49, max: 62, noNaN: true }), lon: fc.double({ min: -10, max: 4, noNaN: true }) })
    .map(({ lat, lon }) => {
      const { west: x, north: y } = tilesOf({ north: lat, south: lat, east: lon, west: lon }, z)
      return { z, x, y, lat, lon }
    }),
)

test('a tile with a covered place is covered, and so is one of its four quarters and the tile that it is a quarter of', () => {
  fc.assert(
    fc.property(tile, ({ z, x, y, lat, lon }) => {
      const isCovered = showsBritain({ z, x, y })
      if (isInBritain({ lat, lon })) expect(isCovered).toBe(true)
      const quarters = [0, 1].flatMap((dx) => [0, 1].map((dy) => ({ z: z + 1, x: 2 * x + dx, y: 2 * y + dy })))
      expect(quarters.some(showsBritain)).toBe(isCovered)
      if (isCovered) expect(showsBritain({ z: z - 1, x: x >> 1, y: y >> 1 })).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('a tile that is not covered has no covered place', () => {
  fc.assert(
    fc.property(
      tile,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (of, a, b) => {
        if (showsBritain(of)) return
        const { north, south, east, west } = boxOf({ west: of.x, east: of.x, north: of.y, south: of.y }, of.z)
        expect(isInBritain({ lat: south + (north - south) * a, lon: west + (east - west) * b })).toBe(false)
      },
    ),
    { numRuns: 1000 },
  )
})

test.each([
  ['the whole world', { z: 0, x: 0, y: 0 }, true],
  ['Greenwich', { z: 8, x: 127, y: 85 }, true],
  ['Poland', { z: 8, x: 143, y: 84 }, false],
  ['the corner of the box of Britain, in the Atlantic', { z: 9, x: 244, y: 173 }, false],
])('%s: %j', (_place, of, isCovered) => {
  expect(showsBritain(of)).toBe(isCovered)
})
