import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { destination, distanceKm, type Point } from '../base/geo.ts'
import { type OutlineMap, outlineMap, placedLabels } from './outline-map.ts'
import { outlines } from './outlines.ts'
import { viewOf } from './view.ts'

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})

async function drawn(map: Partial<OutlineMap>): Promise<string> {
  return String(await outlineMap({ id: 'map', title: 'A map', description: 'What is on it.', points: [], ...map }))
}

const landOf = (svg: string) => /class="land" d="([^"]*)"/.exec(svg)?.[1] ?? ''

/** Whether a position of the drawing is on land, by the even-odd rule over the path. */
function isLand(path: string, x: number, y: number): boolean {
  let isIn = false
  for (const ring of path.split('z').filter(Boolean)) {
    const numbers = [...ring.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g)].map(([text]) => Number(text))
    let [atX, atY] = [0, 0]
    const spots: [number, number][] = []
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      atX += numbers[index] as number
      atY += numbers[index + 1] as number
      spots.push([atX, atY])
    }
    for (const [index, [ax, ay]] of spots.entries()) {
      const [bx, by] = spots[(index + 1) % spots.length] as [number, number]
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn
    }
  }
  return isIn
}

describe('a map', () => {
  test('of points shows every one of them, anywhere on earth', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 8 }), (points) => {
        const view = viewOf(points)
        for (const each of points) {
          const { x, y } = view.spotOf(each)
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(view.width)
          expect(y).toBeGreaterThanOrEqual(-12)
          expect(y).toBeLessThanOrEqual(view.height + 12)
        }
      }),
      { numRuns: 300 },
    )
  })

  test.each<[string, Point]>([
    ['the antimeridian', { lat: -17, lon: 180 }],
    ['the north pole', { lat: 90, lon: 0 }],
    ['the south pole', { lat: -90, lon: 77 }],
    ['0,0', { lat: 0, lon: 0 }],
    ['London', { lat: 51.5, lon: -0.1 }],
  ])('of a part of the world around %s has true distances from the middle in all directions', (_where, center) => {
    const view = viewOf([], { center, radiusKm: 300 })
    const middle = view.spotOf(center)
    for (let bearing = 0; bearing < 360; bearing += 30) {
      const [near, far] = [100, 250].map((km) => view.spotOf(destination(center, bearing, km)))
      const away = (spot = middle) => Math.hypot(spot.x - middle.x, spot.y - middle.y)
      expect(away(far) / away(near)).toBeCloseTo(2.5, 1)
      expect(Math.abs(away(near) / ((100 * 250) / (300 * 1.08)) - 1)).toBeLessThan(0.01)
    }
  })

  test.each<[string, Point, boolean]>([
    ['London', { lat: 51.5, lon: -0.1 }, true],
    ['the North Sea', { lat: 56, lon: 3 }, false],
    ['Siberia, far from every coast', { lat: 62, lon: 95 }, true],
    ['Taveuni in Fiji, at the antimeridian', { lat: -16.85, lon: -179.98 }, true],
    ['Chukotka, beyond the antimeridian', { lat: 67, lon: -178 }, true],
    ['the Pacific at 0,180', { lat: 0, lon: 180 }, false],
    ['the south pole', { lat: -89.9, lon: 10 }, true],
    ['the north pole', { lat: 89.9, lon: 10 }, false],
    ['the Tasman Sea, opposite to Spain', { lat: -40, lon: 169 }, false],
    ['0,0', { lat: 0, lon: 0 }, false],
  ])('distinguishes land from sea at %s', async (_where, center, expected) => {
    const path = landOf(await drawn({ part: { center, radiusKm: 200 } }))
    // Close to the middle, where no outline passes by chance.
    expect(isLand(path, 361.3, 250.7)).toBe(expected)
  })

  test.each<[string, Point, boolean]>([
    ['Russia', { lat: 62, lon: 95 }, true],
    ['Chukotka, beyond the antimeridian', { lat: 67, lon: -175.5 }, true],
    ['the sea at the latitude of Fiji', { lat: -16.5, lon: -140 }, false],
    ['the sea at the latitude of Wrangel Island', { lat: 71.2, lon: -15 }, false],
    ['Antarctica', { lat: -85, lon: 60 }, true],
    ['Antarctica at the antimeridian', { lat: -86, lon: 179 }, true],
    ['the Southern Ocean', { lat: -60, lon: 60 }, false],
  ])('of the world distinguishes land from sea at %s', async (_where, { lat, lon }, expected) => {
    const poles = [-88, 84].map((each) => ({ lat: each, lon: 0, title: 'x' }))
    const svg = await drawn({ part: 'world', points: poles })
    expect(isLand(landOf(svg), (lon + 180) * 2, (86 - lat) * 2)).toBe(expected)
  })

  test('of the world cuts a line at the edge, and draws it along the shortest path', async () => {
    const line = {
      title: 'Tokyo to Los Angeles',
      points: [
        { lat: 35.6, lon: 139.8 },
        { lat: 33.9, lon: -118.4 },
      ],
    }
    const svg = await drawn({ part: 'world', lines: [line] })
    const path = /class="way" d="([^"]*)"/.exec(svg)?.[1] ?? ''
    expect(path.match(/M/g)).toHaveLength(2)
    const steps = [...path.matchAll(/L([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
    // North of both ends: the great circle passes the Aleutians.
    expect(Math.min(...steps.map(([, y]) => y ?? 0))).toBeLessThan((84 - 46) * 2)
  })

  test('has a title, a description, and given texts, as text', async () => {
    const svg = await drawn({ title: '<b>', points: [{ lat: 1, lon: 2, title: '"><script>', label: '&1' }] })
    expect(svg).toContain('<title id="map-title">&lt;b&gt;</title>')
    expect(svg).toContain('aria-labelledby="map-title" aria-describedby="map-description"')
    expect(svg).toContain('&amp;1</text>')
    expect(svg).not.toContain('<script')
  })

  test.each(['world', { center: { lat: 50, lon: 10 }, radiusKm: 1500 }] as const)(
    'draws at most 1000 points and stays small',
    async (part) => {
      const points = Array.from({ length: 3000 }, (_, n) => ({ lat: 40 + (n % 20), lon: n % 20, title: 'x' }))
      const svg = await drawn({ points, part })
      expect(svg.match(/<g /g)?.length).toBeLessThanOrEqual(1000)
      expect(landOf(svg).length).toBeLessThan(60_000)
    },
  )
})

