import { beforeEach, describe, expect, test } from 'vitest'
import { family } from '#runtime/kit/family.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { changing, flightsForTests } from '../fixtures/flights-server.ts'
import { flights } from '../index.ts'
import { positionExamples } from '../providers/position-examples.ts'

/** What serves the query for a place. */
let found: unknown
const provenance = { source: 'Nominatim', as_of: '2026-11-20T17:00:00Z', stale: false }

/** The family with places of this test. */
const tested = family('flights', {
  ...flights,
  open: (world) =>
    flights.open({
      ...world,
      query: async ({ answer }) => {
        if (found instanceof Error) throw found
        return found === undefined ? undefined : answer.parse(found)
      },
    }),
})

const { server, standIn, lastPath } = flightsForTests({ families: [tested] })
beforeEach(() => {
  found = undefined
})

describe('flights.overhead', () => {
  const here = { lat: 51.4706, lon: -0.4619 }

  test('lists aircraft, nearest first, without cars and without aircraft of unknown position', async () => {
    const { items, total, place, radius_nm, text, ...rest } = await server().anonymous.ok('flights.overhead', here)
    expect(items.map(({ hex, distance_nm, compass }) => [hex, distance_nm, compass])).toEqual([
      ['4ca9d2', 0.4, 'E'],
      ['3c6589', 5.9, 'E'],
      ['406f78', 8.1, 'WNW'],
    ])
    expect([total, place, radius_nm]).toEqual([3, '51.4706, -0.4619', 30])
    expect(rest).toMatchObject({ source: 'adsb.lol', licence: 'ODbL 1.0', stale: false })
    expect(items[2]).toMatchObject({
      callsign: 'BAW117',
      flight: 'BA117',
      airline: 'British Airways',
      registration: 'G-ZBKL',
      type_name: 'Boeing 787-9',
      on_ground: false,
      altitude_ft: 7425,
      climb_fpm: 1856,
      observed: new Date(server().clock.now() - 1400).toISOString(),
    })
    expect(text).toContain(
      'British Airways BA117, a Boeing 787-9 (G-ZBKL), climbs through 7,425 ft at 296 kt heading west',
    )
  })

  test('derives no flight number from a callsign with letters, and omits on the ground what only flying aircraft have', async () => {
    const { items } = await server().anonymous.ok('flights.overhead', here)
    expect(items[0]).toMatchObject({ callsign: 'EIN16R', airline: 'Aer Lingus', on_ground: true })
    for (const field of ['flight', 'altitude_ft', 'climb_fpm', 'heading_deg', 'emergency']) {
      expect(items[0]).not.toHaveProperty(field)
    }
  })

  test('within the radius only, though requests are for circles that callers share', async () => {
    const { items } = await server().anonymous.ok('flights.overhead', { ...here, radius_nm: 6 })
    expect(items).toHaveLength(2)
    expect(lastPath()).toBe('/v2/lat/51.47/lon/-0.46/dist/10')
    const before = standIn().requests.length
    await server().anonymous.ok('flights.overhead', { lat: 51.4711, lon: -0.4602, radius_nm: 8 })
    expect(standIn().requests.length).toBe(before)
    await server().anonymous.ok('flights.overhead', { ...here, radius_nm: 250 })
    expect(lastPath()).toBe('/v2/lat/51.4706/lon/-0.4619/dist/250')
  })

  test.each([
    ['the antimeridian', { lat: -17, lon: 179.99 }],
    ['the north pole', { lat: 90, lon: 0 }],
    ['the south pole', { lat: -90, lon: 0 }],
    ['0,0', { lat: 0, lon: 0 }],
    ['just west of Greenwich', { lat: -0.001, lon: -0.001 }],
  ])('at %s finds what is near', async (_where, point) => {
    const { items } = await server().anonymous.ok('flights.overhead', point)
    expect(items.length).toBeGreaterThan(1)
    for (const { distance_nm, bearing_deg } of items) {
      expect(distance_nm).toBeLessThanOrEqual(30)
      expect(bearing_deg).toBeGreaterThanOrEqual(0)
      expect(bearing_deg).toBeLessThan(360)
    }
    expect(lastPath()).not.toContain('-0.00')
  })

  test('lists at most 200, and total counts all', async () => {
    standIn().answers = (request, now) => {
      const json = positionExamples(request, now)?.json as { ac: Record<string, unknown>[] }
      const [first = {}] = json.ac
      const ac = Array.from({ length: 1500 }, (_, n) => ({
        ...first,
        hex: (0x400000 + n).toString(16),
        lat: 51.47 + n / 10_000,
      }))
      return { json: { ...json, ac } }
    }
    const { items, total, text } = await server().anonymous.ok('flights.overhead', { ...here, radius_nm: 250 })
    expect([items.length, total]).toEqual([200, 1500])
    expect(items.map(({ distance_nm }) => distance_nm)).toEqual(
      items.map(({ distance_nm }) => distance_nm).toSorted((a, b) => a - b),
    )
    expect(text).toContain('And 1480 more.')
  })

  test.each([
    ['7500', 'unlawful_interference'],
    ['7600', 'radio_failure'],
    ['7700', 'general'],
  ])('describes code %s with caution', async (squawk, emergency) => {
    standIn().answers = changing((aircraft) => Object.assign(aircraft, { squawk }))
    const { items, text } = await server().anonymous.ok('flights.overhead', here)
    expect(items[0]).toMatchObject({ squawk, emergency })
    expect(text).toContain('codes are sometimes set by mistake')
    expect(text).not.toMatch(/hijack/i)
  })

  test('omits fields that an aircraft does not send', async () => {
    standIn().answers = changing((aircraft) => {
      for (const field of Object.keys(aircraft)) if (!['hex', 'lat', 'lon'].includes(field)) delete aircraft[field]
    })
    const { items, text } = await server().anonymous.ok('flights.overhead', here)
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(
      ['bearing_deg', 'compass', 'distance_nm', 'hex', 'lat', 'lon', 'observed', 'on_ground'].sort(),
    )
    expect(text).toContain('The aircraft with the address')
  })

  test('without any aircraft names a possible reason', async () => {
    standIn().answers = (request, now) => ({ json: { ...(positionExamples(request, now)?.json as object), ac: [] } })
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({
      items: [],
      total: 0,
      text: 'No aircraft within 30 nautical miles of 51.4706, -0.4619. Aircraft are visible only near a receiver.',
    })
  })

  test('around coordinates given as text, without looking up a name', async () => {
    found = undefined
    expect(await server().anonymous.ok('flights.overhead', { near: ' 51.4706, -0.4619 ' })).toMatchObject({
      place: '51.4706, -0.4619',
      lat: 51.4706,
      lon: -0.4619,
    })
  })

  test('of an airport by code and by name', async () => {
    for (const near of ['LHR', 'egll', 'Heathrow Airport']) {
      expect(await server().anonymous.ok('flights.overhead', { near })).toMatchObject({
        place: 'London Heathrow Airport',
      })
    }
  })

  test('of a place by its name, before an airport that has the same name', async () => {
    found = { place: 'Windsor, England', lat: 51.4817, lon: -0.6136, provenance }
    expect(await server().anonymous.ok('flights.overhead', { near: 'Windsor' })).toMatchObject({
      place: 'Windsor, England',
    })
    found = undefined
    expect(await server().anonymous.ok('flights.overhead', { near: 'Windsor' })).toMatchObject({
      place: 'Windsor Airport',
    })
  })

  test('of a name in mixed case that is spelt like a code', async () => {
    found = { place: 'Lima, Peru', lat: -12.05, lon: -77.04, provenance }
    expect(await server().anonymous.ok('flights.overhead', { near: 'Lima' })).toMatchObject({ place: 'Lima, Peru' })
  })

  test('of an unknown name fails, also when the query for the place fails', async () => {
    expect(await server().anonymous.fails('flights.overhead', { near: 'Nowhere at all' })).toMatchObject({
      status: 400,
      body: { code: 'not_found' },
    })
    found = new OutboundFailure('network', 'Nominatim cannot be reached right now; try again later.')
    expect(await server().anonymous.fails('flights.overhead', { near: 'Nowhere at all' })).toMatchObject({
      status: 502,
    })
    expect(await server().anonymous.ok('flights.overhead', { near: 'Zurich' })).toMatchObject({
      place: 'Zürich Airport',
    })
  })
})
