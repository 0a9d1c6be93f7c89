import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { serverForTests } from '#testing/server.ts'
import { googlePlacesExamples } from './providers/google-places-examples.ts'
import { nominatimExamples } from './providers/nominatim-examples.ts'
import { openMeteoExamples } from './providers/open-meteo-examples.ts'
import { overpassExamples } from './providers/overpass-examples.ts'

let standIn: ProviderStandIn
const settings: Record<string, string> = { NOMINATIM_PER_SECOND: '1000' }
const good: Examples = (request, now) =>
  nominatimExamples(request, now) ??
  openMeteoExamples(request, now) ??
  overpassExamples(request, now) ??
  googlePlacesExamples(request, now)

beforeAll(async () => {
  standIn = await startProviderStandIn(good, () => server().clock.now())
  for (const name of ['NOMINATIM', 'OPEN_METEO', 'OVERPASS', 'GOOGLE_PLACES'])
    settings[`${name}_BASE_URL`] = standIn.url
})
const server = serverForTests({ settings })
afterAll(() => standIn[Symbol.asyncDispose]())
beforeEach(() => {
  standIn.answers = good
  // So that nothing cached by an earlier test is used; it is Saturday morning again.
  const sixWeeks = 42 * 86_400_000
  server().clock.advance(sixWeeks - ((server().clock.now() - Date.parse('2026-11-21T09:30:00Z')) % sixWeeks))
})

/** Makes the provider return something else at one path. */
function returning(end: string, json: unknown): void {
  standIn.answers = (request, now) => (request.path.endsWith(end) ? { json } : good(request, now))
}

const requestedPaths = () => standIn.requests.map(({ path }) => path)
const camden = { lat: 51.5393, lon: -0.1427 }

describe('places.geocode', () => {
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
    const request = standIn.requests.at(-1)
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
    returning(
      '/search',
      Array.from({ length: 21 }, (_, at) => ({ ...one, osm_id: at + 1 })),
    )
    const { items, is_truncated } = await server().anonymous.ok('places.geocode', { address: 'Springfield' })
    expect([items.length, is_truncated]).toEqual([20, true])
  })

  test('omits what is not known', async () => {
    returning('/search', [
      {
        lat: '1',
        lon: '-2.5',
        category: 'building',
        type: 'yes',
        display_name: '5, Road',
        name: '',
        osm_type: 'way',
        osm_id: 7,
      },
    ])
    const { items } = await server().anonymous.ok('places.geocode', { address: 'x' })
    expect(items).toEqual([{ address: '5, Road', parts: {}, kind: 'building', lat: 1, lon: -2.5 }])
  })

  test('makes one request for simultaneous calls, and no other for a day', async () => {
    const before = requestedPaths().length
    await Promise.all(
      Array.from({ length: 20 }, () => server().anonymous.ok('places.geocode', { address: 'Helvellyn' })),
    )
    server().clock.advance(86_399_000)
    await server().anonymous.ok('places.geocode', { address: 'HELVELLYN' })
    expect(requestedPaths().length - before).toBe(1)
  })
})

describe('places.address', () => {
  test('returns the address at a point, with the distance to it', async () => {
    const found = await server().anonymous.ok('places.address', { lat: 51.5309, lon: -0.1233 })
    expect(found).toMatchObject({ name: "King's Cross", kind: 'station', distance_m: 36, lat: 51.5308, lon: -0.1238 })
    expect(found).not.toHaveProperty('id')
  })

  test('finds nothing at sea, also at 0, 0', async () => {
    const { status, body } = await server().anonymous.fails('places.address', { lat: 0, lon: 0 })
    expect([status, body.code]).toEqual([400, 'not_found'])
    expect(body.error).toContain('0.00000, 0.00000')
  })
})

describe('places.elevation', () => {
  test('returns metres and feet, with the attributions of the model and of the name', async () => {
    const found = await server().anonymous.ok('places.elevation', { place: 'Ben Nevis' })
    expect(found).toMatchObject({
      place: 'Ben Nevis, Highland, Scotland, United Kingdom',
      height_m: 1331,
      height_ft: 4367,
      resolution_m: 90,
      text: 'Ben Nevis, Highland, Scotland, United Kingdom is 1,331 m (4,367 ft) above sea level.',
      source: 'Open-Meteo',
      attribution: 'Open-Meteo, with data of the Copernicus DEM GLO-90; © OpenStreetMap contributors',
    })
  })

  test('looks up no name if there are coordinates', async () => {
    const before = requestedPaths().length
    const found = await server().anonymous.ok('places.elevation', { place: 'Ben Nevis', lat: 10.00001, lon: 20 })
    expect(found).toMatchObject({
      lat: 10.00001,
      height_m: 38,
      attribution: expect.not.stringContaining('OpenStreetMap'),
    })
    expect(found).not.toHaveProperty('place')
    expect(requestedPaths().slice(before)).toEqual(['/v1/elevation'])
  })

  test.each([
    [0, 'at sea level'],
    [-430.4, '430 m (1,412 ft) below sea level'],
  ])('describes %d m in words', async (height, words) => {
    returning('/v1/elevation', { elevation: [height] })
    expect((await server().anonymous.ok('places.elevation', { lat: 31.5, lon: 35.5 })).text).toContain(words)
  })

  test('is not found if the model has no value or the name is unknown', async () => {
    returning('/v1/elevation', { elevation: [null] })
    expect((await server().anonymous.fails('places.elevation', { lat: -89, lon: 0 })).body.code).toBe('not_found')
    expect((await server().anonymous.fails('places.elevation', { place: 'Xyzzy' })).body.code).toBe('not_found')
  })
})

