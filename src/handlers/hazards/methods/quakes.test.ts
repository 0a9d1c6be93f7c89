import { describe, expect, test } from 'vitest'
import { changing, good, hazardsForTests } from '../fixtures/hazards-server.ts'
import { usgsExamples } from '../providers/usgs-examples.ts'

const { server, standIn } = hazardsForTests()

const lastPath = () => standIn().requests.at(-1)?.path

describe('hazards.quakes', () => {
  test.each([
    ['an impact that is still pending', { properties: { alert: 'pending' } }, 2, undefined],
    ['no time', { properties: { time: null } }, 1, 1],
    ['a longitude of 190', { geometry: { coordinates: [190, 37, 10] } }, 1, 1],
  ])('an earthquake with %s takes no other with it', async (_, changes, total, skipped) => {
    standIn().answers = changing(usgsExamples, 'features', (feature) => {
      for (const [name, members] of Object.entries(changes)) Object.assign(feature[name] as object, members)
    })
    const answer = await server().anonymous.ok('hazards.quakes', {})
    expect([answer.total, answer.skipped]).toEqual([total, skipped])
  })

  test('lists earthquakes only, newest first, with age, place and a caution about the tsunami flag', async () => {
    const { items, total, ...rest } = await server().anonymous.ok('hazards.quakes', {})
    expect(items.map(({ id, age_s, tsunami_check }) => [id, age_s, tsunami_check])).toEqual([
      ['us7000r2p1', 1200, true],
      ['us7000r2k8', 2400, false],
    ])
    expect(total).toBe(2)
    expect(rest).toMatchObject({ source: 'U.S. Geological Survey', licence: 'Public domain', stale: false })
    expect(rest.text).toContain('This service does not know whether there is a tsunami')
    expect(items[0]).not.toHaveProperty('distance_km')
  })

  test.each([
    [0, 'all'],
    [0.99, 'all'],
    [1, '1.0'],
    [2.5, '2.5'],
    [4.4, '2.5'],
    [4.5, '4.5'],
    [7, '4.5'],
  ])('from magnitude %d come from the feed %s, which has them all', async (min, feed) => {
    const { items } = await server().anonymous.ok('hazards.quakes', { min, period: 'week' })
    expect(lastPath()).toBe(`/earthquakes/feed/v1.0/summary/${feed}_week.geojson`)
    expect(items.every(({ magnitude }) => magnitude >= min)).toBe(true)
  })

  test('around a point are nearest first, also across the antimeridian', async () => {
    const { items, text } = await server().anonymous.ok('hazards.quakes', { lat: -18, lon: 179, within_km: 20_000 })
    expect(items.map(({ id, distance_km = 0 }) => [id, Math.round(distance_km)])).toEqual([
      ['us7000r2p1', 282],
      ['us7000r2k8', expect.any(Number)],
    ])
    expect(text).toContain('282 km away')
    expect(await server().anonymous.ok('hazards.quakes', { lat: -18, lon: 179 })).toMatchObject({ total: 1 })
    expect(await server().anonymous.ok('hazards.quakes', { lat: 0, lon: 0 })).toMatchObject({ total: 0, items: [] })
  })

  test('are at most 500, and total counts all', async () => {
    standIn().answers = (request, now) => {
      const answer = usgsExamples(request, now)
      const json = answer?.json as { features: Record<string, unknown>[] }
      const [first = {}] = json.features
      return { json: { ...json, features: Array.from({ length: 1200 }, (_, n) => ({ ...first, id: `us${n}` })) } }
    }
    const { items, total, text } = await server().anonymous.ok('hazards.quakes', {})
    expect([items.length, total]).toEqual([500, 1200])
    expect(text).toContain('And 1185 more.')
  })

  test('omit unknown fields', async () => {
    standIn().answers = changing(usgsExamples, 'features', (feature) => {
      Object.assign(feature.properties as object, { place: null, alert: null, magType: null })
      Object.assign(feature.geometry as object, { coordinates: [141.8, 37.5, null] })
    })
    const { items } = await server().anonymous.ok('hazards.quakes', { min: 0 })
    const quake = items.find(({ id }) => id === 'us7000r2k8')
    expect(Object.keys(quake ?? {}).sort()).toEqual(
      ['age_s', 'id', 'lat', 'lon', 'magnitude', 'occurred', 'reviewed', 'tsunami_check', 'url'].sort(),
    )
  })
})

test('earthquakes have their current age, and newer data are returned once there are any', async () => {
  const read = async (min: number) => {
    const { items, text } = await server().anonymous.ok('hazards.quakes', { min })
    return [items.map(({ age_s, magnitude }) => [age_s, magnitude]), text.includes('21 minutes ago')]
  }
  const results = [await read(6), await read(6), await read(7)]
  for (const ms of [999, 1, 58_999, 1]) {
    server().clock.advance(ms)
    results.push(await read(6))
  }
  expect(results).toEqual([
    [[[1200, 6.9]], false],
    [[[1200, 6.9]], false],
    [[], false],
    [[[1200, 6.9]], false],
    [[[1201, 6.9]], false],
    [[[1259, 6.9]], false],
    [[[1260, 6.9]], true],
  ])
  standIn().answers = (request, now) => {
    const json = good(request, now)?.json as { features: { properties: { mag: number | null } }[] }
    for (const { properties } of json.features) if (properties.mag === 6.9) properties.mag = 7.1
    return { json }
  }
  server().clock.advance(3 * 60_000)
  expect([await read(6), await read(7)]).toEqual([
    [[[1200, 7.1]], false],
    [[[1200, 7.1]], false],
  ])
})
