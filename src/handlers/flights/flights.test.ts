import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { family } from '#runtime/kit/family.ts'
import type { Examples } from '#runtime/outbound/description.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { serverForTests } from '#testing/server.ts'
import { flights } from './index.ts'
import { adsbFiExamples, positionExamples } from './providers/position-examples.ts'

let standIn: ProviderStandIn
let airplanesLive: ProviderStandIn
let adsbFi: ProviderStandIn
/** What serves the query for a place. */
let found: unknown
const provenance = { source: 'Nominatim', as_of: '2026-11-20T17:00:00Z', stale: false }
const logged: string[] = []
const settings: Record<string, string> = { FLIGHT_POSITIONS_PACE: '1000' }

/** The family with places of this test. */
const tested = family('flights', {
  ...flights,
  open: (world) =>
    flights.open({
      ...world,
      query: async ({ answer }) => {
        if (found instanceof Error) throw found
        return found === undefined ? undefined : answer.parse(found)
      },
    }),
})

beforeAll(async () => {
  const now = () => server().clock.now()
  standIn = await startProviderStandIn(positionExamples, now)
  airplanesLive = await startProviderStandIn(positionExamples, now)
  adsbFi = await startProviderStandIn(adsbFiExamples, now)
  settings.ADSB_LOL_BASE_URL = standIn.url
  settings.AIRPLANES_LIVE_BASE_URL = airplanesLive.url
  settings.ADSB_FI_BASE_URL = adsbFi.url
})
const server = serverForTests({ settings, families: [tested], onLogLine: (line) => void logged.push(line) })
afterAll(() => Promise.all([standIn, airplanesLive, adsbFi].map((each) => each[Symbol.asyncDispose]())))
beforeEach(() => {
  standIn.answers = positionExamples
  standIn.fault = undefined
  airplanesLive.fault = undefined
  adsbFi.fault = undefined
  found = undefined
  logged.length = 0
  // Expires everything that an earlier test has cached, and every provider's pause.
  server().clock.advance(3_600_000)
})

const lastPath = (of = standIn) => of.requests.at(-1)?.path

/** Changes what adsb.lol sends of each aircraft. */
function changing(change: (aircraft: Record<string, unknown>, index: number) => void): Examples {
  return (request, now) => {
    const answer = positionExamples(request, now)
    const json = answer?.json as { ac: Record<string, unknown>[] } | undefined
    json?.ac.forEach(change)
    return answer
  }
}

