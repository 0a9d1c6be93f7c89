import { describe, expect, test } from 'vitest'
import { changing, hazardsForTests, repeating } from '../fixtures/hazards-server.ts'
import { gdacsExamples } from '../providers/gdacs-examples.ts'

const { server, standIn } = hazardsForTests()

describe('hazards.alerts', () => {
  test('lists current disasters with their countries, the worst first', async () => {
    const { items, total, text, attribution } = await server().anonymous.ok('hazards.alerts', {})
    expect(items.map(({ id, kind, level }) => [id, kind, level])).toEqual([
      ['TC1001234', 'cyclone', 'orange'],
      ['FL1102988', 'flood', 'green'],
    ])
    expect(total).toBe(2)
    expect(items[0]?.countries).toEqual([{ name: 'Philippines', code: 'PH' }])
    expect(items[1]).not.toHaveProperty('severity')
    expect(text).toContain('2 alerts.')
    expect(attribution).toContain('GDACS')
  })

  test('of a level and above', async () => {
    expect(await server().anonymous.ok('hazards.alerts', { level: 'orange' })).toMatchObject({ total: 1 })
    expect(await server().anonymous.ok('hazards.alerts', { level: 'red' })).toMatchObject({
      total: 0,
      text: 'No red alerts.',
    })
  })

  test('around a point, within 1000 km by default', async () => {
    const manila = { lat: 14.5995, lon: 120.9842 }
    const { items } = await server().anonymous.ok('hazards.alerts', manila)
    expect(items).toEqual([expect.objectContaining({ id: 'TC1001234', distance_km: expect.closeTo(302.6, 0) })])
    expect(await server().anonymous.ok('hazards.alerts', { ...manila, within_km: 300 })).toMatchObject({ total: 0 })
  })

  test('of an unknown kind are listed as other', async () => {
    standIn().answers = changing(gdacsExamples, 'features', (feature) => {
      Object.assign(feature.properties as object, {
        eventtype: 'XX',
        eventname: '',
        name: null,
        affectedcountries: null,
      })
    })
    const { items } = await server().anonymous.ok('hazards.alerts', { level: 'orange' })
    expect(items[0]).toMatchObject({
      kind: 'other',
      name: 'Disaster in Philippines',
      countries: [{ name: 'Philippines' }],
    })
  })

  test('are at most 200, and total counts all', async () => {
    standIn().answers = repeating(gdacsExamples, 'features', 900, (feature, n) => {
      const properties = { ...(feature.properties as object), eventid: n, iscurrent: 'true' }
      return { ...feature, properties }
    })
    const { items, total } = await server().anonymous.ok('hazards.alerts', {})
    expect([items.length, new Set(items.map(({ id }) => id)).size, total]).toEqual([200, 200, 900])
  })

  test.each([
    ['level', { alertlevel: 'Purple' }],
    ['form of date', { fromdate: '26 Nov 2026' }],
  ])('of an unknown %s are left out and counted, and the others are listed', async (_, properties) => {
    standIn().answers = changing(gdacsExamples, 'features', (feature) => {
      Object.assign(feature.properties as object, properties)
    })
    const { items, skipped } = await server().anonymous.ok('hazards.alerts', {})
    expect([items.map(({ id }) => id), skipped]).toEqual([['FL1102988'], 1])
  })

  const philippines = { iso2: 'PH', iso3: 'PHL', countryname: 'Philippines' }
  const odd = { iso2: 'VN', countryname: ['Viet Nam'] }
  test.each([
    ['one odd country among several keep the others', [philippines, odd], [{ name: 'Philippines', code: 'PH' }]],
    ['no readable country have those of the summary', [odd], [{ name: 'Philippines' }]],
  ])('with %s', async (_, affectedcountries, countries) => {
    standIn().answers = changing(gdacsExamples, 'features', (feature) => {
      Object.assign(feature.properties as object, { affectedcountries })
    })
    const { items, skipped } = await server().anonymous.ok('hazards.alerts', {})
    expect([items.map(({ id }) => id), items[0]?.countries, skipped]).toEqual([
      ['TC1001234', 'FL1102988'],
      countries,
      undefined,
    ])
  })

  test('that are listed without an address have the address of their report', async () => {
    standIn().answers = changing(gdacsExamples, 'features', (feature) => {
      Object.assign(feature.properties as object, { url: null })
    })
    const { items, skipped } = await server().anonymous.ok('hazards.alerts', {})
    expect(items.find(({ id }) => id === 'TC1001234')?.url).toBe(
      'https://www.gdacs.org/report.aspx?eventtype=TC&eventid=1001234',
    )
    expect(skipped).toBeUndefined()
  })

  test('fail with their provider if most of them are odd', async () => {
    standIn().answers = repeating(gdacsExamples, 'features', 3, (feature, n) =>
      n === 0 ? feature : { ...feature, geometry: null },
    )
    expect(await server().anonymous.fails('hazards.alerts', {})).toMatchObject({ status: 502 })
  })
})
