import { z } from 'zod'
import type { Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Point } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { PlaceArgument } from '#runtime/kit/place-argument.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'
import { openStreetMapTerms } from '#runtime/outbound/terms.ts'
import { coordinatesText, exampleText } from '../results.ts'
import { placeSettings } from '../settings.ts'
import { placeAges } from './cache-ages.ts'

const mebibyte = 1024 * 1024

/** Its policy: one request a second for all users of an instance, a User-Agent that names it, and cached responses. */
export const nominatim: ProviderDescription = {
  name: 'nominatim',
  source: 'OpenStreetMap',
  ...openStreetMapTerms,
  baseUrl: placeSettings.nominatimBaseUrl,
  pace: placeSettings.nominatimPace,
  maxBytes: mebibyte,
  kept: { maxEntries: 5000, maxBytes: 16 * mebibyte },
  probe: { path: '/status', query: { format: 'json' } },
  examples: async () => (await import('./nominatim-examples.ts')).nominatimExamples,
}

type FoundPlace = Result<'places.geocode'>['items'][number]
type Parts = FoundPlace['parts']

/** One more than is returned, to find out whether there are more. */
const maxMatches = 21
/** About a metre: points closer together have the same address. */
const decimals = 5

const degrees = (max: number) =>
  z
    .string()
    .regex(/^-?\d+(?:\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().min(-max).max(max))
const latitude = degrees(90)
const longitude = degrees(180)

const place = z
  .object({
    osm_type: z.enum(['node', 'way', 'relation']).nullish(),
    osm_id: z.int().nullish(),
    lat: latitude,
    lon: longitude,
    category: z.string(),
    type: z.string(),
    addresstype: z.string().nullish(),
    name: z.string().nullish(),
    display_name: z.string(),
    address: z.record(z.string(), z.string()).nullish(),
    boundingbox: z.tuple([latitude, latitude, longitude, longitude]).nullish(),
  })
  .transform((found): FoundPlace => {
    const { osm_type: kind, osm_id: id, name, display_name: address, lat, lon, boundingbox } = found
    return {
      ...(name && kind && id ? { id: `osm:${kind}/${id}` } : {}),
      ...(name ? { name } : {}),
      address,
      parts: partsOf(found.address ?? {}),
      kind: kindOf(found),
      lat,
      lon,
      ...(boundingbox ? { bounds: boundsOf(boundingbox) } : {}),
    }
  })

const matches = { json: listOf(place) }

/** Nominatim reports with status 200 that a point has no place. */
const atPoint = {
  json: z.preprocess(
    (value) => (typeof (value as { error?: unknown } | null)?.error === 'string' ? undefined : value),
    place.optional(),
  ),
}

/** The places with this name, the best match first, at most 21; for a point, the place there. */
export async function placesMatching(
  provider: Provider,
  asker: Asker,
  argument: PlaceArgument,
): Promise<Provided<FoundPlace[]>> {
  if ('name' in argument) return placesNamed(provider, asker, argument.name)
  const found = await placeAt(provider, asker, argument.point)
  return { ...found, data: found.data ? [found.data] : [] }
}

function placesNamed(provider: Provider, asker: Asker, name: string): Promise<Provided<FoundPlace[]>> {
  const q = name.trim().replace(/\s+/g, ' ')
  const query = { q, format: 'jsonv2', addressdetails: 1, limit: maxMatches, 'accept-language': 'en' }
  const key = `search ${q.toLowerCase()}`
  return provider.read(asker, { path: '/search', query, key, reader: matches, ages: placeAges })
}

/** A place that a call has named. */
export interface LocatedPlace extends Point {
  /** Its name and address, or the coordinates. */
  readonly place: string
  /** Where its position comes from; undefined for coordinates. */
  readonly provenance?: Provenance
}

/** The best match for a name; undefined if there is no match. */
export async function bestMatch(
  provider: Provider,
  asker: Asker,
  name: string,
): Promise<Required<LocatedPlace> | undefined> {
  return bestOf(await placesNamed(provider, asker, name))
}

function bestOf({ data: [best], provenance }: Provided<FoundPlace[]>): Required<LocatedPlace> | undefined {
  return best && { place: best.address, lat: best.lat, lon: best.lon, provenance }
}

/**
 * The position of a place that a call has named.
 *
 * @throws ApiError not_found for a name without a match
 */
export async function locate(provider: Provider, asker: Asker, argument: PlaceArgument): Promise<LocatedPlace> {
  if ('point' in argument) return { ...argument.point, place: coordinatesText(argument.point) }
  const found = await placesNamed(provider, asker, argument.name)
  const best = bestOf(found)
  if (best) return best
  throw new ApiError(
    'not_found',
    `No place named ${quote(argument.name)} was found. Use a more complete name, or coordinates.${exampleText(found.provenance)}`,
  )
}

/** The place at a point or next to it; undefined if there is no such place. */
export function placeAt(
  provider: Provider,
  asker: Asker,
  { lat, lon }: Point,
): Promise<Provided<FoundPlace | undefined>> {
  const point = { lat: lat.toFixed(decimals), lon: lon.toFixed(decimals) }
  const query = { ...point, format: 'jsonv2', addressdetails: 1, zoom: 18, 'accept-language': 'en' }
  return provider.read(asker, { path: '/reverse', query, reader: atPoint, ages: placeAges })
}

type Kinds = { category: string; type: string; addresstype?: string | null | undefined }

/** The category is more specific than the type `yes`, and the address type more than `administrative`. */
function kindOf({ category, type, addresstype }: Kinds): string {
  if (category === 'boundary' && addresstype) return addresstype
  return type === 'yes' ? category : type
}

/** OpenStreetMap's names for each part of an address; the first one that the place has is used. */
const partNames: Readonly<Record<Exclude<keyof Parts, 'country_code'>, readonly string[]>> = {
  house_number: ['house_number'],
  street: ['road', 'pedestrian', 'footway', 'path', 'square'],
  suburb: ['suburb', 'neighbourhood', 'quarter', 'city_district', 'borough'],
  city: ['city', 'town', 'village', 'hamlet', 'municipality'],
  county: ['county', 'state_district'],
  state: ['state', 'province', 'region'],
  postcode: ['postcode'],
  country: ['country'],
}

function partsOf(address: Readonly<Record<string, string>>): Parts {
  const parts: Parts = {}
  for (const [part, names] of Object.entries(partNames)) {
    const value = names.map((name) => address[name]).find((each) => each)
    if (value) parts[part as keyof Parts] = value
  }
  const code = address.country_code?.toUpperCase()
  return { ...parts, ...(code && /^[A-Z]{2}$/.test(code) ? { country_code: code } : {}) }
}

function boundsOf([south, north, west, east]: readonly [number, number, number, number]) {
  return { north, south, east, west }
}
