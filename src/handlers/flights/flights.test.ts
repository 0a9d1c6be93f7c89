import { beforeEach, describe, expect, test } from 'vitest'
import { changing, flightsForTests } from './fixtures/flights-server.ts'

const logged: string[] = []
const { server, standIn, airplanesLive, adsbFi, lastPath } = flightsForTests({
  onLogLine: (line) => void logged.push(line),
})
beforeEach(() => {
  logged.length = 0
})

describe('when adsb.lol fails', () => {
  const here = { lat: 51.4706, lon: -0.4619 }

  test('airplanes.live is tried, then adsb.fi, each with its own paths', async () => {
    standIn().fault = 'failing'
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({ total: 3, source: 'airplanes.live' })
    expect(lastPath(airplanesLive())).toBe('/v2/point/51.47/-0.46/35')
    expect(await server().anonymous.ok('flights.track', { flight: 'G-ZBKL' })).toMatchObject({
      source: 'airplanes.live',
    })
    expect(lastPath(airplanesLive())).toBe('/v2/reg/G-ZBKL')
    airplanesLive().fault = 'html'
    server().clock.advance(3_600_000)
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({ total: 3, source: 'adsb.fi' })
    expect(lastPath(adsbFi())).toBe('/v2/lat/51.47/lon/-0.46/dist/35')
    expect(await server().anonymous.ok('flights.track', { flight: 'BA117' })).toMatchObject({
      total: 1,
      source: 'adsb.fi',
    })
    adsbFi().fault = 'empty body'
    server().clock.advance(3_600_000)
    expect(await server().anonymous.fails('flights.overhead', here)).toMatchObject({ status: 502 })
  })

  test('fresh positions of another provider are preferred to old ones', async () => {
    await server().anonymous.ok('flights.overhead', here)
    standIn().fault = 'failing'
    server().clock.advance(30_000)
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({
      source: 'airplanes.live',
      stale: false,
    })
    airplanesLive().fault = adsbFi().fault = 'failing'
    server().clock.advance(20_000)
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({ source: 'adsb.lol', stale: true })
  })
})

test('a field of another type is a failure that the log names, not a wrong value', async () => {
  airplanesLive().fault = adsbFi().fault = 'failing'
  standIn().answers = changing((aircraft) => Object.assign(aircraft, { alt_baro: '7425' }))
  expect(await server().anonymous.fails('flights.overhead', { lat: 1, lon: 1 })).toMatchObject({
    status: 502,
    body: { code: 'upstream_failed' },
  })
  expect(logged.join('\n')).toContain('alt_baro')
})

test.each([
  ['flights.overhead', {}, 'near'],
  ['flights.overhead', { lat: 1 }, 'lon'],
  ['flights.overhead', { lon: 1 }, 'lat'],
  ['flights.overhead', { near: '-200.5,51.5' }, 'near'],
  ['flights.track', { flight: '../v2/mil' }, 'flight'],
] as const)('%s rejects %j', async (id, args, path) => {
  const before = standIn().requests.length
  const { status, body } = await server().anonymous.fails(id, args)
  expect([status, body.code, body.details?.map((fault) => fault.path)]).toEqual([400, 'invalid_argument', [path]])
  expect(standIn().requests.length).toBe(before)
})
