import type { Provenance } from '#runtime/base/provenance.ts'
import type { Business } from './providers/food-standards-agency.ts'
import type { Product } from './providers/open-food-facts.ts'

/** The text of `food.product`: allergens first. */
export function productInWords(product: Product, { stale, as_of }: Provenance): string {
  const brand = product.brands[0] ? ` by ${product.brands[0]}` : ''
  const quantity = product.quantity ? `, ${product.quantity}` : ''
  const sentences = [
    `${product.name ?? `The product ${product.barcode}`}${brand}${quantity}.`,
    allergensInWords(product),
    ...dietInWords(product),
    ...nutritionInWords(product.nutrition_per_100),
    ...gradeInWords(product),
    ...(stale ? [`The provider cannot be reached; this was known at ${as_of}.`] : []),
  ]
  return sentences.join(' ')
}

function allergensInWords({ allergens, traces }: Product): string {
  const check = 'look at the packet'
  if (!allergens && !traces) return `Nobody has recorded its allergens: ${check}.`
  const contains = allergens
    ? allergens.length > 0
      ? `Contains ${list(allergens)}`
      : 'Recorded as without allergens'
    : `Its allergens are not recorded: ${check}`
  const may = traces && traces.length > 0 ? `; may contain ${list(traces)}` : ''
  return `${contains}${may}.`
}

function dietInWords({ vegan, vegetarian }: Product): string[] {
  if (vegan === true) return ['Vegan.']
  if (vegetarian === true) return [vegan === false ? 'Vegetarian, not vegan.' : 'Vegetarian.']
  if (vegetarian === false) return ['Not vegetarian.']
  return vegan === false ? ['Not vegan.'] : []
}

function nutritionInWords({ basis, ...values }: Product['nutrition_per_100']): string[] {
  const { energy_kcal, fat_g, saturated_fat_g, carbohydrate_g, sugars_g, fibre_g, protein_g, salt_g } = values
  const gram = (what: string, value: number | undefined, part?: string) =>
    value === undefined ? [] : [`${what} ${tenths(value)} g${part ?? ''}`]
  const within = (what: string, value: number | undefined) =>
    value === undefined ? '' : ` (${what} ${tenths(value)} g)`
  const parts = [
    ...(energy_kcal === undefined ? [] : [`${Math.round(energy_kcal)} kcal`]),
    ...gram('fat', fat_g, within('saturated', saturated_fat_g)),
    ...gram('carbohydrate', carbohydrate_g, within('sugars', sugars_g)),
    ...gram('fibre', fibre_g),
    ...gram('protein', protein_g),
    ...gram('salt', salt_g),
  ]
  return parts.length > 0 ? [`In 100 ${basis}: ${parts.join(', ')}.`] : []
}

function tenths(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function gradeInWords({ nutri_score, processing }: Product): string[] {
  const words = [
    ...(nutri_score ? [`Nutri-Score ${nutri_score}`] : []),
    ...(processing ? [processing.replaceAll('_', ' ').replace('ultra ', 'ultra-')] : []),
  ].join(', ')
  return words ? [`${words[0]?.toUpperCase()}${words.slice(1)}.`] : []
}

/** How many are told in sentences. */
const maxTold = 15

/** The text of `food.hygiene`. */
export function businessesInWords(items: readonly Business[], total: number, { stale, as_of }: Provenance): string {
  const rest = total - Math.min(items.length, maxTold)
  const sentences = [
    ...items.slice(0, maxTold).map(businessInWords),
    ...(items.length === 0 ? ['Nothing was found. Ratings are those of the United Kingdom only.'] : []),
    ...(items.length > 0 && rest > 0 ? [`And ${rest} more.`] : []),
    ...(stale ? [`The provider cannot be reached; this was known at ${as_of}.`] : []),
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

/** Penalty points in the words of the agency. */
function pointsInWords(points: number): string {
  if (points === 0) return 'very good'
  if (points <= 5) return 'good'
  return points <= 10 ? 'satisfactory' : 'in need of improvement'
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
