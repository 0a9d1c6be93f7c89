import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { Context } from '#runtime/calls/context.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { Reader } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { checkDigitOf } from '../barcode.ts'
import { missAges, productAges } from '../providers.ts'
import { productInWords } from '../sentences.ts'

export type Product = Omit<Result<'food.product'>, 'text' | keyof Provenance>

/** One kilocalorie, by Annex I of Regulation (EU) No 1169/2011. */
const kilojoules = 4.184
const nutrients = {
  energy_kcal: 'energy-kcal_100g',
  fat_g: 'fat_100g',
  saturated_fat_g: 'saturated-fat_100g',
  carbohydrate_g: 'carbohydrates_100g',
  sugars_g: 'sugars_100g',
  fibre_g: 'fiber_100g',
  protein_g: 'proteins_100g',
  salt_g: 'salt_100g',
} as const

const fields = [
  ...[
    'code',
    'lang',
    'product_name',
    'product_name_en',
    'brands',
    'quantity',
    'ingredients_text',
    'ingredients_text_en',
  ],
  ...['allergens_tags', 'traces_tags', 'ingredients_analysis_tags', 'nutriments', 'nutrition_data_per'],
  ...['product_quantity_unit', 'nutriscore_grade', 'nova_group', 'last_modified_t'],
].join(',')

const text = z
  .string()
  .nullish()
  .transform((value) => value?.replace(/\s+/g, ' ').trim() || undefined)

/** A number, or a text of one: the data has both. What is no amount is not known. */
const amount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => {
    const number = typeof value === 'string' ? Number(value.trim().replace(',', '.') || Number.NaN) : value
    return typeof number === 'number' && number >= 0 && number < 1e6 ? Math.round(number * 1000) / 1000 : undefined
  })

const tags = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? [])

const record = z.object({
  lang: text,
  product_name: text,
  product_name_en: text,
  brands: text,
  quantity: text,
  ingredients_text: text,
  ingredients_text_en: text,
  allergens_tags: tags,
  traces_tags: tags,
  ingredients_analysis_tags: tags,
  nutriments: z.record(z.string(), z.unknown()).nullish(),
  nutrition_data_per: text,
  product_quantity_unit: text,
  nutriscore_grade: text,
  nova_group: amount,
  last_modified_t: z.int().nullish(),
})

/** A miss is `status` 0, with or without HTTP status 404. */
const reader: Reader<Product | undefined> = {
  json: z
    .object({ status: z.union([z.literal(0), z.literal(1)]), code: z.string(), product: record.nullish() })
    .transform(({ status, code, product }) => (status === 1 && product ? productOf(code, product) : undefined)),
}

function productOf(barcode: string, data: z.infer<typeof record>): Product {
  const name = data.product_name_en ?? data.product_name
  const allergens = namesOf(data.allergens_tags)
  const traces = namesOf(data.traces_tags)
  const grade = grades.find((each) => each.toLowerCase() === data.nutriscore_grade?.toLowerCase())
  const processing = processings[data.nova_group ?? 0]
  return {
    barcode,
    ...(name ? { name } : {}),
    brands: [...new Set((data.brands ?? '').split(',').map((brand) => brand.trim()))].filter((brand) => brand !== ''),
    ...(data.quantity ? { quantity: data.quantity } : {}),
    ...ingredientsOf(data),
    ...(allergens ? { allergens } : {}),
    ...(traces ? { traces } : {}),
    allergens_recorded: allergens !== undefined || traces !== undefined,
    ...dietOf(data.ingredients_analysis_tags),
    nutrition_per_100: nutritionOf(data),
    ...(grade ? { nutri_score: grade } : {}),
    ...(processing ? { processing } : {}),
    url: `https://world.openfoodfacts.org/product/${encodeURIComponent(barcode)}`,
    ...(data.last_modified_t ? { updated: iso(data.last_modified_t * 1000) } : {}),
  }
}

const grades = ['A', 'B', 'C', 'D', 'E'] as const
const processings: readonly (Product['processing'] | undefined)[] = [
  undefined,
  'unprocessed',
  'culinary_ingredient',
  'processed',
  'ultra_processed',
]

/**
 * What tags name, in words: `en:sesame-seeds` is sesame seeds. Undefined where nobody has recorded anything: an empty list
 * of tags says nothing, and only the tag `none` says that there are none.
 */
function namesOf(tags: readonly string[]): string[] | undefined {
  if (tags.length === 0) return undefined
  const names = tags.map((tag) =>
    tag
      .replace(/^[a-z]{2,3}:/, '')
      .replaceAll('-', ' ')
      .trim(),
  )
  return [...new Set(names)].filter((name) => name !== '' && name !== 'none')
}

function ingredientsOf({ ingredients_text_en, ingredients_text, lang }: z.infer<typeof record>) {
  if (ingredients_text_en) return { ingredients: ingredients_text_en, language: 'en' }
  if (!ingredients_text) return {}
  return { ingredients: ingredients_text, ...(lang && /^[a-z]{2,3}$/.test(lang) ? { language: lang } : {}) }
}

function dietOf(tags: readonly string[]): Pick<Product, 'vegan' | 'vegetarian'> {
  const diet = (name: 'vegan' | 'vegetarian') =>
    tags.includes(`en:${name}`) ? { [name]: true } : tags.includes(`en:non-${name}`) ? { [name]: false } : {}
  return { ...diet('vegan'), ...diet('vegetarian') }
}

function nutritionOf(data: z.infer<typeof record>): Product['nutrition_per_100'] {
  const isVolume = data.nutrition_data_per === '100ml' || /^[cm]?l$/i.test(data.product_quantity_unit ?? '')
  const amountOf = (key: string) => amount.safeParse(data.nutriments?.[key]).data
  const values = Object.entries(nutrients).flatMap(([name, key]) => {
    const value = amountOf(key)
    return value === undefined ? [] : [[name, value] as const]
  })
  // Who copied a label in kilojoules has entered no kilocalories.
  const energyKj = amountOf('energy-kj_100g') ?? amountOf('energy_100g')
  return {
    basis: isVolume ? 'ml' : 'g',
    ...(energyKj === undefined ? {} : { energy_kcal: Math.round(energyKj / kilojoules) }),
    ...Object.fromEntries(values),
  }
}

/** `food.product`. */
export async function product(
  provider: Provider,
  { barcode }: CallArgs<'food.product'>,
  ctx: Context,
): Promise<Result<'food.product'>> {
  const digit = checkDigitOf(barcode)
  if (digit !== undefined && !barcode.endsWith(String(digit))) {
    const message = `is mistyped: its last digit should be ${digit} if the others are right`
    throw errorOfFaults([{ path: 'barcode', message }])
  }
  const { data, provenance, isFree } = await found(provider, barcode, ctx)
  if (isFree) ctx.charge(0)
  if (!data) throw new ApiError('not_found', `Nobody has recorded a product with the barcode ${barcode} yet.`)
  return { ...data, text: productInWords(data, provenance), ...provenance }
}

async function found(provider: Provider, barcode: string, ctx: Context): Promise<Provided<Product | undefined>> {
  const reading = {
    path: `/api/v2/product/${barcode}.json`,
    query: { fields, lc: 'en' },
    reader,
    absent: { statuses: [404], data: undefined },
  }
  const kept = await provider.read(ctx, { ...reading, ages: productAges })
  const isOldMiss = kept.data === undefined && ctx.clock.now() - kept.asOfMs >= missAges.freshMs
  return isOldMiss ? provider.read(ctx, { ...reading, ages: missAges }) : kept
}
