import { z } from 'zod'
import type { Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { placeAges } from './providers.ts'

/** A place as Nominatim knows it. */
export type FoundPlace = Result<'places.geocode'>['items'][number]
type Parts = FoundPlace['parts']

/** One more than is returned, to tell whether there are more. */
const askedFor = 21
/** About a metre: what is closer together has the same address. */
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

const matches = { json: z.array(place) }

/** Nominatim says with status 200 that there is nothing at a point. */
const atPoint = {
  json: z.preprocess(
    (value) => (typeof (value as { error?: unknown } | null)?.error === 'string' ? undefined : value),
    place.optional(),
  ),
}

/** The places of this name, the best match first, at most 21. */
export function placesNamed(nominatim: Provider, asker: Asker, name: string): Promise<Provided<FoundPlace[]>> {
  const q = name.trim().replace(/\s+/g, ' ')
  const query = { q, format: 'jsonv2', addressdetails: 1, limit: askedFor, 'accept-language': 'en' }
  const key = `search ${q.toLowerCase()}`
  return nominatim.read(asker, { path: '/search', query, key, reader: matches, ages: placeAges })
}

/** The place at a point or next to it; undefined where there is none. */
export function placeAt(
  nominatim: Provider,
  asker: Asker,
  { lat, lon }: { lat: number; lon: number },
): Promise<Provided<FoundPlace | undefined>> {
  const point = { lat: lat.toFixed(decimals), lon: lon.toFixed(decimals) }
  const query = { ...point, format: 'jsonv2', addressdetails: 1, zoom: 18, 'accept-language': 'en' }
  return nominatim.read(asker, { path: '/reverse', query, reader: atPoint, ages: placeAges })
}

/** The category says more than a type of `yes`, and what an administrative border surrounds more than `administrative`. */
function kindOf({
  category,
  type,
  addresstype,
}: {
  category: string
  type: string
  addresstype?: string | null | undefined
}) {
  if (category === 'boundary' && addresstype) return addresstype
  return type === 'yes' ? category : type
}

/** What OpenStreetMap calls the parts of an address, by ours; the first one that the place has. */
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
