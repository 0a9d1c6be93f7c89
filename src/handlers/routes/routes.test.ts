import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallArgs } from '#generated/server/handlers.ts'
import { nominatimExamples } from '#handlers/places/providers/nominatim-examples.ts'
import type { ExampleResponse, Examples } from '#runtime/outbound/description.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { serverForTests, type TestAccount, type TestServer } from '#testing/server.ts'
import { decodePolyline } from './providers/polyline.ts'
import { googleRoutesExamples, osrmExamples, valhallaExamples } from './providers/router-examples.ts'

let standIn: ProviderStandIn
const good: Examples = (request, now) =>
  nominatimExamples(request, now) ??
  osrmExamples(request, now) ??
  valhallaExamples(request, now) ??
  googleRoutesExamples(request, now)

const paced = { NOMINATIM_PER_SECOND: '1000', OSRM_PER_SECOND: '1000' }
const settings: Record<string, string> = { ...paced }
const keyedSettings: Record<string, string> = { ...paced, GOOGLE_API_KEY: 'secret' }
const valhallaSettings: Record<string, string> = { ...paced }

beforeAll(async () => {
  standIn = await startProviderStandIn(good, () => server().clock.now())
  const { url } = standIn
  Object.assign(settings, { NOMINATIM_BASE_URL: url, OSRM_BASE_URL: url })
  Object.assign(keyedSettings, settings, { GOOGLE_ROUTES_BASE_URL: url })
  Object.assign(valhallaSettings, settings, { VALHALLA_BASE_URL: url })
})
const server = serverForTests({ settings })
const keyed = serverForTests({ settings: keyedSettings })
const withValhalla = serverForTests({ settings: valhallaSettings })
afterAll(() => standIn[Symbol.asyncDispose]())

let caller: TestAccount
beforeEach(async () => {
  standIn.answers = good
  server().clock.advance(42 * 86_400_000)
  caller = await server().account()
})

const kingsCross = { from_lat: 51.5308, from_lon: -0.1238 }
const museum = { to_lat: 51.5194, to_lon: -0.1269 }
const iso = (ms: number) => new Date(ms).toISOString()
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

async function spent(of: TestServer, by: TestAccount, work: () => Promise<unknown>): Promise<number> {
  const before = await of.ledger.balance(by.id)
  await work()
  return before.balance - (await of.ledger.balance(by.id)).balance
}

/** Makes the provider return something else at some paths. */
function returning(pattern: RegExp, answer: ExampleResponse): void {
  standIn.answers = (request, now) => (pattern.test(request.path) ? answer : good(request, now))
}

describe('routes.directions', () => {
  test('lead from name to name, with steps that add up to the whole and a line to draw', async () => {
    let requestCount = 0
    const cost = await spent(server(), caller, async () => {
      const found = await caller.ok('routes.directions', {
        from: "King's Cross station, London",
        to: 'British Museum, London',
        mode: 'walk',
      })
      expect(found.from).toEqual({
        place: "King's Cross, Euston Road, London, Greater London, England, N1C 4DE, United Kingdom",
        lat: 51.5308,
        lon: -0.1238,
      })
      expect(found.steps.map(({ instruction }) => instruction)).toEqual([
        'Head south-west on Euston Road',
        'Turn left onto Gower Street',
        'Arrive at the destination',
      ])
      expect(sum(found.steps.map((step) => step.distance_m))).toBe(found.distance_m)
      expect(sum(found.steps.map((step) => step.duration_s))).toBe(found.duration_s)
      expect(found).not.toHaveProperty('traffic_delay_s')
      const line = decodePolyline(found.polyline ?? '')
      expect([line[0], line.at(-1)]).toEqual([
        { lat: 51.5308, lon: -0.1238 },
        { lat: 51.5194, lon: -0.1269 },
      ])
      expect(found).toMatchObject({
        mode: 'walk',
        is_estimate: false,
        late: false,
        depart_at: iso(server().clock.now()),
        arrive_at: iso(server().clock.now() + found.duration_s * 1000),
        source: 'OSRM',
        attribution: '© OpenStreetMap contributors',
        licence: 'ODbL 1.0',
      })
      expect(found.text).toMatch(/^1\.6 km on foot, 20 min\. 1\. Head south-west on Euston Road, 643 m\. 2\. Turn left/)
      requestCount = standIn.requests.length
    })
    expect(cost).toBe(4_000_000)
    expect(standIn.requests.at(-1)?.path).toBe('/routed-foot/route/v1/driving/-0.12380,51.53080;-0.12690,51.51940')
    expect(
      await spent(server(), caller, () => caller.ok('routes.directions', { ...kingsCross, ...museum, mode: 'walk' })),
    ).toBe(0)
    expect(standIn.requests.length).toBe(requestCount)
  })

  test('are estimated, marked and free if no router is available', async () => {
    standIn.answers = () => ({ status: 503, json: {} })
    const cost = await spent(server(), caller, async () => {
      const found = await caller.ok('routes.directions', { ...kingsCross, ...museum, mode: 'cycle' })
      expect(found).toMatchObject({ is_estimate: true, steps: [], distance_m: 1672, source: 'straight-line estimate' })
      expect(found).not.toHaveProperty('polyline')
      expect(found).not.toHaveProperty('attribution')
      expect(found.text).toContain('estimated from the straight line')
    })
    expect(cost).toBe(0)
  })

  test.each(['NoRoute', 'NoSegment'])('are not found if the router reports %s, at no cost', async (code) => {
    returning(/\/route\/v1\//, { status: 400, json: { code, message: 'Impossible route between points' } })
    const cost = await spent(server(), caller, async () => {
      const { status, body } = await caller.fails('routes.directions', { ...kingsCross, ...museum })
      expect([status, body.code]).toEqual([400, 'not_found'])
      expect(body.error).toContain('There is no route from 51.53080, -0.12380')
    })
    expect(cost).toBe(0)
  })

  test('are not found for an unknown name, and fail if names cannot be looked up', async () => {
    const unknown = await caller.fails('routes.directions', { from: 'Xyzzy', ...museum })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'not_found'])
    returning(/\/search/, { status: 500, json: {} })
    expect(await caller.fails('routes.directions', { from: 'Camden', ...museum })).toMatchObject({ status: 502 })
  })
})