describe('flights.overhead', () => {
  const here = { lat: 51.4706, lon: -0.4619 }

  test('lists aircraft, nearest first, without cars and without aircraft of unknown position', async () => {
    const { items, total, place, radius_nm, text, ...rest } = await server().anonymous.ok('flights.overhead', here)
    expect(items.map(({ hex, distance_nm, compass }) => [hex, distance_nm, compass])).toEqual([
      ['4ca9d2', 0.4, 'E'],
      ['3c6589', 5.9, 'E'],
      ['406f78', 8.1, 'WNW'],
    ])
    expect([total, place, radius_nm]).toEqual([3, '51.4706, -0.4619', 30])
    expect(rest).toMatchObject({ source: 'adsb.lol', licence: 'ODbL 1.0', stale: false })
    expect(items[2]).toMatchObject({
      callsign: 'BAW117',
      flight: 'BA117',
      airline: 'British Airways',
      registration: 'G-ZBKL',
      type_name: 'Boeing 787-9',
      on_ground: false,
      altitude_ft: 7425,
      climb_fpm: 1856,
      observed: new Date(server().clock.now() - 1400).toISOString(),
    })
    expect(text).toContain(
      'British Airways BA117, a Boeing 787-9 (G-ZBKL), climbs through 7,425 ft at 296 kt heading west',
    )
  })

  test('derives no flight number from a callsign with letters, and omits on the ground what only flying aircraft have', async () => {
    const { items } = await server().anonymous.ok('flights.overhead', here)
    expect(items[0]).toMatchObject({ callsign: 'EIN16R', airline: 'Aer Lingus', on_ground: true })
    for (const field of ['flight', 'altitude_ft', 'climb_fpm', 'heading_deg', 'emergency']) {
      expect(items[0]).not.toHaveProperty(field)
    }
  })

  test('within the radius only, though requests are for circles that callers share', async () => {
    const { items } = await server().anonymous.ok('flights.overhead', { ...here, radius_nm: 6 })
    expect(items).toHaveLength(2)
    expect(lastPath()).toBe('/v2/lat/51.47/lon/-0.46/dist/10')
    const before = standIn.requests.length
    await server().anonymous.ok('flights.overhead', { lat: 51.4711, lon: -0.4602, radius_nm: 8 })
    expect(standIn.requests.length).toBe(before)
    await server().anonymous.ok('flights.overhead', { ...here, radius_nm: 250 })
    expect(lastPath()).toBe('/v2/lat/51.4706/lon/-0.4619/dist/250')
  })

  test.each([
    ['the antimeridian', { lat: -17, lon: 179.99 }],
    ['the north pole', { lat: 90, lon: 0 }],
    ['the south pole', { lat: -90, lon: 0 }],
    ['0,0', { lat: 0, lon: 0 }],
    ['just west of Greenwich', { lat: -0.001, lon: -0.001 }],
  ])('at %s finds what is near', async (_where, point) => {
    const { items } = await server().anonymous.ok('flights.overhead', point)
    expect(items.length).toBeGreaterThan(1)
    for (const { distance_nm, bearing_deg } of items) {
      expect(distance_nm).toBeLessThanOrEqual(30)
      expect(bearing_deg).toBeGreaterThanOrEqual(0)
      expect(bearing_deg).toBeLessThan(360)
    }
    expect(lastPath()).not.toContain('-0.00')
  })

  test('lists at most 200, and total counts all', async () => {
    standIn.answers = (request, now) => {
      const json = positionExamples(request, now)?.json as { ac: Record<string, unknown>[] }
      const [first = {}] = json.ac
      const ac = Array.from({ length: 1500 }, (_, n) => ({
        ...first,
        hex: (0x400000 + n).toString(16),
        lat: 51.47 + n / 10_000,
      }))
      return { json: { ...json, ac } }
    }
    const { items, total, text } = await server().anonymous.ok('flights.overhead', { ...here, radius_nm: 250 })
    expect([items.length, total]).toEqual([200, 1500])
    expect(items.map(({ distance_nm }) => distance_nm)).toEqual(
      items.map(({ distance_nm }) => distance_nm).toSorted((a, b) => a - b),
    )
    expect(text).toContain('And 1480 more.')
  })

  test.each([
    ['7500', 'unlawful_interference'],
    ['7600', 'radio_failure'],
    ['7700', 'general'],
  ])('describes code %s with caution', async (squawk, emergency) => {
    standIn.answers = changing((aircraft) => Object.assign(aircraft, { squawk }))
    const { items, text } = await server().anonymous.ok('flights.overhead', here)
    expect(items[0]).toMatchObject({ squawk, emergency })
    expect(text).toContain('codes are sometimes set by mistake')
    expect(text).not.toMatch(/hijack/i)
  })

  test('omits fields that an aircraft does not send', async () => {
    standIn.answers = changing((aircraft) => {
      for (const field of Object.keys(aircraft)) if (!['hex', 'lat', 'lon'].includes(field)) delete aircraft[field]
    })
    const { items, text } = await server().anonymous.ok('flights.overhead', here)
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(
      ['bearing_deg', 'compass', 'distance_nm', 'hex', 'lat', 'lon', 'observed', 'on_ground'].sort(),
    )
    expect(text).toContain('The aircraft with the address')
  })

  test('without any aircraft names a possible reason', async () => {
    standIn.answers = (request, now) => ({ json: { ...(positionExamples(request, now)?.json as object), ac: [] } })
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({
      items: [],
      total: 0,
      text: 'No aircraft within 30 nautical miles of 51.4706, -0.4619. Aircraft are visible only near a receiver.',
    })
  })

  test('around coordinates given as text, without looking up a name', async () => {
    found = undefined
    expect(await server().anonymous.ok('flights.overhead', { near: ' 51.4706, -0.4619 ' })).toMatchObject({
      place: '51.4706, -0.4619',
      lat: 51.4706,
      lon: -0.4619,
    })
  })

  test('of an airport by code and by name', async () => {
    for (const near of ['LHR', 'egll', 'Heathrow Airport']) {
      expect(await server().anonymous.ok('flights.overhead', { near })).toMatchObject({
        place: 'London Heathrow Airport',
      })
    }
  })

  test('of a place by its name, before an airport that has the same name', async () => {
    found = { place: 'Windsor, England', lat: 51.4817, lon: -0.6136, provenance }
    expect(await server().anonymous.ok('flights.overhead', { near: 'Windsor' })).toMatchObject({
      place: 'Windsor, England',
    })
    found = undefined
    expect(await server().anonymous.ok('flights.overhead', { near: 'Windsor' })).toMatchObject({
      place: 'Windsor Airport',
    })
  })

  test('of a name in mixed case that is spelt like a code', async () => {
    found = { place: 'Lima, Peru', lat: -12.05, lon: -77.04, provenance }
    expect(await server().anonymous.ok('flights.overhead', { near: 'Lima' })).toMatchObject({ place: 'Lima, Peru' })
  })

  test('of an unknown name fails, also when the query for the place fails', async () => {
    expect(await server().anonymous.fails('flights.overhead', { near: 'Nowhere at all' })).toMatchObject({
      status: 400,
      body: { code: 'not_found' },
    })
    found = new OutboundFailure('network', 'Nominatim cannot be reached right now; try again later.')
    expect(await server().anonymous.fails('flights.overhead', { near: 'Nowhere at all' })).toMatchObject({
      status: 502,
    })
    expect(await server().anonymous.ok('flights.overhead', { near: 'Zurich' })).toMatchObject({
      place: 'Zürich Airport',
    })
  })
})

