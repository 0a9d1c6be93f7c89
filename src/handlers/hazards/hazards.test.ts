import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { serverForTests } from '#testing/server.ts'
import { environmentAgencyExamples } from './providers/environment-agency-examples.ts'
import { gdacsExamples } from './providers/gdacs-examples.ts'
import { usgsExamples } from './providers/usgs-examples.ts'

let standIn: ProviderStandIn
const settings: Record<string, string> = {}
const good: Examples = (request, now) =>
  usgsExamples(request, now) ?? gdacsExamples(request, now) ?? environmentAgencyExamples(request, now)

beforeAll(async () => {
  standIn = await startProviderStandIn(good, () => server().clock.now())
  for (const name of ['USGS_BASE_URL', 'GDACS_BASE_URL', 'ENVIRONMENT_AGENCY_BASE_URL']) settings[name] = standIn.url
})
const server = serverForTests({ settings })
afterAll(() => standIn[Symbol.asyncDispose]())
beforeEach(() => {
  standIn.answers = good
  // Expires everything that an earlier test has cached.
  server().clock.advance(40 * 86_400_000)
})

/** Changes the first entry of a payload's list. */
function changing(examples: Examples, list: string, change: (entry: Record<string, unknown>) => void): Examples {
  return (request, now) => {
    const answer = examples(request, now)
    const json = answer?.json as Record<string, Record<string, unknown>[]> | undefined
    if (json?.[list]?.[0]) change(json[list][0])
    return answer
  }
}

/** Replaces a payload's list by `count` entries made from its first. */
function repeating(
  examples: Examples,
  list: string,
  count: number,
  make: (entry: Record<string, unknown>, n: number) => Record<string, unknown>,
): Examples {
  return (request, now) => {
    const answer = examples(request, now)
    const json = answer?.json as Record<string, Record<string, unknown>[]> | undefined
    const first = json?.[list]?.[0]
    if (!first) return answer
    return { json: { ...json, [list]: Array.from({ length: count }, (_, n) => make(first, n)) } }
  }
}

const lastPath = () => standIn.requests.at(-1)?.path