describe('routes.eta', () => {
  test('returns when to leave to arrive by a time, in the UTC offset of the call', async () => {
    const now = server().clock.now()
    const arriveBy = `${iso(now + 2 * 3_600_000).slice(0, 19)}+01:00`
    const found = await caller.ok('routes.eta', {
      from: "King's Cross",
      to: 'British Museum',
      mode: 'walk',
      arrive_by: arriveBy,
    })
    expect(Date.parse(found.arrive_at)).toBe(Date.parse(arriveBy))
    expect(Date.parse(found.depart_at)).toBe(Date.parse(arriveBy) - found.duration_s * 1000)
    expect(found.late).toBe(false)
    const hours = arriveBy.slice(11, 16)
    expect(found.text).toMatch(
      new RegExp(`^To reach British Museum by ${hours}, leave King's Cross at \\d\\d:\\d\\d\\. The journey is`),
    )
  })

  test('says that it is too late', async () => {
    const arrive_by = iso(server().clock.now() + 60_000)
    const found = await caller.ok('routes.eta', { ...kingsCross, ...museum, mode: 'walk', arrive_by })
    expect(found.late).toBe(true)
    expect(Date.parse(found.depart_at)).toBeLessThan(server().clock.now())
    expect(found.text).toContain('It is too late')
  })

  test('leaves at the given time, or now if that is past', async () => {
    const now = server().clock.now()
    const later = await caller.ok('routes.eta', { ...kingsCross, ...museum, depart_at: iso(now + 86_400_000) })
    expect(later.depart_at).toBe(iso(now + 86_400_000))
    const past = await caller.ok('routes.eta', { ...kingsCross, ...museum, depart_at: iso(now - 86_400_000) })
    expect(past.depart_at).toBe(iso(now))
  })

  test('by public transport is an estimate without Google', async () => {
    const before = standIn.requests.length
    expect(
      await spent(server(), caller, async () => {
        const found = await caller.ok('routes.eta', { ...kingsCross, ...museum, mode: 'transit' })
        expect(found.is_estimate).toBe(true)
      }),
    ).toBe(0)
    expect(standIn.requests.length).toBe(before)
  })

  test('is short across the antimeridian, and 0 from a point to itself', async () => {
    standIn.answers = () => ({ status: 503, json: {} })
    const fiji = { from_lat: -17, from_lon: 179.9, to_lat: -17, to_lon: -179.9 }
    expect((await caller.ok('routes.eta', fiji)).distance_m).toBeLessThan(30_000)
    const nowhere = { from_lat: 0, from_lon: 0, to_lat: 0, to_lon: 0 }
    expect(await caller.ok('routes.eta', nowhere)).toMatchObject({ distance_m: 0, duration_s: 0 })
  })

  test('prefers a Valhalla server, if there is one', async () => {
    const account = await withValhalla().account()
    const found = await account.ok('routes.directions', { ...kingsCross, ...museum, mode: 'walk' })
    expect(found).toMatchObject({ source: 'Valhalla', licence: 'ODbL 1.0', is_estimate: false })
    expect(sum(found.steps.map((step) => step.distance_m))).toBe(found.distance_m)
    expect(decodePolyline(found.polyline ?? '')[0]).toEqual({ lat: 51.5308, lon: -0.1238 })
    returning(/^\/route$/, { status: 400, json: { error_code: 442, error: 'No path could be found for input' } })
    const other = { ...kingsCross, to_lat: 53.3, to_lon: -6.2 }
    expect((await account.fails('routes.directions', other)).body.code).toBe('not_found')
    returning(/^\/route$/, { status: 500, json: {} })
    expect(await account.ok('routes.eta', other)).toMatchObject({ source: 'OSRM' })
  })
})