describe('places.nearby', () => {
  const rich = async () => {
    const account = await server().account()
    return {
      account,
      spent: async (work: () => Promise<unknown>) => {
        const before = await server().ledger.balance(account.id)
        await work()
        return before.balance - (await server().ledger.balance(account.id)).balance
      },
    }
  }

  test('lists places around a place, nearest first, with whether they are open in their time zone', async () => {
    const { account, spent } = await rich()
    const cost = await spent(async () => {
      const found = await account.ok('places.nearby', { near: 'Camden Town station', radius: 500 })
      expect(found.items.map(({ name, kind, distance_m, open_now }) => [name, kind, distance_m, open_now])).toEqual([
        ['Camden Pharmacy', 'pharmacy', 106, undefined],
        ['Canal House Coffee', 'cafe', 249, true],
        ['Delancey Bakery', 'cafe', 355, undefined],
      ])
      expect(found.items[1]).toEqual({
        id: 'osm:node/2463807711',
        name: 'Canal House Coffee',
        kind: 'cafe',
        address: '8 Jamestown Road, London NW1 7BY',
        lat: expect.closeTo(51.5413, 4),
        lon: expect.closeTo(-0.1443, 4),
        distance_m: 249,
        open_now: true,
        opening_hours: 'Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00',
        phone: '+44 20 7946 0118',
        website: 'https://canalhousecoffee.example/',
        cuisine: 'coffee_shop',
      })
      expect(found).toMatchObject({ is_truncated: false, radius_m: 500, source: 'OpenStreetMap', licence: 'ODbL 1.0' })
      expect(found.text).toContain('Canal House Coffee (cafe), 8 Jamestown Road, London NW1 7BY, 249 m, open now')
    })
    expect(cost).toBe(5_000_000)
  })

  test('is free from the cache, with whether places are open now', async () => {
    const { account, spent } = await rich()
    await account.ok('places.nearby', { ...camden, query: 'cafe' })
    server().clock.advance(9 * 3_600_000)
    expect(
      await spent(async () => {
        const { items } = await account.ok('places.nearby', { ...camden, query: 'cafe' })
        expect(items[0]).toMatchObject({ name: 'Canal House Coffee', open_now: false })
      }),
    ).toBe(0)
  })

  test('charges for a search that finds nothing', async () => {
    const { account, spent } = await rich()
    returning('/api/interpreter', { elements: [] })
    expect(
      await spent(async () => {
        expect(await account.ok('places.nearby', camden)).toMatchObject({ items: [], is_truncated: false })
      }),
    ).toBe(5_000_000)
  })

  test('searches circle by circle until it has enough, and returns the nearest twenty', async () => {
    const { account } = await rich()
    const before = requestedPaths().length
    await account.ok('places.nearby', { ...camden, radius: 50_000 })
    const radii = standIn.requests.slice(before).map(({ query }) => /around:(\d+)/.exec(query.get('data') ?? '')?.[1])
    expect(radii).toEqual(['1000', '5000', '25000', '50000'])
    const elements = Array.from({ length: 30 }, (_, at) => ({
      type: 'node',
      id: 100 - at,
      lat: camden.lat + (30 - at) * 0.0002,
      lon: camden.lon,
      tags: { shop: 'yes', name: `Shop ${30 - at}` },
    }))
    returning('/api/interpreter', { elements })
    const { items, is_truncated } = await account.ok('places.nearby', { ...camden, radius: 40_000 })
    expect([items.length, is_truncated, items[0]?.name, items[0]?.kind]).toEqual([20, true, 'Shop 1', 'shop'])
  })

  test('fails if the server gave up, instead of returning a part', async () => {
    const { account } = await rich()
    returning('/api/interpreter', { elements: [], remark: 'runtime error: Query timed out in "query" at line 1' })
    expect(await account.fails('places.nearby', camden)).toMatchObject({ status: 502 })
  })

  test('searches for any text, and escapes it', async () => {
    const { account } = await rich()
    await account.ok('places.nearby', { ...camden, query: 'a"];node(1);out; b\\.*' })
    const data = standIn.requests.at(-1)?.query.get('data') ?? ''
    expect(data).toContain(
      String.raw`["name"~"a\"\\];node\\(1\\);out;[ _]b\\\\\\.\\*",i](around:1000,51.53930,-0.14270);`,
    )
    const outside = data.replace(/"(?:[^"\\]|\\.)*"/g, '""')
    expect(outside).toMatch(
      /^\[out:json\]\[timeout:15\];\((?:nwr\[""~"",i\]\(around:1000,51\.53930,-0\.14270\);)+\);out center;$/,
    )
  })
})

