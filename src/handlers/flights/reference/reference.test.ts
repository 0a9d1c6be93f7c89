import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#runtime/base/errors.ts'
import { airports } from './airports.ts'
import { codes } from './codes.ts'
import { searchesFor } from './searches.ts'

const known = await codes()
const table = await airports()

describe('the searches for a flight', () => {
  test.each([
    ['BA117', ['callsign BAW117']],
    ['ba 117', ['callsign BAW117']],
    ['BA-117', ['callsign BAW117', 'registration BA-117']],
    ['BA0117', ['callsign BAW117,BAW0117', 'hex ba0117']],
    ['U21234', ['callsign EZY1234']],
    ['BAW117', ['callsign BAW117']],
    ['EIN16R', ['callsign EIN16R']],
    ['G-ZBKL', ['registration G-ZBKL']],
    ['gzbkl', ['registration GZBKL,G-ZBKL,GZ-BKL', 'callsign GZBKL']],
    ['N123AB', ['registration N123AB', 'callsign N123AB']],
    ['RA-73001', ['registration RA-73001']],
    ['406F78', ['hex 406f78']],
    ['abcdef', ['hex abcdef']],
    // A flight of Air France, and an address.
    ['AF1680', ['callsign AFR1680', 'hex af1680']],
    // JetBlue has the code B6, but this is how Chinese registrations look.
    ['B-6234', ['registration B-6234']],
    ['B6234', ['callsign JBU234']],
    // An unknown airline.
    ['QQQ12', ['callsign QQQ12', 'registration QQQ12,Q-QQ12,QQ-Q12']],
    ['REACH12', ['registration REACH12,R-EACH12,RE-ACH12', 'callsign REACH12']],
  ])('of %s are %j', (text, expected) => {
    expect(searchesFor(text, known).map(({ by, values }) => `${by} ${values.join(',')}`)).toEqual(expected)
  })

  test.each(['BA/117', '../hex', 'BA117?', 'ÄB12', '--', 'A-B-C', 'ABCDEFGHIJK'])('%s is rejected', (text) => {
    expect(() => searchesFor(text, known)).toThrow(ApiError)
  })

  test('are at most three, of values that are safe in a URL, or the flight is rejected', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AB09 -/%.fz'), minLength: 1, maxLength: 12 }), (text) => {
        let searches: ReturnType<typeof searchesFor>
        try {
          searches = searchesFor(text, known)
        } catch (failure) {
          expect(failure).toMatchObject({ code: 'invalid_argument' })
          return
        }
        expect(searches.length).toBeGreaterThan(0)
        expect(searches.length).toBeLessThanOrEqual(3)
        for (const { values } of searches) for (const value of values) expect(value).toMatch(/^[A-Za-z0-9-]+$/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('an airport', () => {
  test.each([
    ['LHR', 'EGLL'],
    ['egll', 'EGLL'],
    ['Heathrow', 'EGLL'],
    ['London Heathrow Airport', 'EGLL'],
    ['London', 'EGLL'],
    ['Gatwick airport', 'EGKK'],
    ['paris', 'LFPG'],
    ['Istanbul Airport', 'LTFM'],
    ['São Paulo', 'SBGR'],
    ['Sao Paulo', 'SBGR'],
    ['Zurich', 'LSZH'],
    ['Tromsø', 'ENTC'],
    ['Charles de Gaulle', 'LFPG'],
    ['John F Kennedy', 'KJFK'],
    ['Schiphol', 'EHAM'],
    ['Moi', 'HKMO'],
    // A city whose name is also the code of another airport, or that has another name in the data.
    ['Lima', 'SPJC'],
    ['Athens', 'LGAV'],
    ['Gothenburg', 'ESGG'],
    ['Göteborg', 'ESGG'],
    ['Honolulu', 'PHNL'],
    ['Caracas', 'SVMI'],
    ['Bucharest', 'LROP'],
    ['Rome', 'LIRF'],
    ['orly', 'LFPO'],
    // Opened, or with another code, since 2021.
    ['SAI', 'VDSA'],
    ['COV', 'LTDB'],
    ['TQO', 'MMTL'],
    ['NBJ', 'FNBJ'],
    ['RSI', 'OERS'],
    ['NMI', 'VANM'],
    ['WSI', 'YSWS'],
    ['SPJC', 'SPJC'],
    ['OKKK', 'OKKK'],
    ['VGHS', 'VGHS'],
    ['FLKK', 'FLKK'],
    ['UZTT', 'UZTT'],
  ])('%s is %s', (text, icao) => {
    expect(table.find(text)?.icao).toBe(icao)
  })

  test.each(['', '   ', 'Nowhere at all', 'QQQ', '!!!', 'airportt'])('%j is unknown', (text) => {
    expect(table.find(text)).toBeUndefined()
  })

  test.each([
    ['SPIM', 'SPJC'],
    ['OKBK', 'OKKK'],
    ['VGZR', 'VGHS'],
    ['FLLS', 'FLKK'],
    ['UTTT', 'UZTT'],
    ['uafm', 'UCFM'],
    ['KIV', 'LUKK'],
  ])('is also found by the code %s that it had before', (text, icao) => {
    expect(table.find(text)?.icao).toBe(icao)
  })

  test.each(['LIC', ' ROME ', 'ORLY'])('the unknown code %j is not a part of the name of another airport', (code) => {
    expect(table.find(code)).toBeUndefined()
  })

  test('nearest to a point is found anywhere, across the antimeridian and at the poles', () => {
    const near = (lat: number, lon: number) => table.nearestLarge({ lat, lon }).airport.icao
    expect(near(51.5, -0.3)).toBe('EGLL')
    expect(near(21.4, -157.8)).toBe('PHNL')
    expect(near(-17.9, -179.9)).toBe('NVVV')
    for (const point of [
      { lat: 90, lon: 0 },
      { lat: -90, lon: 0 },
      { lat: 0, lon: 0 },
    ]) {
      expect(table.nearestLarge(point).distanceKm).toBeGreaterThan(0)
    }
  })
})

test('no two bundled airports have the same code, also of those that they had before', async () => {
  const text = await readFile(join(import.meta.dirname, '../bundled/airports.tsv'), 'utf8')
  const rows = text.trimEnd().split('\n')
  const codesOf = (row: string) => {
    const [iata = '', icao = '', , , , , , , others = ''] = row.split('\t')
    return [...new Set([iata, icao, ...others.split(' ')])].filter((code) => code !== '')
  }
  const all = rows.flatMap(codesOf)
  expect(all.length).toBe(new Set(all).size)
  expect(rows.length).toBeGreaterThan(5500)
})

test('the bundled lists have each code once, and every airport a place', () => {
  expect(known.airlineByIata.size).toBe(known.airlineByIcao.size)
  expect(known.airlineByIata.size).toBeGreaterThan(300)
  expect(known.types.size).toBeGreaterThan(250)
  expect(
    [...known.airlineByIata.values()].every(({ iata, icao }) => /^[A-Z0-9]{2}$/.test(iata) && /^[A-Z]{3}$/.test(icao)),
  ).toBe(true)
  expect(table.byCode('LHR')).toEqual({
    iata: 'LHR',
    icao: 'EGLL',
    name: 'London Heathrow Airport',
    city: 'London',
    country_code: 'GB',
    lat: 51.4706,
    lon: -0.4619,
  })
})
