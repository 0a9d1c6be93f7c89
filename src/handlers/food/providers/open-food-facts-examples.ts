import type { Examples } from '#runtime/outbound/description.ts'

/** What Open Food Facts would send for any barcode; a barcode that ends with 80 is unknown. */
export const openFoodFactsExamples: Examples = ({ path }, now) => {
  const [, code] = /^\/api\/v2\/product\/(\d+)\.json$/.exec(path) ?? []
  if (code === undefined) return undefined
  if (code.endsWith('80')) return { status: 404, json: { code, status: 0, status_verbose: 'product not found' } }
  const product = {
    lang: 'en',
    product_name: 'Wholegrain Oatcakes',
    brands: 'Moorland Mill,Moorland Mill Foods',
    quantity: '250 g',
    ingredients_text: 'Wholegrain OATS (88%), sustainable palm oil, sea salt, raising agent (sodium carbonates).',
    allergens_tags: ['en:gluten'],
    traces_tags: ['en:milk', 'en:sesame-seeds'],
    ingredients_analysis_tags: ['en:palm-oil', 'en:vegan', 'en:vegetarian'],
    nutrition_data_per: '100g',
    product_quantity_unit: 'g',
    nutriscore_grade: 'c',
    nova_group: 3,
    last_modified_t: Math.floor(now / 1000) - 40 * 86_400,
    nutriments: {
      'energy-kcal_100g': 447,
      fat_100g: 17.2,
      'saturated-fat_100g': '4.9',
      carbohydrates_100g: 56.9,
      sugars_100g: 1.1,
      fiber_100g: 10.4,
      proteins_100g: 11,
      salt_100g: '1.4',
    },
  }
  return { json: { code, product, status: 1, status_verbose: 'product found' } }
}
