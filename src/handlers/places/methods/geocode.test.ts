import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { placesForTests } from '../fixtures/places-server.ts'
import { nominatimExamples } from '../providers/nominatim-examples.ts'

const { server, standIn, returning } = placesForTests()

describe('places.geocode', () => {
  test('returns the place at coordinates, and none at sea', async () => {
    const found = await server().anonymous.ok('places.geocode', { address: '51.5309,-0.1233' })
    expect(found).toMatchObject({ items: [{ name: "King's Cross", lat: 51.5308, lon: -0.1238 }], is_truncated: false })
    expect((await server().anonymous.ok('places.geocode', { address: '0, 0' })).items).toEqual([])
    await expectFaults(server().anonymous, 'places.geocode', { address: '95,0' }, ['address'])
  })

  test('returns a place with its address in parts, its extent and its provenance', async () => {
    const found = await server().anonymous.ok('places.geocode', { address: "  King's   Cross station " })
    expect(found.items).toEqual([
      {
        id: 'osm:way/5013364',
        name: "King's Cross",
        address: "King's Cross, Euston Road, London, Greater London, England, N1C 4DE, United Kingdom",
        parts: {
          street: 'Euston Road',
          suburb: "King's Cross",
          city: 'London',
          state: 'England',
          postcode: 'N1C 4DE',
          country: 'United Kingdom',
          country_code: 'GB',
        },
        kind: 'station',
        lat: 51.5308,
        lon: -0.1238,
        bounds: { north: 51.5318, south: 51.5298, east: -0.1218, west: -0.1258 },
      },
    ])
    expect(found).toMatchObject({
      is_truncated: false,
      text: expect.stringContaining('is at 51.53080, -0.12380.'),
      source: 'OpenStreetMap',
      attribution: '© OpenStreetMap contributors',
      licence: 'ODbL 1.0',
      stale: false,
    })
    const request = standIn().requests.at(-1)
    expect(request?.query.get('q')).toBe("King's Cross station")
    expect(request?.headers['user-agent']).toMatch(/^Onedoor\/[\d.]+ \(\+http/)
  })

  test('returns an empty list for an unknown name', async () => {
    const found = await server().anonymous.ok('places.geocode', { address: 'Xyzzy' })
    expect(found).toMatchObject({ items: [], is_truncated: false, text: 'No place named "Xyzzy" was found.' })
  })

  test('returns twenty matches and says that there are more', async () => {
    const query = new URLSearchParams({ q: 'Ben Nevis' })
    const answer = nominatimExamples({ method: 'GET', path: '/search', query, body: undefined }, 0)
    const one = (answer?.json as Record<string, unknown>[] | undefined)?.[0]
    returning(/search$/, { json: Array.from({ length: 21 }, (_, at) => ({ ...one, osm_id: at + 1 })) })
    const { items, is_truncated } = await server().anonymous.ok('places.geocode', { address: 'Springfield' })
    expect([items.length, is_truncated]).toEqual([20, true])
  })

  test('omits what is not known', async () => {
    const bare = {
      lat: '1',
      lon: '-2.5',
      category: 'building',
      type: 'yes',
      display_name: '5, Road',
      name: '',
      osm_type: 'way',
      osm_id: 7,
    }
    returning(/search$/, { json: [bare] })
    const { items } = await server().anonymous.ok('places.geocode', { address: 'x' })
    expect(items).toEqual([{ address: '5, Road', parts: {}, kind: 'building', lat: 1, lon: -2.5 }])
  })

  test('makes one request for simultaneous calls, and no other for a day', async () => {
    const before = standIn().requests.length
    await Promise.all(
      Array.from({ length: 20 }, () => server().anonymous.ok('places.geocode', { address: 'Helvellyn' })),
    )
    server().clock.advance(86_399_000)
    await server().anonymous.ok('places.geocode', { address: 'HELVELLYN' })
    expect(standIn().requests.length - before).toBe(1)
  })
})
