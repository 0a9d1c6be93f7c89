import { z } from 'zod'
import type { Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Reader } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { foodSettings } from '../settings.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const mebibyte = 1024 * 1024

/** It allows each address 15 products a minute, and rejects more. */
export const openFoodFacts: ProviderDescription = {
  name: 'open-food-facts',
  source: 'Open Food Facts',
  attribution: 'Open Food Facts contributors',
  licence: 'ODbL 1.0',
  baseUrl: foodSettings.openFoodFactsBaseUrl,
  pace: { calls: 15, perMs: minuteMs },
  maxBytes: 2 * mebibyte,
  kept: { maxEntries: 2000, maxBytes: 16 * mebibyte },
  probe: { path: '/api/v2/product/3017620422003.json', query: { fields: 'code' } },
  examples: async () => (await import('./open-food-facts-examples.ts')).openFoodFactsExamples,
}

export const productAges: Ages = { freshMs: dayMs, refreshMs: 7 * dayMs, maxAgeMs: 30 * dayMs }
/** A missing product may be recorded at any time. */
const missAges: Ages = { freshMs: hourMs, maxAgeMs: dayMs }

export type Product = Omit<Result<'food.product'>, 'text' | keyof Provenance>

/** Kilojoules of one kilocalorie, by Annex I of Regulation (EU) No 1169/2011. */
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

const text = z
  .string()
  .nullish()
  .transform((value) => value?.replace(/\s+/g, ' ').trim() || undefined)

/** The data has both numbers and numbers as text. Anything that is not an amount counts as unknown. */
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

const fields = ['code', ...Object.keys(record.shape)].join(',')

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
 * Tags as words: `en:sesame-seeds` is sesame seeds. Undefined if nothing is recorded: an empty list of tags does not mean
 * that there are none, only the tag `none` does.
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
  // Anyone who copied a label in kilojoules has entered no kilocalories.
  const energyKj = amountOf('energy-kj_100g') ?? amountOf('energy_100g')
  return {
    basis: isVolume ? 'ml' : 'g',
    ...(energyKj === undefined ? {} : { energy_kcal: Math.round(energyKj / kilojoules) }),
    ...Object.fromEntries(values),
  }
}

/** The product with a barcode; undefined data if it is not recorded. */
export async function fetchProduct(
  provider: Provider,
  barcode: string,
  { asker, now }: { asker: Asker; now: number },
): Promise<Provided<Product | undefined>> {
  const reading = {
    path: `/api/v2/product/${barcode}.json`,
    query: { fields, lc: 'en' },
    reader,
    absent: { statuses: [404], data: undefined },
  }
  const cached = await provider.read(asker, { ...reading, ages: productAges })
  const isOldMiss = cached.data === undefined && now - cached.asOfMs >= missAges.freshMs
  return isOldMiss ? provider.read(asker, { ...reading, ages: missAges }) : cached
}
