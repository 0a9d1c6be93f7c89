import type { Args, Handler } from '#generated/server/handlers.ts'
import type { ArgumentFault } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { type PlaceArgument, placeArgument } from '#runtime/kit/place-argument.ts'
import type { FoodDeps } from '../index.ts'
import { type Business, fetchBusinesses } from '../providers/food-standards-agency.ts'

export default ({ ratings }: FoodDeps): Handler<'food.hygiene'> =>
  async (args, ctx) => {
    const { name, limit = 10 } = args
    const { data, provenance, isFree } = await fetchBusinesses(ratings, ctx, { name, place: placeOf(args), limit })
    if (isFree) ctx.charge(0)
    const items = data.businesses.slice(0, limit)
    const total = Math.max(data.total, items.length)
    return { items, total, text: businessesInWords(items, total, provenance), ...provenance }
  }

/**
 * The place of a call; undefined for a search by name only.
 *
 * @throws ApiError invalid_argument without a name or a place, and for a place given only in part
 */
function placeOf({ name, near, lat, lon }: Partial<Args<'food.hygiene'>>): PlaceArgument | undefined {
  if (near === undefined && lat === undefined && lon === undefined) {
    if (name !== undefined) return undefined
    throw errorOfFaults([{ path: 'name', message: 'is required unless near or a point is given' }])
  }
  const faults: ArgumentFault[] = []
  const place = placeArgument({ name: near, lat, lon }, { name: 'near', lat: 'lat', lon: 'lon' }, faults)
  if (!place) throw errorOfFaults(faults)
  return place
}

/** Businesses that the text describes. */
const maxDescribed = 15

function businessesInWords(items: readonly Business[], total: number, { stale, as_of }: Provenance): string {
  const rest = total - Math.min(items.length, maxDescribed)
  const sentences = [
    ...items.slice(0, maxDescribed).map(businessInWords),
    ...(items.length === 0 ? ['No businesses were found. Ratings cover only the United Kingdom.'] : []),
    ...(items.length > 0 && rest > 0 ? [`And ${rest} more.`] : []),
    ...(stale ? [`The provider cannot be reached. This data is from ${as_of}.`] : []),
  ]
  return sentences.join(' ')
}

const ratings = [
  'urgent improvement is necessary',
  'major improvement is necessary',
  'some improvement is necessary',
  'generally satisfactory',
  'good',
  'very good',
] as const
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function businessInWords(business: Business): string {
  const { name, address, distance_km, rating, rating_value, rated_on, new_rating_pending, penalty_points } = business
  const place = [name, ...(address ? [address] : []), ...(distance_km === undefined ? [] : [`${distance_km} km away`])]
  const meaning = rating_value === undefined ? rating : `rated ${rating} (${ratings[rating_value]})`
  const when = rated_on ? ` in ${month.format(Date.parse(rated_on))}` : ''
  const pending = new_rating_pending ? ' A newer rating is awaiting publication.' : ''
  const scores = penalty_points
    ? ` Food handling ${pointsInWords(penalty_points.hygiene)}, building ${pointsInWords(penalty_points.structural)}, management ${pointsInWords(penalty_points.management)}.`
    : ''
  return `${place.join(', ')}: ${meaning}${when}.${scores}${pending}`
}

/** In the words of the agency. */
function pointsInWords(points: number): string {
  if (points === 0) return 'very good'
  if (points <= 5) return 'good'
  return points <= 10 ? 'satisfactory' : 'in need of improvement'
}
