import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import { distanceKm } from '#runtime/base/geo.ts'
import { parseUrl } from '#runtime/base/parse-url.ts'
import { longList } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Found, PointOfInterest, Search } from '../point-of-interest.ts'
import { placeAges } from './providers.ts'

/** The keys of OpenStreetMap that say what kind of place something is, the most telling first. */
const kindKeys = ['amenity', 'shop', 'tourism', 'leisure', 'historic', 'healthcare', 'office', 'railway'] as const
/** Those that a search for everything looks at. */
const sights = ['amenity', 'shop', 'tourism', 'leisure', 'historic'] as const
/** The first circle that is searched; a wider one only where it holds too little, because towns hold thousands of places. */
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

/** With status 200, the server tells in a remark that it gave up and that the list is only a part. */
const rest = z.object({
  remark: z
    .string()
    .regex(/^(?!runtime error)/)
    .optional(),
})
const reader = longList('elements', element, undefined, rest)

/** Points of interest of OpenStreetMap. */
export async function fromOverpass(overpass: Provider, asker: Asker, search: Search): Promise<Provided<Found>> {
  let isFree = true
  for (let radiusM = Math.min(search.radiusM, firstRadiusM); ; radiusM = Math.min(search.radiusM, radiusM * growth)) {
    const query = { data: overpassQuery({ ...search, radiusM }) }
    const provided = await overpass.read(asker, { path: '/api/interpreter', query, reader, ages: placeAges })
    isFree &&= provided.isFree
    // The server measures on a sphere and to any part of an outline.
    const items = provided.data.filter((item) => distanceKm(search, item) * 1000 <= radiusM)
    if (radiusM >= search.radiusM || items.length >= enough) {
      return { ...provided, isFree, data: { items, isCut: false } }
    }
  }
}

/** A search in the query language of Overpass: everything with a name, or what has the query in its name or kind. */
function overpassQuery({ lat, lon, radiusM, query }: Search): string {
  const around = `(around:${Math.ceil(radiusM)},${lat.toFixed(5)},${lon.toFixed(5)})`
  const filters =
    query === undefined
      ? sights.map((key) => `["name"]["${key}"]`)
      : ['name', 'cuisine', ...kindKeys].map((key) => `["${key}"~${quoted(pattern(query))},i]`)
  return `[out:json][timeout:15];(${filters.map((filter) => `nwr${filter}${around};`).join('')});out center;`
}

/** A regular expression of POSIX for text that has these words, joined by blanks, as in names, or by underscores, as in kinds. */
function pattern(query: string): string {
  return query
    .trim()
    .split(/[\s_]+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[ _]')
}

/** As a string of the query language. */
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
  const { cuisine, opening_hours: hours } = tags
  const address = addressOf(tags)
  const phone = tags.phone ?? tags['contact:phone']
  const website = webAddress(tags.website ?? tags['contact:website'])
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

/** `14 Camden High Street, London NW1 0JH`; undefined without a street. */
function addressOf(tags: Tags): string | undefined {
  const street = tags['addr:street'] ?? tags['addr:place']
  if (!street) return undefined
  const first = [tags['addr:housenumber'], street].filter(Boolean).join(' ')
  const second = [tags['addr:city'], tags['addr:postcode']].filter(Boolean).join(' ')
  return [first, second].filter(Boolean).join(', ')
}

/** Anybody may have written it. */
export function webAddress(text: string | undefined): string | undefined {
  const url = text && !/\s/.test(text) ? parseUrl(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function capitalised(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return `${words[0]?.toUpperCase()}${words.slice(1)}`
}
