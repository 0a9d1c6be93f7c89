import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { aroundPoint } from '#runtime/kit/around-point.ts'
import type { Reader } from '#runtime/outbound/payload.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { ratingAges } from '../providers.ts'
import { businessesInWords } from '../sentences.ts'

export type Business = Result<'food.hygiene'>['items'][number]

/** Two of its miles are the three kilometres that the method promises. */
const searchMiles = 2
const kmPerMile = 1.609344
/** Data without a date have this one. */
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
      establishments: z.array(establishment.transform(businessOf)),
      meta: z.object({ totalCount: z.int().min(0) }),
    })
    .transform(({ establishments, meta }) => ({ businesses: establishments, total: meta.totalCount })),
}

/** `AwaitingInspection` is two words for people. */
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

/** `food.hygiene`. */
export async function hygiene(
  agency: Provider,
  { name, where, lat, lon, limit = 10 }: CallArgs<'food.hygiene'>,
  ctx: Context,
): Promise<Result<'food.hygiene'>> {
  const point = aroundPoint({ lat, lon }, 0)?.point
  if (!point && name === undefined && where === undefined) {
    const message = 'is required unless where or a point is given'
    throw errorOfFaults([{ path: 'name', message }])
  }
  const place = point
    ? { latitude: point.lat.toFixed(6), longitude: point.lon.toFixed(6), maxDistanceLimit: searchMiles }
    : { address: where }
  const { data, provenance, isFree } = await agency.read(ctx, {
    path: '/Establishments',
    query: { name, ...place, sortOptionKey: point ? 'distance' : 'Relevance', pageNumber: 1, pageSize: limit },
    headers: { 'x-api-version': '2' },
    reader,
    ages: ratingAges,
  })
  if (isFree) ctx.charge(0)
  const items = data.businesses.slice(0, limit)
  const total = Math.max(data.total, items.length)
  return { items, total, text: businessesInWords(items, total, provenance), ...provenance }
}
