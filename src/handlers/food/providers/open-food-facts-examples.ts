import type { Examples } from '#runtime/outbound/description.ts'

/** What Open Food Facts would send for any barcode; one that ends with 80 it does not know. */
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

/** What the Food Standards Agency would send: one rated business, one in Scotland and one that was not inspected yet. */
export const foodStandardsExamples: Examples = ({ path, query }) => {
  if (path !== '/Establishments') return undefined
  const isNear = query.has('latitude')
  const pageSize = Number(query.get('pageSize') ?? 10)
  const establishments = [
    establishment(1184206, {
      BusinessName: 'Steep Hill Tearoom',
      BusinessType: 'Restaurant/Cafe/Canteen',
      AddressLine1: '31 Steep Hill',
      AddressLine2: 'Lincoln',
      PostCode: 'LN2 1LU',
      RatingValue: '5',
      RatingKey: 'fhrs_5_en-gb',
      RatingDate: '2026-05-14T00:00:00',
      scores: { Hygiene: 0, Structural: 5, ConfidenceInManagement: 0 },
      geocode: { longitude: '-0.5383', latitude: '53.2328' },
      Distance: isNear ? 0.42 : null,
    }),
    establishment(7654321, {
      BusinessName: 'Harbour Chippy',
      BusinessType: 'Takeaway/sandwich shop',
      AddressLine1: '3 Quay Road',
      AddressLine2: 'Leith',
      PostCode: 'EH6 6AA',
      RatingValue: 'Improvement Required',
      RatingKey: 'fhis_improvement_required_en-gb',
      RatingDate: '2026-02-03T00:00:00',
      LocalAuthorityName: 'Edinburgh (City of)',
      SchemeType: 'FHIS',
      geocode: { longitude: '-3.17', latitude: '55.976' },
      Distance: isNear ? 1.2 : null,
    }),
    establishment(5550001, {
      BusinessName: 'New Deli',
      BusinessType: 'Retailers - other',
      RatingValue: 'AwaitingInspection',
      RatingKey: 'fhrs_awaitinginspection_en-gb',
      RatingDate: '1901-01-01T00:00:00',
      geocode: { longitude: null, latitude: null },
      Distance: isNear ? 1.9 : null,
      NewRatingPending: true,
    }),
  ]
  const totalCount = establishments.length
  return {
    json: { establishments: establishments.slice(0, pageSize), meta: { returncode: 'OK', totalCount, pageSize } },
  }
}

function establishment(id: number, properties: Readonly<Record<string, unknown>>) {
  return {
    FHRSID: id,
    AddressLine1: '',
    AddressLine2: '',
    AddressLine3: '',
    AddressLine4: '',
    PostCode: '',
    LocalAuthorityName: 'Lincoln City',
    SchemeType: 'FHRS',
    scores: { Hygiene: null, Structural: null, ConfidenceInManagement: null },
    RightToReply: '',
    NewRatingPending: false,
    ...properties,
  }
}