test('labels never cover each other and never leave the map', () => {
  const spot = fc.record({
    x: fc.double({ min: 0, max: 720, noNaN: true }),
    y: fc.double({ min: 0, max: 500, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(spot, { maxLength: 60 }), (spots) => {
      const placed = placedLabels(
        spots.map((each, index) => ({ point: { label: String(index + 1) }, spot: each })),
        { width: 720, height: 500 },
      )
      const boxes = placed.map(({ text, x, y, anchor }) => {
        const width = text.length * 13
        const left = x - { start: 0, middle: width / 2, end: width }[anchor]
        return { left, right: left + width, top: y - 19.2, bottom: y + 4.8 }
      })
      for (const [index, box] of boxes.entries()) {
        expect(box.left >= 0 && box.right <= 720 && box.top >= 0 && box.bottom <= 500).toBe(true)
        for (const other of boxes.slice(index + 1)) {
          const isApart =
            box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top
          expect(isApart).toBe(true)
        }
      }
    }),
  )
})

test('the outlines are those of the whole world', async () => {
  const { coarse, fine } = await outlines()
  for (const rings of [coarse, fine]) {
    expect(rings.length).toBeGreaterThan(200)
    expect(
      rings.every(({ points }) => points.every(({ lat, lon }) => Math.abs(lat) <= 90.01 && Math.abs(lon) <= 180.01)),
    ).toBe(true)
    expect(
      rings.every(({ points, center, radiusKm }) =>
        points.every((each) => distanceKm(center, each) <= radiusKm * 1.01),
      ),
    ).toBe(true)
  }
})