describe('with a key of Google', () => {
  test('a drive has traffic, and its steps add up to the time without it', async () => {
    const account = await keyed().account()
    const now = keyed().clock.now()
    const arrive_by = iso(now + 7_200_000)
    const found = await account.ok('routes.directions', { ...kingsCross, ...museum, arrive_by })
    expect(found.traffic_delay_s).toBe(180)
    expect(sum(found.steps.map((step) => step.duration_s))).toBe(found.duration_s - 180)
    expect(sum(found.steps.map((step) => step.distance_m))).toBe(found.distance_m)
    expect(found.text).toContain('3 min of it due to traffic')
    expect(found).toMatchObject({ source: 'Google Routes', attribution: 'Google Maps' })
    const request = standIn.requests.at(-1)
    expect(request?.headers).toMatchObject({ 'x-goog-api-key': 'secret' })
    const body = JSON.parse(request?.body ?? '') as { departureTime: string; routingPreference: string }
    expect(body.routingPreference).toBe('TRAFFIC_AWARE')
    expect(Date.parse(body.departureTime)).toBeGreaterThan(now)
    expect(Date.parse(body.departureTime)).toBeLessThan(now + 7_200_000)
  })

  test('public transport has rides, and nothing is cached', async () => {
    const account = await keyed().account()
    const before = standIn.requests.length
    const ask = () => account.ok('routes.directions', { ...kingsCross, ...museum, mode: 'transit' })
    const { steps } = await ask()
    expect(steps[1]).toMatchObject({
      instruction: 'Take bus 73 towards Victoria from Euston Square to Goodge Street',
      ride: { line: '73', vehicle: 'bus', from_stop: 'Euston Square', to_stop: 'Goodge Street', stops: 3 },
    })
    expect(await spent(keyed(), account, ask)).toBe(4_000_000)
    expect(standIn.requests.length - before).toBe(2)
  })

  test('public transport is left for in time for its vehicle', async () => {
    const account = await keyed().account()
    const arriveMs = keyed().clock.now() + 3_600_000
    const trip = { ...kingsCross, ...museum, mode: 'transit', arrive_by: iso(arriveMs) } as const
    const { steps, depart_at, arrive_at, late, duration_s } = await account.ok('routes.directions', trip)
    expect(Date.parse(steps[1]?.ride?.arrive_at ?? '')).toBe(arriveMs - 120_000)
    expect([arrive_at, late]).toEqual([iso(arriveMs - 120_000), false])
    expect(Date.parse(depart_at)).toBe(arriveMs - 120_000 - duration_s * 1000)
    const found = await account.ok('routes.eta', trip)
    expect([found.depart_at, found.text.includes(`by ${iso(arriveMs).slice(11, 16)}`)]).toEqual([depart_at, true])
  })

  test('no route is not found; OSRM serves when Google fails', async () => {
    const account = await keyed().account()
    returning(/computeRoutes/, { json: {} })
    expect((await account.fails('routes.eta', { ...kingsCross, ...museum })).body.code).toBe('not_found')
    returning(/computeRoutes/, { status: 403, json: { error: { code: 403 } } })
    expect(await account.ok('routes.eta', { ...kingsCross, ...museum })).toMatchObject({ source: 'OSRM' })
  })
})