describe('flights.track', () => {
  test('finds an aircraft by flight number, callsign, registration and address, and describes where it is', async () => {
    for (const flight of ['BA117', 'ba 117', 'BAW117', 'G-ZBKL', 'gzbkl', '406F78']) {
      const { items, total, text } = await server().anonymous.ok('flights.track', { flight })
      expect([flight, total, items[0]?.hex, items[0]?.nearest_airport]).toEqual([
        flight,
        1,
        '406f78',
        expect.objectContaining({ iata: 'LHR', distance_nm: 8.2, compass: 'WNW' }),
      ])
      expect(text).toBe(
        'British Airways BA117, a Boeing 787-9 (G-ZBKL), climbs through 7,425 ft at 296 kt heading west, 8.2 nm west-north-west of London Heathrow Airport.',
      )
    }
  })

  test('tries both meanings of an ambiguous flight', async () => {
    standIn.answers = changing((aircraft) => Object.assign(aircraft, { hex: 'af1680' }))
    const paths = () => standIn.requests.slice(-2).map(({ path }) => path)
    standIn.answers = (request, now) =>
      request.path.includes('/callsign/')
        ? { json: { ac: [], msg: 'No error', now, total: 0 } }
        : { json: { ac: [{ hex: 'af1680', lat: 1, lon: 2, alt_baro: 30000 }], msg: 'No error', now, total: 1 } }
    expect((await server().anonymous.ok('flights.track', { flight: 'AF1680' })).items[0]?.hex).toBe('af1680')
    expect(paths()).toEqual(['/v2/callsign/AFR1680', '/v2/hex/af1680'])
  })

  test('has only flying aircraft, and warns that absence does not mean cancellation', async () => {
    expect(await server().anonymous.ok('flights.track', { flight: 'EIN16R' })).toMatchObject({ items: [], total: 0 })
    const { items, text } = await server().anonymous.ok('flights.track', { flight: 'ZZ9999' })
    expect(items).toEqual([])
    expect(text).toContain('This does not mean that the flight is cancelled.')
  })

  test('mentions the age of an old position', async () => {
    standIn.answers = changing((aircraft) => Object.assign(aircraft, { seen_pos: 200 }))
    expect((await server().anonymous.ok('flights.track', { flight: 'BA117' })).text).toContain(
      'This was 3 minutes ago.',
    )
  })
})

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
    standIn.answers = changing((aircraft, index) =>
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
    const before = standIn.requests.length
    expect(await board()).toEqual(first)
    expect(standIn.requests.length).toBe(before)
    for (const each of [standIn, airplanesLive, adsbFi]) each.fault = 'failing'
    server().clock.advance(20_000)
    const old = await board()
    expect([old.stale, old.as_of, old.total]).toEqual([true, first.as_of, first.total])
    expect(old.text).not.toBe(first.text)
    standIn.fault = undefined
    standIn.answers = changing((aircraft) => Object.assign(aircraft, { baro_rate: 0 }))
    server().clock.advance(3_600_000)
    expect(await board()).toMatchObject({ stale: false, on_approach: [], climbing_out: [] })
  })

  test('lists at most 50 of each kind', async () => {
    standIn.answers = (request, now) => {
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

describe('when adsb.lol fails', () => {
  const here = { lat: 51.4706, lon: -0.4619 }

  test('airplanes.live is tried, then adsb.fi, each with its own paths', async () => {
    standIn.fault = 'failing'
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({ total: 3, source: 'airplanes.live' })
    expect(lastPath(airplanesLive)).toBe('/v2/point/51.47/-0.46/35')
    expect(await server().anonymous.ok('flights.track', { flight: 'G-ZBKL' })).toMatchObject({
      source: 'airplanes.live',
    })
    expect(lastPath(airplanesLive)).toBe('/v2/reg/G-ZBKL')
    airplanesLive.fault = 'html'
    server().clock.advance(3_600_000)
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({ total: 3, source: 'adsb.fi' })
    expect(lastPath(adsbFi)).toBe('/v2/lat/51.47/lon/-0.46/dist/35')
    expect(await server().anonymous.ok('flights.track', { flight: 'BA117' })).toMatchObject({
      total: 1,
      source: 'adsb.fi',
    })
    adsbFi.fault = 'empty body'
    server().clock.advance(3_600_000)
    expect(await server().anonymous.fails('flights.overhead', here)).toMatchObject({ status: 502 })
  })

  test('fresh positions of another provider are preferred to old ones', async () => {
    await server().anonymous.ok('flights.overhead', here)
    standIn.fault = 'failing'
    server().clock.advance(30_000)
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({
      source: 'airplanes.live',
      stale: false,
    })
    airplanesLive.fault = adsbFi.fault = 'failing'
    server().clock.advance(20_000)
    expect(await server().anonymous.ok('flights.overhead', here)).toMatchObject({ source: 'adsb.lol', stale: true })
  })
})

test('a field of another type is a failure that the log names, not a wrong value', async () => {
  airplanesLive.fault = adsbFi.fault = 'failing'
  standIn.answers = changing((aircraft) => Object.assign(aircraft, { alt_baro: '7425' }))
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
  const before = standIn.requests.length
  const { status, body } = await server().anonymous.fails(id, args)
  expect([status, body.code, body.details?.map((fault) => fault.path)]).toEqual([400, 'invalid_argument', [path]])
  expect(standIn.requests.length).toBe(before)
})
