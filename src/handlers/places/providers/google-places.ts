import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import { distanceKm } from '#runtime/base/geo.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { googleMapsKey } from '#runtime/outbound/google-key.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'
import { googleMapsTerms } from '#runtime/outbound/terms.ts'
import { type Found, type PointOfInterest, type Search, webAddress } from '../point-of-interest.ts'
import { placeSettings } from '../settings.ts'

const mebibyte = 1024 * 1024

/** Its terms forbid storing anything but the ids of places. */
export const googlePlaces: ProviderDescription = {
  name: 'google-places',
  source: 'Google Places',
  ...googleMapsTerms,
  baseUrl: placeSettings.googlePlacesBaseUrl,
  key: googleMapsKey,
  pace: { calls: 300, perMs: 60_000 },
  maxBytes: mebibyte,
  kept: { maxEntries: 100, maxBytes: 1 },
  // A request for nothing but the id of a place is free.
  probe: { path: '/v1/places/ChIJdd4hrwug2EcRmSrV3Vo6llI', query: { fields: 'id' } },
  examples: async () => (await import('./google-places-examples.ts')).googlePlacesExamples,
}

/** The most that Google returns. */
const maxResults = 20
const fields = [
  'id',
  'displayName',
  'types',
  'primaryType',
  'formattedAddress',
  'location',
  'currentOpeningHours.openNow',
  'regularOpeningHours',
  'nationalPhoneNumber',
  'websiteUri',
]
/** The kinds that people search for by one word, which Google calls the same. */
const types: ReadonlySet<string> = new Set(
  'atm bakery bank bar cafe hospital hotel library museum park pharmacy pub restaurant school supermarket'.split(' '),
)

const place = z
  .object({
    id: z.string(),
    displayName: z.object({ text: z.string() }),
    types: z.array(z.string()).optional(),
    primaryType: z.string().optional(),
    formattedAddress: z.string().optional(),
    location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
    currentOpeningHours: z.object({ openNow: z.boolean().optional() }).optional(),
    regularOpeningHours: z
      .object({ openNow: z.boolean().optional(), weekdayDescriptions: z.array(z.string()).optional() })
      .optional(),
    nationalPhoneNumber: z.string().optional(),
    websiteUri: z.string().optional(),
  })
  .transform((found): PointOfInterest => {
    const { regularOpeningHours: hours, formattedAddress: address, nationalPhoneNumber: phone } = found
    const isOpen = found.currentOpeningHours?.openNow ?? hours?.openNow
    const website = webAddress(found.websiteUri)
    return {
      id: `google:${found.id}`,
      name: found.displayName.text,
      kind: found.primaryType ?? found.types?.[0] ?? 'place',
      lat: found.location.latitude,
      lon: found.location.longitude,
      ...(address ? { address } : {}),
      ...(isOpen === undefined ? {} : { isOpen }),
      ...(hours?.weekdayDescriptions?.length ? { opening_hours: hours.weekdayDescriptions.join('; ') } : {}),
      ...(phone ? { phone } : {}),
      ...(website ? { website } : {}),
    }
  })

/** An empty object if no place was found. */
const reader = { json: z.object({ places: listOf(place).optional() }) }

/** Points of interest of Google Places within the radius. Only simultaneous searches share a response. */
export async function searchGoogle(provider: Provider, asker: Asker, search: Search): Promise<Provided<Found>> {
  const { path, json } = requestOf(search)
  const headers = { 'x-goog-fieldmask': fields.map((field) => `places.${field}`).join(',') }
  const { data, ...provided } = await provider.read(asker, {
    path,
    json,
    headers,
    reader,
    ages: { freshMs: 0, maxAgeMs: 0 },
  })
  const found = data.places ?? []
  // A text search only prefers nearby places.
  const items = found.filter((item) => distanceKm(search, item) * 1000 <= search.radiusM)
  return { ...provided, data: { items, isTruncated: found.length >= maxResults } }
}

function requestOf({ lat, lon, radiusM, query }: Search): { path: string; json: unknown } {
  const circle = { circle: { center: { latitude: lat, longitude: lon }, radius: radiusM } }
  const word = query?.trim().toLowerCase() ?? ''
  const type = types.has(word) ? word : undefined
  const common = { rankPreference: 'DISTANCE', languageCode: 'en' }
  if (query !== undefined && type === undefined) {
    return {
      path: '/v1/places:searchText',
      json: { ...common, textQuery: query.trim(), pageSize: maxResults, locationBias: circle },
    }
  }
  return {
    path: '/v1/places:searchNearby',
    json: {
      ...common,
      maxResultCount: maxResults,
      locationRestriction: circle,
      ...(type === undefined ? {} : { includedTypes: [type] }),
    },
  }
}
