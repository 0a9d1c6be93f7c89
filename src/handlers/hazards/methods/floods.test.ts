import { describe, expect, test } from 'vitest'
import { changing, good, hazardsForTests, repeating } from '../fixtures/hazards-server.ts'
import { environmentAgencyExamples } from '../providers/environment-agency-examples.ts'

const { server, standIn } = hazardsForTests()

describe('hazards.floods', () => {
  test('a flood whose tide is not known as documented is listed, and one without a time is left out and counted', async () => {
    standIn().answers = changing(environmentAgencyExamples, 'items', (flood) =>
      Object.assign(flood, { isTidal: 'true' }),
    )
    const [first] = (await server().anonymous.ok('hazards.floods', {})).items
    expect(first?.id).toBe('031FWFSE230')
    expect(first).not.toHaveProperty('tidal')
    server().clock.advance(40 * 86_400_000)
    standIn().answers = changing(environmentAgencyExamples, 'items', (flood) => {
      if (flood.severity) Object.assign(flood, { timeRaised: null })
    })
    const { items, skipped } = await server().anonymous.ok('hazards.floods', {})
    expect([items.map(({ id }) => id), skipped]).toEqual([['121WAF921'], 1])
  })

  const worcester = { lat: 52.1936, lon: -2.2216 }

  test('lists alerts and warnings in force, the most severe first, with the place of their areas', async () => {
    const { items, total, covered, attribution, licence } = await server().anonymous.ok('hazards.floods', {})
    expect(items.map(({ id, severity, lat }) => [id, severity, lat])).toEqual([
      ['031FWFSE230', 'warning', 52.231],
      ['121WAF921', 'alert', 55.167],
    ])
    expect({ total, covered, licence }).toEqual({ total: 2, covered: true, licence: 'OGL 3.0' })
    expect(attribution).toContain('real-time data API (Beta)')
    expect(items[1]).not.toHaveProperty('message')
  })

  test('around a point, and without alerts if only warnings are requested', async () => {
    const near = await server().anonymous.ok('hazards.floods', worcester)
    expect(near.items).toEqual([expect.objectContaining({ id: '031FWFSE230', distance_km: expect.closeTo(4.3, 1) })])
    const severe = await server().anonymous.ok('hazards.floods', { ...worcester, within_km: 1000, severe: true })
    expect(severe.items.map(({ id }) => id)).toEqual(['031FWFSE230'])
  })

  test.each([
    ['Cardiff', 51.48, -3.18, false],
    ['Wrexham', 53.046, -3.0, false],
    ['Chester', 53.19, -2.89, true],
    ['Edinburgh', 55.95, -3.19, false],
    ['Berwick', 55.77, -2.0, true],
    ['Scilly', 49.91, -6.3, true],
    ['Douglas', 54.15, -4.48, false],
    ['Calais', 50.95, 1.85, false],
  ])('reports whether %s is covered', async (_name, lat, lon, covered) => {
    const answer = await server().anonymous.ok('hazards.floods', { lat, lon, within_km: 1 })
    expect(answer).toMatchObject({ covered, items: [] })
    expect(answer.text.includes('Floods there are not covered')).toBe(!covered)
  })

  test('reads times as local times in England', async () => {
    standIn().answers = changing(environmentAgencyExamples, 'items', (item) => {
      if ('timeRaised' in item) Object.assign(item, { timeRaised: '2026-07-09T20:04:00', timeMessageChanged: null })
    })
    const { items } = await server().anonymous.ok('hazards.floods', {})
    expect(items[0]).toMatchObject({ raised: '2026-07-09T19:04:00.000Z', updated: '2026-07-09T19:04:00.000Z' })
  })

  test('lists a warning of an unknown area around every point', async () => {
    standIn().answers = changing(environmentAgencyExamples, 'items', (item) => {
      if ('floodAreaID' in item) Object.assign(item, { floodAreaID: 'NEW1' })
    })
    const { items } = await server().anonymous.ok('hazards.floods', { lat: 50.1, lon: -5.5 })
    expect(items.map(({ id, distance_km }) => [id, distance_km])).toEqual([['NEW1', undefined]])
  })

  test('are at most 500, and total counts all', async () => {
    standIn().answers = repeating(environmentAgencyExamples, 'items', 1200, (item, n) => ({
      ...item,
      ...('floodAreaID' in item && { floodAreaID: `AREA${n}`, '@id': `${item['@id']}${n}` }),
    }))
    const { items, total } = await server().anonymous.ok('hazards.floods', {})
    expect([items.length, new Set(items.map(({ id }) => id)).size, total]).toEqual([500, 500, 1200])
  })

  test('without a point do not need the areas', async () => {
    standIn().answers = (request, now) => (request.path.endsWith('/floodAreas') ? { json: 'none' } : good(request, now))
    expect((await server().anonymous.ok('hazards.floods', {})).items[0]).not.toHaveProperty('lat')
    expect(await server().anonymous.fails('hazards.floods', worcester)).toMatchObject({ status: 502 })
  })
})
