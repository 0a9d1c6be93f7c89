import { describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { browserForTests, browsers, viewer } from '#testing/browser.ts'
import { serverWithProviders } from '#testing/server-with-providers.ts'
import { environmentAgencyExamples } from '../providers/environment-agency-examples.ts'
import { gdacsExamples } from '../providers/gdacs-examples.ts'
import { usgsExamples } from '../providers/usgs-examples.ts'

const good: Examples = (request, now) =>
  usgsExamples(request, now) ?? gdacsExamples(request, now) ?? environmentAgencyExamples(request, now)

const open = browserForTests()
const { server, standIn } = serverWithProviders(good, (url) => ({
  USGS_BASE_URL: url,
  GDACS_BASE_URL: url,
  ENVIRONMENT_AGENCY_BASE_URL: url,
}))

const read = (query = '') => fetch(`${server().url}/hazards${query}`, { headers: { accept: 'text/html' } })

describe.each(browsers)('in a browser %s', (name, options) => {
  test('hazards are on maps and in tables, for people without an account', async () => {
    const { page } = await open(options)
    await page.goto(`${server().url}/hazards`)
    expect(await page.getByRole('img').count()).toBe(3)
    expect(await page.getByRole('row').filter({ hasText: '96 km ENE of Iwaki, Japan' }).count()).toBe(1)
    expect(await page.getByRole('row').filter({ hasText: 'MAN-YI' }).count()).toBe(1)
    expect(await page.getByRole('row').filter({ hasText: 'River Severn at Hallow and Bevere' }).count()).toBe(1)
    await viewer(page, `hazards ${name}`, options)('hazards')
    await page.getByLabel('Magnitude', { exact: true }).selectOption('6')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('row').filter({ hasText: '248 km E of Levuka, Fiji' }).waitFor()
    expect(await page.getByText('Iwaki').count()).toBe(0)
  })
})

describe('the page of hazards', () => {
  test('requests each list once for many readers, and may be cached for a minute', async () => {
    const before = standIn().requests.length
    const pages = await Promise.all(Array.from({ length: 10 }, () => read()))
    expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(pages[0]?.headers.get('cache-control')).toBe('public, max-age=60')
    expect(
      standIn()
        .requests.slice(before)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      '/earthquakes/feed/v1.0/summary/2.5_day.geojson',
      '/flood-monitoring/id/floodAreas',
      '/flood-monitoring/id/floods',
      '/gdacsapi/api/events/geteventlist/EVENTS4APP',
    ])
  })

  test('shows the other parts when a provider fails, and is then not cached', async () => {
    standIn().answers = (request, now) => (usgsExamples(request, now) ? { status: 500, json: {} } : good(request, now))
    const page = await read()
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const body = await page.text()
    expect(body).toContain('Not available right now.')
    expect(body).toContain('MAN-YI')
  })

  test('fails when all providers do', async () => {
    standIn().answers = () => ({ status: 500, json: {} })
    const page = await read()
    expect(page.status).toBe(502)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('shows the defaults for unknown values', async () => {
    const { status } = await read('?period=century&min=%3Cscript%3E&level=a&level=b')
    expect(status).toBe(200)
  })

  test('stays small however long the lists are', async () => {
    standIn().answers = (request, now) => {
      const answer = good(request, now)
      const json = answer?.json as { features?: { id: string }[] } | undefined
      if (!json?.features || !usgsExamples(request, now)) return answer
      const [first] = json.features
      return { json: { ...json, features: Array.from({ length: 5000 }, (_, n) => ({ ...first, id: `us${n}` })) } }
    }
    const body = await (await read('?period=month')).text()
    expect(body.length).toBeLessThan(400_000)
    expect(body).toContain('And 4900 more.')
  })
})