describe('with a key of Google', () => {
  const keyed = serverForTests({
    settings: {
      ...settings,
      get GOOGLE_PLACES_BASE_URL() {
        return standIn.url
      },
      get OVERPASS_BASE_URL() {
        return standIn.url
      },
      GOOGLE_API_KEY: 'secret',
    },
  })

  test('places nearby are searched there, by their type or by text, and nothing is cached', async () => {
    const account = await keyed().account()
    const before = standIn.requests.length
    const found = await account.ok('places.nearby', { ...camden, query: 'Cafe' })
    expect(found.items[0]).toMatchObject({ id: 'google:ChIJexample0001', kind: 'cafe', open_now: true })
    expect(found.items[1]).not.toHaveProperty('open_now')
    expect(found).toMatchObject({ source: 'Google Places', attribution: 'Google Maps' })
    expect(found).not.toHaveProperty('licence')
    await account.ok('places.nearby', { ...camden, query: 'Cafe' })
    await account.ok('places.nearby', { ...camden, query: 'sourdough' })
    await account.ok('places.nearby', camden)
    const requests = standIn.requests.slice(before)
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/places:searchNearby',
      'POST /v1/places:searchNearby',
      'POST /v1/places:searchText',
      'POST /v1/places:searchNearby',
    ])
    expect(requests[0]?.headers).toMatchObject({
      'x-goog-api-key': 'secret',
      'x-goog-fieldmask': expect.stringContaining('places.displayName'),
    })
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ includedTypes: ['cafe'], rankPreference: 'DISTANCE' })
    expect(JSON.parse(requests[2]?.body ?? '')).toMatchObject({ textQuery: 'sourdough' })
  })

  test('an empty response is an empty list, and OpenStreetMap serves when Google fails', async () => {
    const account = await keyed().account()
    returning('searchNearby', {})
    expect(await account.ok('places.nearby', camden)).toMatchObject({ items: [], source: 'Google Places' })
    standIn.answers = (request, now) =>
      request.path.endsWith('searchNearby')
        ? { status: 403, json: { error: { code: 403, status: 'PERMISSION_DENIED' } } }
        : good(request, now)
    expect(await account.ok('places.nearby', camden)).toMatchObject({ source: 'OpenStreetMap' })
  })
})

test.each([
  ['places.geocode', {}, ['address']],
  ['places.geocode', { address: ' ' }, ['address']],
  ['places.address', { lat: 1 }, ['lon']],
  ['places.address', { lat: 90.1, lon: 180.1 }, ['lat', 'lon']],
  ['places.elevation', {}, ['place']],
  ['places.elevation', { lat: 1 }, ['lon']],
  ['places.elevation', { lon: 1, place: 'Ben Nevis' }, ['lat']],
] as const)('%s rejects %j', async (id, args, paths) => {
  const { status, body } = await server().anonymous.fails(id, args)
  expect([status, body.code, body.details?.map(({ path }) => path)]).toEqual([400, 'invalid_argument', paths])
})

test.each([
  [{}, ['near']],
  [{ lat: 1 }, ['lon']],
  [{ ...camden, radius: 0.5 }, ['radius']],
  [{ ...camden, radius: 50_001 }, ['radius']],
  [{ ...camden, query: '' }, ['query']],
] as const)('places.nearby rejects %j, at no cost', async (args, paths) => {
  const account = await server().account()
  const before = await server().ledger.balance(account.id)
  const { body } = await account.fails('places.nearby', args)
  expect([body.code, body.details?.map(({ path }) => path)]).toEqual(['invalid_argument', paths])
  expect(await server().ledger.balance(account.id)).toEqual(before)
})

describe('with PROVIDERS=examples', () => {
  const trying = serverForTests({ settings: { PROVIDERS: 'examples' } })

  test.each([
    ['places.geocode', { address: "King's Cross station, London" }],
    ['places.address', { lat: 51.5309, lon: -0.1233 }],
    ['places.elevation', { place: 'Ben Nevis' }],
    ['places.nearby', { near: 'Camden Town station, London', query: 'cafe', radius: 500 }],
  ] as const)('%s returns results that are marked as examples', async (id, args) => {
    const account = await trying().account()
    const answer = await account.ok(id, args as never)
    expect(answer).toMatchObject({ source: 'example', attribution: expect.stringMatching(/^Example data/) })
  })
})