describe('hazards.quakes', () => {
  test.each([
    ['an impact that is still pending', { properties: { alert: 'pending' } }, 2, undefined],
    ['no time', { properties: { time: null } }, 1, 1],
    ['a longitude of 190', { geometry: { coordinates: [190, 37, 10] } }, 1, 1],
  ])('an earthquake with %s takes no other with it', async (_, changes, total, skipped) => {
    standIn.answers = changing(usgsExamples, 'features', (feature) => {
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
    standIn.answers = (request, now) => {
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
    standIn.answers = changing(usgsExamples, 'features', (feature) => {
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
  standIn.answers = (request, now) => {
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

describe('hazards.alerts', () => {
  test('lists current disasters with their countries, the worst first', async () => {
    const { items, total, text, attribution } = await server().anonymous.ok('hazards.alerts', {})
    expect(items.map(({ id, kind, level }) => [id, kind, level])).toEqual([
      ['TC1001234', 'cyclone', 'orange'],
      ['FL1102988', 'flood', 'green'],
    ])
    expect(total).toBe(2)
    expect(items[0]?.countries).toEqual([{ name: 'Philippines', code: 'PH' }])
    expect(items[1]).not.toHaveProperty('severity')
    expect(text).toContain('2 alerts.')
    expect(attribution).toContain('GDACS')
  })

  test('of a level and above', async () => {
    expect(await server().anonymous.ok('hazards.alerts', { level: 'orange' })).toMatchObject({ total: 1 })
    expect(await server().anonymous.ok('hazards.alerts', { level: 'red' })).toMatchObject({
      total: 0,
      text: 'No red alerts.',
    })
  })

  test('around a point, within 1000 km by default', async () => {
    const manila = { lat: 14.5995, lon: 120.9842 }
    const { items } = await server().anonymous.ok('hazards.alerts', manila)
    expect(items).toEqual([expect.objectContaining({ id: 'TC1001234', distance_km: expect.closeTo(302.6, 0) })])
    expect(await server().anonymous.ok('hazards.alerts', { ...manila, within_km: 300 })).toMatchObject({ total: 0 })
  })

  test('of an unknown kind are listed as other', async () => {
    standIn.answers = changing(gdacsExamples, 'features', (feature) => {
      Object.assign(feature.properties as object, {
        eventtype: 'XX',
        eventname: '',
        name: null,
        affectedcountries: null,
      })
    })
    const { items } = await server().anonymous.ok('hazards.alerts', { level: 'orange' })
    expect(items[0]).toMatchObject({
      kind: 'other',
      name: 'Disaster in Philippines',
      countries: [{ name: 'Philippines' }],
    })
  })

  test('are at most 200, and total counts all', async () => {
    standIn.answers = repeating(gdacsExamples, 'features', 900, (feature, n) => {
      const properties = { ...(feature.properties as object), eventid: n, iscurrent: 'true' }
      return { ...feature, properties }
    })
    const { items, total } = await server().anonymous.ok('hazards.alerts', {})
    expect([items.length, new Set(items.map(({ id }) => id)).size, total]).toEqual([200, 200, 900])
  })

  test.each([
    ['level', { alertlevel: 'Purple' }],
    ['form of date', { fromdate: '26 Nov 2026' }],
  ])('of an unknown %s are left out and counted, and the others are listed', async (_, properties) => {
    standIn.answers = changing(gdacsExamples, 'features', (feature) => {
      Object.assign(feature.properties as object, properties)
    })
    const { items, skipped } = await server().anonymous.ok('hazards.alerts', {})
    expect([items.map(({ id }) => id), skipped]).toEqual([['FL1102988'], 1])
  })

  test('that are listed without an address have the address of their report', async () => {
    standIn.answers = changing(gdacsExamples, 'features', (feature) => {
      Object.assign(feature.properties as object, { url: null })
    })
    const { items, skipped } = await server().anonymous.ok('hazards.alerts', {})
    expect(items.find(({ id }) => id === 'TC1001234')?.url).toBe(
      'https://www.gdacs.org/report.aspx?eventtype=TC&eventid=1001234',
    )
    expect(skipped).toBeUndefined()
  })

  test('fail with their provider if most of them are odd', async () => {
    standIn.answers = repeating(gdacsExamples, 'features', 3, (feature, n) =>
      n === 0 ? feature : { ...feature, geometry: null },
    )
    expect(await server().anonymous.fails('hazards.alerts', {})).toMatchObject({ status: 502 })
  })
})

describe('hazards.floods', () => {
  test('a flood whose tide is not known as documented is listed, and one without a time is left out and counted', async () => {
    standIn.answers = changing(environmentAgencyExamples, 'items', (flood) => Object.assign(flood, { isTidal: 'true' }))
    const [first] = (await server().anonymous.ok('hazards.floods', {})).items
    expect(first?.id).toBe('031FWFSE230')
    expect(first).not.toHaveProperty('tidal')
    server().clock.advance(40 * 86_400_000)
    standIn.answers = changing(environmentAgencyExamples, 'items', (flood) => {
      if (flood.severity) Object.assign(flood, { timeRaised: null })
    })
    const { items, skipped } = await server().anonymous.ok('hazards.floods', {})
    expect([items.map(({ id }) => id), skipped]).toEqual([['121WAF921'], 1])
  })

  const worcester = { lat: 52.1936, lon: -2.2216 }

  test('lists alerts and warnings in force, the most severe first, with the place of their areas', async () => {
    const { items, total, covered, attribution, licence } = await server().anonymous.ok('hazards.floods', {})
    expect(items.map(({ id, severity, lat }) => [id, severity, lat])).toEqual([
      ['031FWFSE230', 'warning', 52.231],
      ['121WAF921', 'alert', 55.167],
    ])
    expect({ total, covered, licence }).toEqual({ total: 2, covered: true, licence: 'OGL 3.0' })
    expect(attribution).toContain('real-time data API (Beta)')
    expect(items[1]).not.toHaveProperty('message')
  })

  test('around a point, and without alerts if only warnings are requested', async () => {
    const near = await server().anonymous.ok('hazards.floods', worcester)
    expect(near.items).toEqual([expect.objectContaining({ id: '031FWFSE230', distance_km: expect.closeTo(4.3, 1) })])
    const severe = await server().anonymous.ok('hazards.floods', { ...worcester, within_km: 1000, severe: true })
    expect(severe.items.map(({ id }) => id)).toEqual(['031FWFSE230'])
  })

  test.each([
    ['Cardiff', 51.48, -3.18, false],
    ['Wrexham', 53.046, -3.0, false],
    ['Chester', 53.19, -2.89, true],
    ['Edinburgh', 55.95, -3.19, false],
    ['Berwick', 55.77, -2.0, true],
    ['Scilly', 49.91, -6.3, true],
    ['Douglas', 54.15, -4.48, false],
    ['Calais', 50.95, 1.85, false],
  ])('reports whether %s is covered', async (_name, lat, lon, covered) => {
    const answer = await server().anonymous.ok('hazards.floods', { lat, lon, within_km: 1 })
    expect(answer).toMatchObject({ covered, items: [] })
    expect(answer.text.includes('Floods there are not covered')).toBe(!covered)
  })

  test('reads times as local times in England', async () => {
    standIn.answers = changing(environmentAgencyExamples, 'items', (item) => {
      if ('timeRaised' in item) Object.assign(item, { timeRaised: '2026-07-09T20:04:00', timeMessageChanged: null })
    })
    const { items } = await server().anonymous.ok('hazards.floods', {})
    expect(items[0]).toMatchObject({ raised: '2026-07-09T19:04:00.000Z', updated: '2026-07-09T19:04:00.000Z' })
  })

  test('lists a warning of an unknown area around every point', async () => {
    standIn.answers = changing(environmentAgencyExamples, 'items', (item) => {
      if ('floodAreaID' in item) Object.assign(item, { floodAreaID: 'NEW1' })
    })
    const { items } = await server().anonymous.ok('hazards.floods', { lat: 50.1, lon: -5.5 })
    expect(items.map(({ id, distance_km }) => [id, distance_km])).toEqual([['NEW1', undefined]])
  })

  test('are at most 500, and total counts all', async () => {
    standIn.answers = repeating(environmentAgencyExamples, 'items', 1200, (item, n) => ({
      ...item,
      ...('floodAreaID' in item && { floodAreaID: `AREA${n}`, '@id': `${item['@id']}${n}` }),
    }))
    const { items, total } = await server().anonymous.ok('hazards.floods', {})
    expect([items.length, new Set(items.map(({ id }) => id)).size, total]).toEqual([500, 500, 1200])
  })

  test('without a point do not need the areas', async () => {
    standIn.answers = (request, now) => (request.path.endsWith('/floodAreas') ? { json: 'none' } : good(request, now))
    expect((await server().anonymous.ok('hazards.floods', {})).items[0]).not.toHaveProperty('lat')
    expect(await server().anonymous.fails('hazards.floods', worcester)).toMatchObject({ status: 502 })
  })
})

test.each([
  ['hazards.quakes', { lat: 1 }, 'lon'],
  ['hazards.alerts', { lon: 1 }, 'lat'],
  ['hazards.floods', { within_km: 5 }, 'within_km'],
] as const)('%s rejects %j', async (id, args, path) => {
  const { status, body } = await server().anonymous.fails(id, args)
  expect([status, body.code, body.details?.map((fault) => fault.path)]).toEqual([400, 'invalid_argument', [path]])
})

test('many callers at once make one request', async () => {
  const before = standIn.requests.length
  await Promise.all(Array.from({ length: 20 }, () => server().anonymous.ok('hazards.quakes', {})))
  expect(standIn.requests.length - before).toBe(1)
})

test('the metrics have the health of providers, and the server stays ready while one fails', async () => {
  await server().anonymous.ok('hazards.alerts', {})
  standIn.answers = () => ({ status: 500, json: {} })
  await server().anonymous.fails('hazards.quakes', {})
  const metrics = await (await fetch(`${server().url}/metrics`)).text()
  expect(metrics).toMatch(/^onedoor_provider_requests_total\{provider="gdacs",outcome="ok"\} [1-9]/m)
  expect(metrics).toMatch(/^onedoor_provider_requests_total\{provider="usgs",outcome="status"\} [1-9]/m)
  expect(metrics).toMatch(/^onedoor_provider_breaker_state\{provider="gdacs"\} 0/m)
  expect(metrics).toMatch(/^onedoor_provider_answers_total\{provider="gdacs",from="provider"\} [1-9]/m)
  expect((await fetch(`${server().url}/health/ready`)).status).toBe(200)
})

describe('with PROVIDERS=examples', () => {
  const trying = serverForTests({ settings: { PROVIDERS: 'examples' } })

  test.each(['hazards.quakes', 'hazards.alerts', 'hazards.floods'] as const)(
    '%s returns examples, marked as such',
    async (id) => {
      const answer = await trying().anonymous.ok(id, {})
      expect(answer.items.length).toBeGreaterThan(0)
      expect(answer).toMatchObject({ source: 'example' })
      expect(answer.attribution ?? answer.licence).toMatch(/^Example data/)
    },
  )
})
