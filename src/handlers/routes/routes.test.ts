import { beforeEach, describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import type { TestAccount } from '#testing/server.ts'
import { spent } from '#testing/spent.ts'
import { iso, kingsCross, museum, routesForTests, sum } from './fixtures/routes-server.ts'
import { decodePolyline } from './providers/polyline.ts'
import { googleRoutesExamples } from './providers/router-examples.ts'

const { server, standIn, another, returning } = routesForTests()

let caller: TestAccount
beforeEach(async () => {
  caller = await server().account()
})

describe('with a key of Google', () => {
  const keyed = another(() => ({ GOOGLE_API_KEY: 'secret' }))

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
    const request = standIn().requests.at(-1)
    expect(request?.headers).toMatchObject({ 'x-goog-api-key': 'secret' })
    const body = JSON.parse(request?.body ?? '') as { departureTime: string; routingPreference: string }
    expect(body.routingPreference).toBe('TRAFFIC_AWARE')
    expect(Date.parse(body.departureTime)).toBeGreaterThan(now)
    expect(Date.parse(body.departureTime)).toBeLessThan(now + 7_200_000)
  })

  test('public transport has rides, and nothing is cached', async () => {
    const account = await keyed().account()
    const before = standIn().requests.length
    const ask = () => account.ok('routes.directions', { ...kingsCross, ...museum, mode: 'transit' })
    const { steps } = await ask()
    expect(steps[1]).toMatchObject({
      instruction: 'Take bus 73 towards Victoria from Euston Square to Goodge Street',
      ride: { line: '73', vehicle: 'bus', from_stop: 'Euston Square', to_stop: 'Goodge Street', stops: 3 },
    })
    expect(await spent(keyed(), account, ask)).toBe(4_000_000)
    expect(standIn().requests.length - before).toBe(2)
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

  test('a route with a step that cannot be read does not hide the next one', async () => {
    const account = await keyed().account()
    standIn().answers = (request, now) => {
      const answer = googleRoutesExamples(request, now)
      const [good] = (answer?.json as { routes?: object[] } | undefined)?.routes ?? []
      return good ? { json: { routes: [{ ...good, legs: [{ steps: [{ distanceMeters: 12 }] }] }, good] } } : answer
    }
    const found = await account.ok('routes.directions', { ...kingsCross, ...museum, mode: 'walk' })
    expect([found.source, found.steps.length]).toEqual(['Google Routes', 2])
  })

  test('no route is not found; OSRM serves when Google fails', async () => {
    const account = await keyed().account()
    returning(/computeRoutes/, { json: {} })
    expect((await account.fails('routes.eta', { ...kingsCross, ...museum })).body.code).toBe('not_found')
    returning(/computeRoutes/, { status: 403, json: { error: { code: 403 } } })
    expect(await account.ok('routes.eta', { ...kingsCross, ...museum })).toMatchObject({ source: 'OSRM' })
  })
})

const withValhalla = another((url) => ({ VALHALLA_BASE_URL: url }))

test('a Valhalla server is preferred, if there is one', async () => {
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
    await expectFaults(caller, id, args, paths)
  })
  expect(cost).toBe(0)
})
