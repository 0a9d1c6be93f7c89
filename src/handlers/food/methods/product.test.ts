import { describe, expect, test, vi } from 'vitest'
import type { Provider } from '#runtime/outbound/provider.ts'
import { serverWithProviders } from '#testing/server-with-providers.ts'
import type { FoodDeps } from '../index.ts'
import { openFoodFactsExamples } from '../providers/open-food-facts-examples.ts'
import product from './product.ts'

const barcode = '5012345678900'
const dayMs = 86_400_000
const { server, standIn } = serverWithProviders(openFoodFactsExamples, (url) => ({ OPEN_FOOD_FACTS_BASE_URL: url }))

/** Changes the product that the provider sends. */
function sending(changes: Readonly<Record<string, unknown>>): void {
  standIn().answers = (request, now) => {
    const answer = openFoodFactsExamples(request, now)
    const { product } = (answer?.json ?? {}) as { product?: object }
    if (product) Object.assign(product, changes)
    return answer
  }
}

const theProduct = () => server().anonymous.ok('food.product', { barcode })

describe('food.product', () => {
  test('describes a product, allergens first, from numbers and numbers as text', async () => {
    const { text, updated, ...rest } = await theProduct()
    expect(rest).toMatchObject({
      barcode,
      name: 'Wholegrain Oatcakes',
      brands: ['Moorland Mill', 'Moorland Mill Foods'],
      allergens: ['gluten'],
      traces: ['milk', 'sesame seeds'],
      allergens_recorded: true,
      vegan: true,
      nutrition_per_100: { basis: 'g', energy_kcal: 447, saturated_fat_g: 4.9, salt_g: 1.4 },
      nutri_score: 'C',
      processing: 'processed',
      language: 'en',
      source: 'Open Food Facts',
      attribution: 'Open Food Facts contributors',
      licence: 'ODbL 1.0',
      stale: false,
    })
    expect(text).toMatch(/^Wholegrain Oatcakes by Moorland Mill, 250 g\. Contains gluten; may contain milk and sesame/)
    expect(Date.parse(updated ?? '')).toBeLessThan(server().clock.now())
    expect(standIn().requests.at(-1)?.query.get('fields')).toContain('allergens_tags')
  })

  test.each([
    [{ allergens_tags: [], traces_tags: [] }, [undefined, undefined, false], 'No allergens have been recorded'],
    [{ allergens_tags: null, traces_tags: undefined }, [undefined, undefined, false], 'check the packet'],
    [{ allergens_tags: [] }, [undefined, ['milk', 'sesame seeds'], true], 'Allergens are not recorded'],
    [{ allergens_tags: ['en:none'], traces_tags: [] }, [[], undefined, true], 'Recorded as free of allergens'],
    [{ allergens_tags: ['fr:lait-cru'] }, [['lait cru'], ['milk', 'sesame seeds'], true], 'Contains lait cru'],
  ])('makes no claim about allergens that are not recorded: %j', async (changes, expected, words) => {
    sending(changes)
    const { allergens, traces, allergens_recorded, text } = await theProduct()
    expect([allergens, traces, allergens_recorded]).toEqual(expected)
    expect(text).toContain(words)
  })

  test('omits unknown fields', async () => {
    standIn().answers = () => ({ json: { code: barcode, status: 1, product: {} } })
    const found = await theProduct()
    expect(Object.keys(found).sort()).toEqual(
      [
        ...[
          'allergens_recorded',
          'attribution',
          'barcode',
          'brands',
          'licence',
          'nutrition_per_100',
          'source',
          'stale',
        ],
        ...['text', 'url', 'as_of'],
      ].sort(),
    )
    expect(found.nutrition_per_100).toEqual({ basis: 'g' })
  })

  test.each([
    [{ nutrition_data_per: '100ml' }, 'ml'],
    [{ product_quantity_unit: 'cl', nutrition_data_per: 'serving' }, 'ml'],
    [{ product_quantity_unit: 'g' }, 'g'],
  ])('of %j has nutrition per 100 %s', async (changes, basis) => {
    sending(changes)
    expect((await theProduct()).nutrition_per_100.basis).toBe(basis)
  })

  test.each([
    [{ 'energy-kj_100g': '1870', energy_100g: 9 }, 447],
    [{ energy_100g: 1000 }, 239],
    [{ 'energy-kcal_100g': 450, 'energy-kj_100g': 1870 }, 450],
  ])('of %j has %d kilocalories', async (nutriments, kcal) => {
    sending({ nutriments })
    expect((await theProduct()).nutrition_per_100.energy_kcal).toBe(kcal)
  })

  test('omits amounts, grades and groups that make no sense', async () => {
    sending({
      nutriscore_grade: 'not-applicable',
      nova_group: 'unknown',
      nutriments: { fat_100g: '<0,5', salt_100g: '0,4', sugars_100g: '', proteins_100g: -1, fiber_100g: { value: 3 } },
    })
    const found = await theProduct()
    expect(found.nutrition_per_100).toEqual({ basis: 'g', salt_g: 0.4 })
    expect(found).not.toHaveProperty('nutri_score')
    expect(found).not.toHaveProperty('processing')
  })

  test('returns the barcode as the database has it, which may have more zeros', async () => {
    standIn().answers = () => ({ json: { code: '0000000123456', status: 1, product: { product_name: 'x' } } })
    expect(await server().anonymous.ok('food.product', { barcode: '123456' })).toMatchObject({
      barcode: '0000000123456',
    })
  })

  test('with eight digits that are both EAN-8 and UPC-E is looked up as both', async () => {
    standIn().answers = ({ path }) =>
      path.endsWith('/049000000443.json')
        ? { json: { code: '0049000000443', status: 1, product: { product_name: 'Cola' } } }
        : { status: 404, json: { status: 0 } }
    expect(await server().anonymous.ok('food.product', { barcode: '04904403' })).toMatchObject({
      barcode: '0049000000443',
      name: 'Cola',
    })
    server().clock.advance(2 * 60_000)
  })

  test.each([404, 200])(
    'that is not recorded is not found, whether the provider responds with status 404 or 200 (%d)',
    async (status) => {
      standIn().answers = () => ({ status, json: { code: barcode, status: 0, status_verbose: 'product not found' } })
      const { body, status: ours } = await server().anonymous.fails('food.product', { barcode })
      expect([ours, body.code]).toEqual([400, 'not_found'])
    },
  )

  test('is requested again after an hour if it was missing, and after days if it was found', async () => {
    const read = () => server().anonymous.call('food.product', { barcode })
    standIn().answers = () => ({ status: 404, json: { code: barcode, status: 0 } })
    await read()
    const before = standIn().requests.length
    server().clock.advance(3_599_000)
    await read()
    expect(standIn().requests.length - before).toBe(0)
    standIn().answers = openFoodFactsExamples
    server().clock.advance(2000)
    expect(await read()).toMatchObject({ status: 200 })
    server().clock.advance(dayMs - 1)
    await read()
    expect(standIn().requests.length - before).toBe(1)
  })

  test('is requested at most 15 times a minute for all callers together', async () => {
    const codes = Array.from({ length: 16 }, (_, index) => String(123_450 + index))
    const before = standIn().requests.length
    const answers = await Promise.all(codes.map((code) => server().anonymous.call('food.product', { barcode: code })))
    const rejected = answers.filter(({ status }) => status === 502)
    const sent = standIn().requests.length - before
    expect(sent).toBeLessThanOrEqual(15)
    expect(rejected.length).toBe(16 - sent)
    expect(Number(rejected[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('with a wrong check digit is rejected before any request', async () => {
    const before = standIn().requests.length
    const { body } = await server().anonymous.fails('food.product', { barcode: '5012345678905' })
    expect(body.details).toEqual([{ path: 'barcode', message: expect.stringContaining('must be 0') }])
    expect(standIn().requests.length).toBe(before)
  })
})

test.each([
  [true, true, [[0]]],
  [true, false, []],
  [false, true, []],
  [false, false, []],
])(
  'costs nothing only if no reading was requested: the first cached %s, the second %s',
  async (first, second, charges) => {
    const read = async (_asker: unknown, { path }: { path: string }) => {
      const isFirst = path.includes('/04904403.')
      const data = isFirst ? undefined : { brands: [], nutrition_per_100: { basis: 'g' } }
      return { data, asOfMs: 0, isFree: isFirst ? first : second, isStale: false, provenance: { stale: false } }
    }
    const charge = vi.fn()
    const handler = product({ products: { read } as unknown as Provider } as FoodDeps)
    const ctx = { clock: { now: () => 0 }, charge } as unknown as Parameters<typeof handler>[1]
    await handler({ barcode: '04904403' }, ctx)
    expect(charge.mock.calls).toEqual(charges)
  },
)
