import { z } from 'zod'
import type { Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { PlaceArgument } from '#runtime/kit/place-argument.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Reader } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'
import { foodSettings } from '../settings.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const mebibyte = 1024 * 1024

export const foodStandardsAgency: ProviderDescription = {
  name: 'food-standards-agency',
  source: 'Food Standards Agency',
  nameInSentence: 'The Food Standards Agency',
  attribution: 'Contains public sector information licensed under the Open Government Licence v3.0',
  licence: 'OGL 3.0',
  baseUrl: foodSettings.foodStandardsBaseUrl,
  pace: { calls: 30, perMs: minuteMs },
  maxBytes: 2 * mebibyte,
  kept: { maxEntries: 500, maxBytes: 16 * mebibyte },
  probe: { path: '/Countries/basic' },
  examples: async () => (await import('./food-standards-agency-examples.ts')).foodStandardsExamples,
}

export const ratingAges: Ages = { freshMs: dayMs / 2, refreshMs: dayMs, maxAgeMs: 30 * dayMs }

export type Business = Result<'food.hygiene'>['items'][number]

/** Two miles cover the three kilometres that the method promises. */
const searchMiles = 2
const kmPerMile = 1.609344
/** Stands in for a missing date. */
const noDate = '1901-01-01'

const text = z
  .string()
  .nullish()
  .transform((value) => value?.replace(/\s+/g, ' ').trim() || undefined)
const degrees = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? undefined : Number(value)))
const points = z.int().min(0).max(30).nullish()

const establishment = z.object({
  FHRSID: z.int(),
  BusinessName: z.string(),
  BusinessType: text,
  RatingValue: z.string().min(1),
  RatingDate: text,
  AddressLine1: text,
  AddressLine2: text,
  AddressLine3: text,
  AddressLine4: text,
  PostCode: text,
  LocalAuthorityName: z.string(),
  SchemeType: z.enum(['FHRS', 'FHIS']),
  scores: z.object({ Hygiene: points, Structural: points, ConfidenceInManagement: points }).nullish(),
  geocode: z.object({ latitude: degrees, longitude: degrees }).nullish(),
  Distance: z.number().min(0).nullish(),
  NewRatingPending: z.boolean().nullish(),
})

type Establishment = z.infer<typeof establishment>

const reader: Reader<{ readonly businesses: readonly Business[]; readonly total: number }> = {
  json: z
    .object({
      establishments: listOf(establishment.transform(businessOf)),
      meta: z.object({ totalCount: z.int().min(0) }),
    })
    .transform(({ establishments, meta }) => ({ businesses: establishments, total: meta.totalCount })),
}

/** `AwaitingInspection` becomes two words. */
function wordsOf(rating: string): string {
  return rating.replace(/([a-z])([A-Z])/g, '$1 $2').trim()
}

function businessOf(data: Establishment): Business {
  const lines = [data.AddressLine1, data.AddressLine2, data.AddressLine3, data.AddressLine4]
  const address = lines.filter((line) => line !== undefined).join(', ')
  const day = data.RatingDate?.slice(0, 10)
  const isRated = data.SchemeType === 'FHRS' && /^[0-5]$/.test(data.RatingValue)
  return {
    id: String(data.FHRSID),
    name: data.BusinessName.trim(),
    ...(data.BusinessType ? { kind: data.BusinessType } : {}),
    rating: wordsOf(data.RatingValue),
    ...(isRated ? { rating_value: Number(data.RatingValue) } : {}),
    scheme: data.SchemeType,
    ...(day && day !== noDate && /^\d{4}-\d\d-\d\d$/.test(day) ? { rated_on: day } : {}),
    new_rating_pending: data.NewRatingPending ?? false,
    ...penaltyOf(data.scores),
    ...(address ? { address } : {}),
    ...(data.PostCode ? { postcode: data.PostCode } : {}),
    local_authority: data.LocalAuthorityName,
    ...placeOf(data.geocode),
    ...(typeof data.Distance === 'number' ? { distance_km: Math.round(data.Distance * kmPerMile * 10) / 10 } : {}),
    url: `https://ratings.food.gov.uk/business/${data.FHRSID}`,
  }
}

function penaltyOf(scores: Establishment['scores']): Pick<Business, 'penalty_points'> {
  const { Hygiene: hygiene, Structural: structural, ConfidenceInManagement: management } = scores ?? {}
  if (typeof hygiene !== 'number' || typeof structural !== 'number' || typeof management !== 'number') return {}
  return { penalty_points: { hygiene, structural, management } }
}

function placeOf(geocode: Establishment['geocode']): Pick<Business, 'lat' | 'lon'> {
  const { latitude: lat, longitude: lon } = geocode ?? {}
  if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180)) return {}
  return { lat, lon }
}

/** The businesses near a point, nearest first; without a point those that fit a name and an address. */
export function fetchBusinesses(
  provider: Provider,
  asker: Asker,
  { name, place, limit }: { name: string | undefined; place: PlaceArgument | undefined; limit: number },
): Promise<Provided<{ readonly businesses: readonly Business[]; readonly total: number }>> {
  const point = place && 'point' in place ? place.point : undefined
  const where = point
    ? { latitude: point.lat.toFixed(6), longitude: point.lon.toFixed(6), maxDistanceLimit: searchMiles }
    : { address: place && 'name' in place ? place.name : undefined }
  return provider.read(asker, {
    path: '/Establishments',
    query: { name, ...where, sortOptionKey: point ? 'distance' : 'Relevance', pageNumber: 1, pageSize: limit },
    headers: { 'x-api-version': '2' },
    reader,
    ages: ratingAges,
  })
}
