import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { spent } from '#testing/spent.ts'
import { placesForTests } from '../fixtures/places-server.ts'

const { server, standIn, another, returning } = placesForTests()
const camden = { lat: 51.5393, lon: -0.1427 }

describe('places.nearby', () => {
  test('lists places around a place, nearest first, with whether they are open in their time zone', async () => {
    const account = await server().account()
    const cost = await spent(server(), account, async () => {
      const found = await account.ok('places.nearby', { near: 'Camden Town station', radius_m: 500 })
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
        cuisine: 'coffee_shop, sandwich',
      })
      expect(found).toMatchObject({ is_truncated: false, radius_m: 500, source: 'OpenStreetMap', licence: 'ODbL 1.0' })
      expect(found.text).toContain('Canal House Coffee (cafe), 8 Jamestown Road, London NW1 7BY, 249 m, open now')
    })
    expect(cost).toBe(5_000_000)
  })

  test('is free from the cache, with whether places are open now', async () => {
    const account = await server().account()
    await account.ok('places.nearby', { ...camden, query: 'cafe' })
    server().clock.advance(9 * 3_600_000)
    expect(
      await spent(server(), account, async () => {
        const { items } = await account.ok('places.nearby', { ...camden, query: 'cafe' })
        expect(items[0]).toMatchObject({ name: 'Canal House Coffee', open_now: false })
      }),
    ).toBe(0)
  })

  test.each([
    [{ phone: '; +44 20 7946 0118 ;+44 20 7946 0119' }, { phone: '+44 20 7946 0118' }],
    [{ 'contact:phone': '+44 20 7946 0118;+44 20 7946 0119' }, { phone: '+44 20 7946 0118' }],
    [{ website: 'closed; https://lock.example/a ;https://lock.example/b' }, { website: 'https://lock.example/a' }],
    [{ 'contact:website': 'https://lock.example/a;https://lock.example/b' }, { website: 'https://lock.example/a' }],
    [{ cuisine: 'thai; ;vegan' }, { cuisine: 'thai, vegan' }],
    [{ phone: ';', website: 'javascript:alert(1);' }, {}],
  ])('reads each value of the tags %j', async (tags, shown) => {
    const account = await server().account()
    const element = { type: 'node', id: 7, ...camden, tags: { amenity: 'cafe', name: 'Lock', ...tags } }
    returning(/api\/interpreter$/, { json: { elements: [element] } })
    const { items } = await account.ok('places.nearby', { ...camden, query: 'cafe' })
    const { phone, website, cuisine } = items[0] ?? {}
    expect({ phone, website, cuisine }).toEqual({ phone: undefined, website: undefined, cuisine: undefined, ...shown })
  })

  test('charges for a search that finds nothing', async () => {
    const account = await server().account()
    returning(/api\/interpreter$/, { json: { elements: [] } })
    expect(
      await spent(server(), account, async () => {
        expect(await account.ok('places.nearby', camden)).toMatchObject({ items: [], is_truncated: false })
      }),
    ).toBe(5_000_000)
  })

  test('searches circle by circle until it has enough, and returns the nearest twenty', async () => {
    const account = await server().account()
    const before = standIn().requests.length
    await account.ok('places.nearby', { ...camden, radius_m: 50_000 })
    const radii = standIn()
      .requests.slice(before)
      .map(({ query }) => /around:(\d+)/.exec(query.get('data') ?? '')?.[1])
    expect(radii).toEqual(['1000', '5000', '25000', '50000'])
    const elements = Array.from({ length: 30 }, (_, at) => ({
      type: 'node',
      id: 100 - at,
      lat: camden.lat + (30 - at) * 0.0002,
      lon: camden.lon,
      tags: { shop: 'yes', name: `Shop ${30 - at}` },
    }))
    returning(/api\/interpreter$/, { json: { elements } })
    const { items, is_truncated } = await account.ok('places.nearby', { ...camden, radius_m: 40_000 })
    expect([items.length, is_truncated, items[0]?.name, items[0]?.kind]).toEqual([20, true, 'Shop 1', 'shop'])
  })

  test('fails if the server gave up, instead of returning a part', async () => {
    const account = await server().account()
    returning(/api\/interpreter$/, {
      json: { elements: [], remark: 'runtime error: Query timed out in "query" at line 1' },
    })
    expect(await account.fails('places.nearby', camden)).toMatchObject({ status: 502 })
  })

  test('searches for any text, and escapes it', async () => {
    const account = await server().account()
    await account.ok('places.nearby', { ...camden, query: 'a"];node(1);out; b\\.*' })
    const data = standIn().requests.at(-1)?.query.get('data') ?? ''
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
  const keyed = another(() => ({ GOOGLE_API_KEY: 'secret' }))

  test('places nearby are searched there, by their type or by text, and nothing is cached', async () => {
    const account = await keyed().account()
    const before = standIn().requests.length
    const found = await account.ok('places.nearby', { ...camden, query: 'Cafe' })
    expect(found.items[0]).toMatchObject({ id: 'google:ChIJexample0001', kind: 'cafe', open_now: true })
    expect(found.items[1]).not.toHaveProperty('open_now')
    expect(found).toMatchObject({ source: 'Google Places', attribution: 'Google Maps' })
    expect(found).not.toHaveProperty('licence')
    await account.ok('places.nearby', { ...camden, query: 'Cafe' })
    await account.ok('places.nearby', { ...camden, query: 'sourdough' })
    await account.ok('places.nearby', camden)
    const requests = standIn().requests.slice(before)
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
    returning(/searchNearby$/, { json: {} })
    expect(await account.ok('places.nearby', camden)).toMatchObject({ items: [], source: 'Google Places' })
    returning(/searchNearby$/, { status: 403, json: { error: { code: 403, status: 'PERMISSION_DENIED' } } })
    expect(await account.ok('places.nearby', camden)).toMatchObject({ source: 'OpenStreetMap' })
  })
})

test.each([
  [{}, ['near']],
  [{ lat: 1 }, ['lon']],
  [{ ...camden, radius_m: 0.5 }, ['radius_m']],
  [{ ...camden, radius_m: 50_001 }, ['radius_m']],
  [{ ...camden, query: '' }, ['query']],
] as const)('places.nearby rejects %j, at no cost', async (args, paths) => {
  const account = await server().account()
  const cost = await spent(server(), account, async () => {
    await expectFaults(account, 'places.nearby', args, paths)
  })
  expect(cost).toBe(0)
})
