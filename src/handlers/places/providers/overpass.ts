import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import { distanceKm } from '#runtime/base/geo.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { longList } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { openStreetMapTerms } from '#runtime/outbound/terms.ts'
import { type Found, type PointOfInterest, type Search, webAddress } from '../point-of-interest.ts'
import { placeSettings } from '../settings.ts'
import { placeAges } from './cache-ages.ts'

const mebibyte = 1024 * 1024

/** A server of OpenStreetMap's map features. It runs two requests of an address concurrently. */
export const overpass: ProviderDescription = {
  name: 'overpass',
  source: 'OpenStreetMap',
  nameInSentence: 'The Overpass server of OpenStreetMap',
  ...openStreetMapTerms,
  baseUrl: placeSettings.overpassBaseUrl,
  pace: { calls: 20, perMs: 60_000 },
  maxRunning: 2,
  maxBytes: 16 * mebibyte,
  kept: { maxEntries: 200, maxBytes: 32 * mebibyte },
  probe: { path: '/api/status' },
  examples: async () => (await import('./overpass-examples.ts')).overpassExamples,
}

/** The keys of OpenStreetMap for kinds of places, the most specific first. */
const kindKeys = ['amenity', 'shop', 'tourism', 'leisure', 'historic', 'healthcare', 'office', 'railway'] as const
/** The keys of a search without a query. */
const sights = ['amenity', 'shop', 'tourism', 'leisure', 'historic'] as const
/** The first circle that is searched; a wider one follows if it has too few, because towns have thousands of places. */
const firstRadiusM = 1000
const growth = 5
/** One more than is returned. */
const enough = 21

const tags = z.record(z.string(), z.string())
const point = { lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }
const element = z
  .object({
    type: z.enum(['node', 'way', 'relation']),
    id: z.int(),
    lat: point.lat.optional(),
    lon: point.lon.optional(),
    center: z.object(point).optional(),
    tags: tags.optional(),
  })
  .transform(({ type, id, lat, lon, center, tags = {} }): PointOfInterest | undefined => {
    const at = center ?? (lat !== undefined && lon !== undefined ? { lat, lon } : undefined)
    const kind = kindOf(tags)
    if (!at || !kind) return undefined
    return { id: `osm:${type}/${id}`, ...described(tags, kind), ...at }
  })

/** The server reports in a remark, with status 200, that it gave up and that the list is incomplete. */
const rest = z.object({
  remark: z
    .string()
    .regex(/^(?!runtime error)/)
    .optional(),
})
const reader = longList('elements', element, undefined, rest)

/** Points of interest of OpenStreetMap within the radius. */
export async function searchOverpass(provider: Provider, asker: Asker, search: Search): Promise<Provided<Found>> {
  let isFree = true
  for (let radiusM = Math.min(search.radiusM, firstRadiusM); ; radiusM = Math.min(search.radiusM, radiusM * growth)) {
    const query = { data: overpassQuery({ ...search, radiusM }) }
    const provided = await provider.read(asker, { path: '/api/interpreter', query, reader, ages: placeAges })
    isFree &&= provided.isFree
    // The server measures on a sphere and to any part of an outline.
    const items = provided.data.filter((item) => distanceKm(search, item) * 1000 <= radiusM)
    if (radiusM >= search.radiusM || items.length >= enough) {
      return { ...provided, isFree, data: { items, isTruncated: false } }
    }
  }
}

/** In the query language of Overpass: everything with a name, or everything with the query in its name or kind. */
function overpassQuery({ lat, lon, radiusM, query }: Search): string {
  const around = `(around:${Math.ceil(radiusM)},${lat.toFixed(5)},${lon.toFixed(5)})`
  const filters =
    query === undefined
      ? sights.map((key) => `["name"]["${key}"]`)
      : ['name', 'cuisine', ...kindKeys].map((key) => `["${key}"~${quoted(pattern(query))},i]`)
  return `[out:json][timeout:15];(${filters.map((filter) => `nwr${filter}${around};`).join('')});out center;`
}

/** A POSIX regular expression for these words, joined by spaces as in names, or by underscores as in kinds. */
function pattern(query: string): string {
  return query
    .trim()
    .split(/[\s_]+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[ _]')
}

/** A string of the query language. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

type Tags = Readonly<Record<string, string>>

function kindOf(tags: Tags): string | undefined {
  const key = kindKeys.find((each) => tags[each] && tags[each] !== 'no')
  if (!key) return undefined
  return tags[key] === 'yes' ? key : tags[key]
}

function described(tags: Tags, kind: string): Omit<PointOfInterest, 'id' | 'lat' | 'lon'> {
  const { opening_hours: hours } = tags
  const cuisine = valuesOf(tags.cuisine).join(', ')
  const address = addressOf(tags)
  const [phone] = valuesOf(tags.phone ?? tags['contact:phone'])
  const website = valuesOf(tags.website ?? tags['contact:website'])
    .map(webAddress)
    .find((address) => address !== undefined)
  return {
    name: tags['name:en'] || tags.name || tags.brand || tags.operator || capitalised(kind),
    kind,
    ...(address ? { address } : {}),
    ...(hours ? { opening_hours: hours, hasNotation: true } : {}),
    ...(phone ? { phone } : {}),
    ...(website ? { website } : {}),
    ...(cuisine ? { cuisine } : {}),
  }
}

/** OpenStreetMap separates the values of a tag by semicolons. */
function valuesOf(tag: string | undefined): string[] {
  return (tag ?? '')
    .split(';')
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/** `14 Camden High Street, London NW1 0JH`; undefined without a street. */
function addressOf(tags: Tags): string | undefined {
  const street = tags['addr:street'] ?? tags['addr:place']
  if (!street) return undefined
  const first = [tags['addr:housenumber'], street].filter(Boolean).join(' ')
  const second = [tags['addr:city'], tags['addr:postcode']].filter(Boolean).join(' ')
  return [first, second].filter(Boolean).join(', ')
}

function capitalised(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return `${words[0]?.toUpperCase()}${words.slice(1)}`
}
