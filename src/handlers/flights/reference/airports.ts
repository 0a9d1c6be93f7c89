import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '#generated/server/handlers.ts'
import { nearest, type Point } from '#runtime/base/geo.ts'
import { once } from '#runtime/base/once.ts'

/** An airport as results have it. */
export type AirportFacts = Result<'flights.airport'>['airport']

/** An airport of the bundled table. */
interface Airport {
  readonly facts: AirportFacts
  /**
   * 0 if it is small or without scheduled flights, 1 if it is of medium size with scheduled flights, 2 if it is large
   * with scheduled flights, 3 if it is the main one of a city with several.
   */
  readonly rank: number
  /** Codes that it had or has elsewhere, and that no airport has now. */
  readonly otherCodes: readonly string[]
  /** Its name for comparisons. */
  readonly nameKey: string
  /** Its city and other names of both, for comparisons. */
  readonly cityKeys: readonly string[]
}

/** The world's large and medium-sized airports, and smaller ones with scheduled flights. */
export interface Airports {
  /** The airport with an IATA or ICAO code, current or superseded, in any case. */
  byCode(text: string): AirportFacts | undefined
  /**
   * The airport with a code, a name, a city, or a part of them; of several the largest. Three or four capitals are only
   * a code.
   */
  find(text: string): AirportFacts | undefined
  /** The large airport nearest to a point, and its distance. */
  nearestLarge(point: Point): { readonly airport: AirportFacts; readonly distanceKm: number }
}

/** The airports that people mean by the names of cities that have several large ones. */
const firstOfCities = new Set(
  (
    'LHR CDG JFK HND SVO MXP FCO IST ORD IAD IAH DFW GRU GIG EZE ARN PVG PEK ICN KIX BKK CGK TPE YYZ YUL LAX SFO MIA DXB ' +
    'IKA MEL BRU GLA BFS BER MNL DEL BOM JNB CAI NBO SYD AKL'
  ).split(' '),
)
/** Optional words in the name of an airport. */
const generic = /\b(?:international|intl|airport|airfield|aerodrome|air base)\b/g

/** The bundled airports, read at the first use. */
export const airports = once(async (): Promise<Airports> => {
  const text = await readFile(join(import.meta.dirname, '../bundled/airports.tsv'), 'utf8')
  return createAirports(text.trimEnd().split('\n').map(airportOf))
})

function airportOf(line: string): Airport {
  const [iata = '', icao = '', countryCode = '', lat, lon, rank, name = '', city = '', others = '', names = ''] =
    line.split('\t')
  return {
    facts: {
      ...(iata ? { iata } : {}),
      icao,
      name,
      ...(city ? { city } : {}),
      country_code: countryCode,
      lat: Number(lat),
      lon: Number(lon),
    },
    rank: firstOfCities.has(iata) ? 3 : Number(rank),
    otherCodes: others === '' ? [] : others.split(' '),
    nameKey: nameKey(name),
    cityKeys: [city, ...names.split('|')].filter((each) => each !== '').map(nameKey),
  }
}

function createAirports(all: readonly Airport[]): Airports {
  const byIata = new Map(all.flatMap((airport) => (airport.facts.iata ? [[airport.facts.iata, airport]] : [])))
  const byIcao = new Map(all.map((airport) => [airport.facts.icao, airport]))
  const byOtherCode = new Map(all.flatMap((airport) => airport.otherCodes.map((code) => [code, airport])))
  const large = all.filter(({ rank }) => rank >= 2).map(({ facts }) => facts)
  const byCode = (text: string) => {
    const code = text.trim().toUpperCase()
    return (byIata.get(code) ?? byIcao.get(code) ?? byOtherCode.get(code))?.facts
  }
  return {
    byCode,
    find(text) {
      if (isCode(text)) return byCode(text)
      // `Lima` is a city, although `LIMA` is an airport of Turin.
      return byName(all, nameKey(text), matches.slice(0, 1)) ?? byCode(text) ?? byName(all, nameKey(text), matches)
    },
    nearestLarge(point) {
      const { items } = nearest(large, point, { withinKm: 21_000, max: 1 })
      const [first] = items
      if (!first) throw new Error('No airports are bundled')
      return { airport: first.thing, distanceKm: first.distanceKm }
    },
  }
}

type Match = (airport: Airport, key: string) => boolean
/** From the most to the least exact match. */
const matches: readonly Match[] = [
  ({ nameKey, cityKeys }, key) => nameKey === key || cityKeys.includes(key),
  ({ nameKey, cityKeys }, key) => [nameKey, ...cityKeys].some((each) => each.startsWith(`${key} `)),
  ({ nameKey }, key) => ` ${nameKey} `.includes(` ${key} `),
  ({ nameKey, cityKeys }, key) => key.length >= 4 && [nameKey, ...cityKeys].some((each) => each.includes(key)),
]

/** Whether a text is written as codes are. An unknown code must not find an airport with a word that is spelled like it. */
function isCode(text: string): boolean {
  return /^[A-Z]{3,4}$/.test(text.trim())
}

function byName(all: readonly Airport[], key: string, ways: readonly Match[]): AirportFacts | undefined {
  if (key === '') return undefined
  for (const isMatch of ways) {
    const found = all.filter((airport) => isMatch(airport, key))
    if (found.length > 0) return found.reduce((best, each) => (each.rank > best.rank ? each : best)).facts
  }
  return undefined
}

/**
 * The name of an airport or city for comparisons: without case, accents, punctuation, generic words, and what follows in
 * `Paris (Roissy-en-France)` and `Honolulu, Oahu`.
 */
export function nameKey(text: string): string {
  const plain = text
    .replace(/(?<=.)[(,].*/s, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
  const short = plain.replace(generic, ' ').replace(/\s+/g, ' ').trim()
  return short === '' ? plain.trim() : short
}
