import { describe, expect, test } from 'vitest'
import { serverWithProviders } from '#testing/server-with-providers.ts'
import { foodStandardsExamples } from '../providers/food-standards-agency-examples.ts'

const { server, standIn } = serverWithProviders(foodStandardsExamples, (url) => ({
  FOOD_STANDARDS_AGENCY_BASE_URL: url,
}))

describe('food.hygiene', () => {
  test('lists ratings, those of Scotland by the names of its scheme', async () => {
    const { items, total, text, attribution } = await server().anonymous.ok('food.hygiene', { name: 'Tea' })
    expect(items.map(({ rating, rating_value, scheme }) => [rating, rating_value, scheme])).toEqual([
      ['5', 5, 'FHRS'],
      ['Improvement Required', undefined, 'FHIS'],
      ['Awaiting Inspection', undefined, 'FHRS'],
    ])
    expect(total).toBe(3)
    expect(attribution).toContain('Open Government Licence')
    expect(text).toContain(
      'rated 5 (very good) in May 2026. Food handling very good, building good, management very good.',
    )
    expect(text).toContain('Harbour Chippy, 3 Quay Road, Leith: Improvement Required in February 2026.')
    const { headers, query } = standIn().requests.at(-1) ?? {}
    expect(headers?.['x-api-version']).toBe('2')
    expect(Object.fromEntries(query ?? [])).toEqual({
      name: 'Tea',
      sortOptionKey: 'Relevance',
      pageNumber: '1',
      pageSize: '10',
    })
  })

  test('omits unknown fields', async () => {
    const { items } = await server().anonymous.ok('food.hygiene', { near: 'Lincoln' })
    expect(items[0]).toMatchObject({
      penalty_points: { hygiene: 0, structural: 5, management: 0 },
      rated_on: '2026-05-14',
    })
    expect(items[1]).not.toHaveProperty('penalty_points')
    for (const field of ['rated_on', 'address', 'postcode', 'lat', 'lon', 'distance_km', 'rating_value']) {
      expect(items[2]).not.toHaveProperty(field)
    }
    expect(items[2]).toMatchObject({ new_rating_pending: true })
  })

  test('searches around a point, with distances in kilometres, and ignores near', async () => {
    const { items } = await server().anonymous.ok('food.hygiene', { lat: 53.23, lon: -0.54, near: 'Leeds', limit: 2 })
    expect(items.map(({ distance_km }) => distance_km)).toEqual([0.7, 1.9])
    expect(Object.fromEntries(standIn().requests.at(-1)?.query ?? [])).toEqual({
      latitude: '53.230000',
      longitude: '-0.540000',
      maxDistanceLimit: '2',
      sortOptionKey: 'distance',
      pageNumber: '1',
      pageSize: '2',
    })
    expect(await server().anonymous.ok('food.hygiene', { lat: 0, lon: 0 })).toMatchObject({ total: 3 })
  })

  test.each(['near', 'where'])('searches around coordinates in %s', async (argument) => {
    await server().anonymous.ok('food.hygiene', { name: 'Tea', [argument]: '53.23, -0.54' })
    const asked = Object.fromEntries(standIn().requests.at(-1)?.query ?? [])
    expect(asked).toMatchObject({ name: 'Tea', latitude: '53.230000', longitude: '-0.540000' })
    expect(asked).not.toHaveProperty('address')
    const { body } = await server().anonymous.fails('food.hygiene', { [argument]: '95,10' })
    expect(body.details?.map(({ path }) => path)).toEqual(['near'])
  })

  test('names the country that ratings cover when it finds none', async () => {
    standIn().answers = () => ({ json: { establishments: [], meta: { totalCount: 0 } } })
    expect(await server().anonymous.ok('food.hygiene', { where: 'Paris' })).toMatchObject({
      items: [],
      total: 0,
      text: 'No businesses were found. Ratings cover only the United Kingdom.',
    })
  })

  test('counts the businesses beyond the limit', async () => {
    standIn().answers = (request, now) => {
      const json = foodStandardsExamples(request, now)?.json as { establishments: unknown[] }
      return { json: { ...json, meta: { totalCount: 741 } } }
    }
    const { items, total, text } = await server().anonymous.ok('food.hygiene', { name: 'x', limit: 1 })
    expect([items.length, total]).toEqual([1, 741])
    expect(text).toContain('And 740 more.')
  })
})
