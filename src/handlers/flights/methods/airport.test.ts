import { describe, expect, test } from 'vitest'
import { changing, flightsForTests } from '../fixtures/flights-server.ts'
import { positionExamples } from '../providers/position-examples.ts'

const { server, standIn, airplanesLive, adsbFi, lastPath } = flightsForTests()

describe('flights.airport', () => {
  test('groups live traffic, marked as not a timetable', async () => {
    const result = await server().anonymous.ok('flights.airport', { code: 'lhr' })
    const hexes = (list: { hex: string }[]) => list.map(({ hex }) => hex)
    expect([hexes(result.ground), hexes(result.on_approach), hexes(result.climbing_out)]).toEqual([
      ['4ca9d2'],
      ['3c6589'],
      ['406f78'],
    ])
    expect(result).toMatchObject({ total: 3, airport: { iata: 'LHR', country_code: 'GB' }, source: 'adsb.lol' })
    expect(result.text).toContain(
      'Live at London Heathrow Airport (not a timetable): one aircraft on the ground, one on approach, one climbing out.',
    )
    expect(lastPath()).toBe('/v2/lat/51.47/lon/-0.46/dist/35')
  })

  test('omits aircraft that fly level, pass high above, or have no altitude', async () => {
    standIn().answers = changing((aircraft, index) =>
      Object.assign(aircraft, [{ baro_rate: 0 }, {}, { alt_baro: 18_001 }, {}, {}][index]),
    )
    expect(await server().anonymous.ok('flights.airport', { code: 'LHR' })).toMatchObject({
      on_approach: [],
      climbing_out: [],
    })
  })

  test('changes only with the positions, and is marked when they are old', async () => {
    const board = () => server().anonymous.ok('flights.airport', { code: 'LHR' })
    const first = await board()
    const before = standIn().requests.length
    expect(await board()).toEqual(first)
    expect(standIn().requests.length).toBe(before)
    for (const each of [standIn(), airplanesLive(), adsbFi()]) each.fault = 'failing'
    server().clock.advance(20_000)
    const old = await board()
    expect([old.stale, old.as_of, old.total]).toEqual([true, first.as_of, first.total])
    expect(old.text).not.toBe(first.text)
    standIn().fault = undefined
    standIn().answers = changing((aircraft) => Object.assign(aircraft, { baro_rate: 0 }))
    server().clock.advance(3_600_000)
    expect(await board()).toMatchObject({ stale: false, on_approach: [], climbing_out: [] })
  })

  test('lists at most 50 of each kind', async () => {
    standIn().answers = (request, now) => {
      const json = positionExamples(request, now)?.json as { ac: Record<string, unknown>[] }
      const ac = Array.from({ length: 80 }, (_, n) => ({ ...json.ac[0], hex: (0x400000 + n).toString(16) }))
      return { json: { ...json, ac } }
    }
    const { climbing_out, total } = await server().anonymous.ok('flights.airport', { code: 'LHR' })
    expect([climbing_out.length, total]).toEqual([50, 80])
  })

  test('that is unknown fails', async () => {
    expect(await server().anonymous.fails('flights.airport', { code: 'Nowhere at all' })).toMatchObject({
      status: 400,
      body: { code: 'not_found' },
    })
  })
})
