import { describe, expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { hazardsForTests } from './fixtures/hazards-server.ts'

const { server, standIn } = hazardsForTests()

test.each([
  ['hazards.quakes', { lat: 1 }, 'lon'],
  ['hazards.alerts', { lon: 1 }, 'lat'],
  ['hazards.floods', { within_km: 5 }, 'within_km'],
  ['hazards.quakes', { near: 'Manila', lat: 1, lon: 2 }, 'near'],
  ['hazards.alerts', { near: '95,10' }, 'near'],
] as const)('%s rejects %j', async (id, args, path) => {
  const { status, body } = await server().anonymous.fails(id, args)
  expect([status, body.code, body.details?.map((fault) => fault.path)]).toEqual([400, 'invalid_argument', [path]])
})

test.each([
  ['hazards.quakes', { near: 'Suva' }, 'One earthquake of magnitude 2.5 or more within 500 km of Suva'],
  ['hazards.alerts', { near: 'Manila' }, 'One alert within 1000 km of Manila'],
  ['hazards.floods', { near: 'London', within_km: 300 }, 'One flood alert or warning within 300 km of London'],
] as const)('%s finds those near a place by its name: %j', async (id, args, text) => {
  const answer = await server().anonymous.ok(id, args)
  expect(answer.text).toContain(text)
  expect(answer.items[0]?.distance_km).toBeGreaterThan(0)
})

test.each(['hazards.quakes', 'hazards.alerts', 'hazards.floods'] as const)('%s reports an unknown name', async (id) => {
  const { status, body } = await server().anonymous.fails(id, { near: 'Xyzzy' })
  expect([status, body.code]).toEqual([400, 'not_found'])
})

test('many callers at once make one request', async () => {
  const before = standIn().requests.length
  await Promise.all(Array.from({ length: 20 }, () => server().anonymous.ok('hazards.quakes', {})))
  expect(standIn().requests.length - before).toBe(1)
})

test('the metrics have the health of providers, and the server stays ready while one fails', async () => {
  await server().anonymous.ok('hazards.alerts', {})
  standIn().answers = () => ({ status: 500, json: {} })
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
