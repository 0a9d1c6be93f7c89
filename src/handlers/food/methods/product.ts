import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { checkDigitOf, readingsOf } from '../barcode.ts'
import type { FoodDeps } from '../index.ts'
import { fetchProduct, type Product } from '../providers/open-food-facts.ts'

export default ({ products }: FoodDeps): Handler<'food.product'> =>
  async ({ barcode }, ctx) => {
    const readings = readingsOf(barcode)
    if (readings.length === 0) {
      const message = `is invalid. If the other digits are correct, the last digit must be ${checkDigitOf(barcode)}`
      throw errorOfFaults([{ path: 'barcode', message }])
    }
    const fetchReading = (reading: string) => fetchProduct(products, reading, { asker: ctx, now: ctx.clock.now() })
    let found = await fetchReading(readings[0] as string)
    let { isFree } = found
    if (!found.data && readings[1] !== undefined) {
      found = await fetchReading(readings[1])
      isFree &&= found.isFree
    }
    const { data, provenance } = found
    if (isFree) ctx.charge(0)
    if (!data) throw new ApiError('not_found', `No product with the barcode ${barcode} is recorded yet.`)
    return { ...data, text: productInWords(data, provenance), ...provenance }
  }

/** Allergens come first. */
function productInWords(product: Product, { stale, as_of }: Provenance): string {
  const brand = product.brands[0] ? ` by ${product.brands[0]}` : ''
  const quantity = product.quantity ? `, ${product.quantity}` : ''
  const sentences = [
    `${product.name ?? `The product ${product.barcode}`}${brand}${quantity}.`,
    allergensInWords(product),
    ...dietInWords(product),
    ...nutritionInWords(product.nutrition_per_100),
    ...gradeInWords(product),
    ...(stale ? [`The provider cannot be reached. This data is from ${as_of}.`] : []),
  ]
  return sentences.join(' ')
}

function allergensInWords({ allergens, traces }: Product): string {
  const check = 'check the packet'
  if (!allergens && !traces) return `No allergens have been recorded, so ${check}.`
  const contains = allergens
    ? allergens.length > 0
      ? `Contains ${list(allergens)}`
      : 'Recorded as free of allergens'
    : `Allergens are not recorded, so ${check}`
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

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