describe('routes.nearest', () => {
  const to = ['British Museum', '51.5299,-0.127', 'Xyzzy']

  test('orders names and coordinates by travel time, and lists what could not be reached', async () => {
    const cost = await spent(server(), caller, async () => {
      const found = await caller.ok('routes.nearest', { from: "King's Cross", to, mode: 'walk' })
      expect(found.items.map(({ name, place, is_estimate }) => [name, place.split(',')[0], is_estimate])).toEqual([
        ['51.5299,-0.127', '51.52990', false],
        ['British Museum', 'British Museum', false],
      ])
      expect(found.unreached).toEqual([{ name: 'Xyzzy', reason: expect.stringContaining('No place named') }])
      expect(found.text).toMatch(/^From King's Cross on foot: 51\.52990, -0\.12700, \d+ m, \d min; British Museum/)
      expect(found.source).toBe('OSRM')
    })
    expect(cost).toBe(3_000_000)
  })

  test('looks its destinations up concurrently', async () => {
    const before = standIn.requests.length
    const names = Array.from({ length: 10 }, (_, at) => `British Museum ${at}`)
    const { items } = await caller.ok('routes.nearest', { ...kingsCross, to: names })
    expect(items).toHaveLength(10)
    // Sequentially, the route to the first would be requested before the second is looked up.
    const paths = standIn.requests.slice(before, before + 2).map(({ path }) => path)
    expect(paths).toEqual(['/search', '/search'])
  })

  test('is free if all items are estimates, and marks them', async () => {
    returning(/\/route\/v1\//, { status: 500, json: {} })
    expect(
      await spent(server(), caller, async () => {
        const { items, text } = await caller.ok('routes.nearest', { ...kingsCross, to: ['51.5,-0.1', '51.6,-0.1'] })
        expect(items.every(({ is_estimate }) => is_estimate)).toBe(true)
        expect(text).toContain('(estimated)')
      }),
    ).toBe(0)
  })

  test('is not found if nothing can be reached, and fails with the provider', async () => {
    const none = await caller.fails('routes.nearest', { ...kingsCross, to: ['Xyzzy', 'Plugh'] })
    expect([none.status, none.body.code]).toEqual([400, 'not_found'])
    returning(/\/search/, { status: 500, json: {} })
    expect(await caller.fails('routes.nearest', { ...kingsCross, to: ['Helvellyn'] })).toMatchObject({ status: 502 })
  })
})

const future = '2099-01-01T00:00:00Z'
test.each([
  ['routes.eta', {}, ['from', 'to']],
  ['routes.eta', { from_lat: 1, to: 'x' }, ['from_lon']],
  ['routes.eta', { ...kingsCross, ...museum, arrive_by: future, depart_at: future }, ['arrive_by']],
  ['routes.eta', { ...kingsCross, to_lon: 1, arrive_by: '2001-01-01T00:00:00Z' }, ['to_lat', 'arrive_by']],
  ['routes.directions', { ...kingsCross, ...museum, mode: 'swim' }, ['mode']],
  ['routes.directions', { ...kingsCross, ...museum, depart_at: 'tomorrow' }, ['depart_at']],
  ['routes.nearest', { ...kingsCross }, ['to']],
  ['routes.nearest', { to: ['91,0', 'x', '0,-181'] }, ['from', 'to[0]', 'to[2]']],
  ['routes.nearest', { ...kingsCross, to: Array.from({ length: 11 }, () => 'x') }, ['to']],
] as const)('%s rejects %j, at no cost', async (id, args, paths) => {
  const cost = await spent(server(), caller, async () => {
    const { status, body } = await caller.fails(id, args)
    expect([status, body.code, body.details?.map(({ path }) => path)]).toEqual([400, 'invalid_argument', paths])
  })
  expect(cost).toBe(0)
})

describe('with PROVIDERS=examples', () => {
  const trying = serverForTests({ settings: { PROVIDERS: 'examples' } })
  const ends: CallArgs<'routes.eta'> = { from: "King's Cross station, London", to: 'British Museum, London' }

  test.each([
    ['routes.eta', ends],
    ['routes.directions', { ...ends, mode: 'transit' }],
    ['routes.nearest', { from: ends.from, to: ['British Library, London', 'Camden'], mode: 'walk' }],
  ] as const)('%s returns results that are marked as examples', async (id, args) => {
    const account = await trying().account()
    const answer = await account.ok(id, args as never)
    expect(answer).toMatchObject({ source: 'example', attribution: expect.stringMatching(/Example data/) })
  })
})
