import { expect, test } from 'vitest'
import { airportLines, type OtherAirport, type OurAirport } from './airports.ts'
import { recordsOf } from './csv.ts'

const our = (row: Partial<OurAirport>): OurAirport => ({
  ...{ ident: '', type: 'large_airport', name: 'An Airport', latitude_deg: '10', longitude_deg: '20' },
  ...{ iso_country: 'AA', municipality: 'Town', scheduled_service: 'yes', icao_code: '', gps_code: '', iata_code: '' },
  ...row,
})
const other = (row: Partial<OtherAirport>): OtherAirport => ({
  ...{ icao: '', iata: '', name: 'An Airport', city: 'Town', country: 'AA', lat: '10', lon: '20' },
  ...row,
})

test('an airport is known by its present code, and by the one that its record was made with', () => {
  const lines = airportLines([our({ ident: 'SPIM', icao_code: 'SPJC', gps_code: 'SPJC', iata_code: 'LIM' })], [], [])
  expect(lines).toEqual(['LIM\tSPJC\tAA\t10\t20\t2\tAn Airport\tTown\tSPIM\t'])
})

test('codes and names of the previous file stay with the airport at their place', () => {
  const previous = [
    'OLD\tAAAA\tAA\t10.001\t20\t2\tAn Airport\tTown\tAABB\t',
    'XYZ\tAAXX\tAA\t10\t25\t2\tElsewhere\tTown\t\t',
    'NEW\tAAAC\tAA\t12\t20\t2\tFirst Name Airport\tOld Town\t\tOlder Town',
  ]
  const lines = airportLines(
    [
      our({ icao_code: 'AAAB', iata_code: 'CUR' }),
      our({ icao_code: 'AAAC', iata_code: 'NEW', latitude_deg: '12' }),
      our({ icao_code: 'AAAD', iata_code: 'FAR', longitude_deg: '30' }),
    ],
    [],
    previous,
  )
  expect(lines).toEqual([
    'CUR\tAAAB\tAA\t10\t20\t2\tAn Airport\tTown\tAAAA AABB OLD\t',
    'FAR\tAAAD\tAA\t10\t30\t2\tAn Airport\tTown\t\t',
    'NEW\tAAAC\tAA\t12\t20\t2\tAn Airport\tTown\t\tFirst Name Airport|Old Town|Older Town',
  ])
})

test('the second source adds airports, codes and cities that the first lacks, and none that the first has as closed', () => {
  const lines = airportLines(
    [
      our({ icao_code: 'AAAA', iata_code: 'ONE' }),
      our({ icao_code: 'AAAB', latitude_deg: '11' }),
      our({ icao_code: '', iata_code: 'SIX', latitude_deg: '16' }),
      our({ ident: 'AA-1', type: 'closed', latitude_deg: '12' }),
    ],
    [
      other({ icao: 'AAZZ', iata: 'ONE', city: 'City' }),
      other({ icao: 'AAAB', iata: 'TWO', lat: '11' }),
      other({ icao: 'AAAC', iata: 'OLD', lat: '12' }),
      other({ icao: 'AAAD', iata: 'NEW', lat: '13', name: 'New Airport' }),
      other({ icao: 'AAAF', iata: 'SIX', lat: '16' }),
    ],
    [],
  )
  expect(lines).toEqual([
    'NEW\tAAAD\tAA\t13\t20\t0\tNew Airport\tTown\t\t',
    'ONE\tAAAA\tAA\t10\t20\t2\tAn Airport\tTown\tAAZZ\tCity',
    'SIX\tAAAF\tAA\t16\t20\t2\tAn Airport\tTown\t\t',
    'TWO\tAAAB\tAA\t11\t20\t2\tAn Airport\tTown\t\t',
  ])
})

test('a former code that another airport has now finds the other one', () => {
  const lines = airportLines(
    [our({ ident: 'AAAB', icao_code: 'AAAA' }), our({ ident: 'AAAA', icao_code: 'AAAB', latitude_deg: '11' })],
    [],
    [],
  )
  expect(
    lines.map((line) =>
      line
        .split('\t')
        .slice(0, 2)
        .concat(line.split('\t')[8] ?? ''),
    ),
  ).toEqual([
    ['', 'AAAA', ''],
    ['', 'AAAB', ''],
  ])
})

test('records of CSV may have commas, quotes and line breaks in quotes', () => {
  expect(recordsOf('a,"b"\r\n"x, ""y""\nz",2\n,\n')).toEqual([
    { a: 'x, "y"\nz', b: '2' },
    { a: '', b: '' },
  ])
  expect(() => recordsOf('a,b\n1\n')).toThrow('record 1 has 1 fields of 2')
  expect(() => recordsOf('a\n"1\n')).toThrow('quotes')
})
