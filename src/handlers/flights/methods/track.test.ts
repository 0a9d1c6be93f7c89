import { describe, expect, test } from 'vitest'
import { changing, flightsForTests } from '../fixtures/flights-server.ts'

const { server, standIn } = flightsForTests()

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
    standIn().answers = changing((aircraft) => Object.assign(aircraft, { hex: 'af1680' }))
    const paths = () =>
      standIn()
        .requests.slice(-2)
        .map(({ path }) => path)
    standIn().answers = (request, now) =>
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
    standIn().answers = changing((aircraft) => Object.assign(aircraft, { seen_pos: 200 }))
    expect((await server().anonymous.ok('flights.track', { flight: 'BA117' })).text).toContain(
      'This was 3 minutes ago.',
    )
  })
})
