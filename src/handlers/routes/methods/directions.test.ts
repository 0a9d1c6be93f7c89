import { beforeEach, describe, expect, test } from 'vitest'
import type { TestAccount } from '#testing/server.ts'
import { spent } from '#testing/spent.ts'
import { iso, kingsCross, museum, routesForTests, sum } from '../fixtures/routes-server.ts'
import { decodePolyline } from '../providers/polyline.ts'
import { osrmExamples } from '../providers/router-examples.ts'

const { server, standIn, returning } = routesForTests()

let caller: TestAccount
beforeEach(async () => {
  caller = await server().account()
})

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
      requestCount = standIn().requests.length
    })
    expect(cost).toBe(4_000_000)
    expect(standIn().requests.at(-1)?.path).toBe('/routed-foot/route/v1/driving/-0.12380,51.53080;-0.12690,51.51940')
    expect(
      await spent(server(), caller, () => caller.ok('routes.directions', { ...kingsCross, ...museum, mode: 'walk' })),
    ).toBe(0)
    expect(standIn().requests.length).toBe(requestCount)
  })

  interface ExampleRoute {
    readonly legs: readonly [{ readonly steps: readonly object[] }]
  }

  /** OSRM sends other routes. */
  function withRoutes(routes: (good: ExampleRoute) => readonly object[]): void {
    standIn().answers = (request, now) => {
      const answer = osrmExamples(request, now)
      const json = answer?.json as { routes?: [ExampleRoute] } | undefined
      return json?.routes ? { json: { ...json, routes: routes(json.routes[0]) } } : answer
    }
  }

  /** The route with a first step that has no place. */
  function unreadable(route: ExampleRoute): object {
    const [first, ...rest] = route.legs[0].steps
    return { ...route, legs: [{ steps: [{ ...first, maneuver: { type: 'depart' } }, ...rest] }] }
  }

  test('are those of the next route if OSRM sends one with a step that cannot be read', async () => {
    withRoutes((good) => [unreadable(good), good])
    const found = await caller.ok('routes.directions', { ...kingsCross, ...museum, mode: 'drive' })
    expect([found.source, found.steps.length]).toEqual(['OSRM', 3])
  })

  test.each([
    ['a step of the only route cannot be read', (good: ExampleRoute) => [unreadable(good)]],
    ['OSRM sends no route', () => []],
  ])('are estimated, never without a step, if %s', async (_, routes) => {
    withRoutes(routes)
    const found = await caller.ok('routes.directions', { ...kingsCross, ...museum, mode: 'drive' })
    expect([found.is_estimate, found.steps]).toEqual([true, []])
  })

  test('are estimated, marked and free if no router is available', async () => {
    returning(/./, { status: 503, json: {} })
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
