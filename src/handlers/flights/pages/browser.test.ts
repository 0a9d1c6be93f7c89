import { describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { browserForTests, browsers, viewer } from '#testing/browser.ts'
import { serverWithProviders } from '#testing/server-with-providers.ts'
import { positionExamples } from '../providers/position-examples.ts'

// No place has a name.
const answers: Examples = (request, now) => (request.path === '/search' ? { json: [] } : positionExamples(request, now))

const open = browserForTests()
const { server, standIn } = serverWithProviders(answers, (url) => ({
  FLIGHT_POSITIONS_PACE: '1000',
  NOMINATIM_BASE_URL: url,
  ADSB_LOL_BASE_URL: url,
}))

const read = (query = '') => fetch(`${server().url}/flights${query}`, { headers: { accept: 'text/html' } })

describe.each(browsers)('in a browser %s', (name, options) => {
  test('people without an account see the aircraft over an airport, and find a flight', async () => {
    const { page } = await open(options)
    const show = viewer(page, `flights ${name}`, options)
    await page.goto(`${server().url}/flights`)
    await page.getByLabel('Place, airport').fill('LHR')
    await page.getByRole('button', { name: 'Show aircraft' }).click()
    await page.getByRole('heading', { name: 'London Heathrow Airport' }).waitFor()
    expect(await page.getByRole('img').count()).toBe(1)
    expect(await page.getByRole('row').filter({ hasText: 'British Airways BA117' }).count()).toBe(1)
    await show('overhead')
    await page.getByLabel('Flight number').fill('BA117')
    await page.getByRole('button', { name: 'Find flight' }).click()
    await page.getByRole('heading', { name: 'BA117' }).waitFor()
    expect(await page.getByText('8.2 nm west-north-west of London Heathrow Airport').first().isVisible()).toBe(true)
    await show('track')
  })
})

describe('the page of flights', () => {
  test('makes no request without a search, and may be cached as long as positions are fresh', async () => {
    const before = standIn().requests.length
    expect((await read()).status).toBe(200)
    expect(standIn().requests.length).toBe(before)
    const pages = await Promise.all(Array.from({ length: 10 }, () => read('?near=51.5,-0.1&radius=15')))
    expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(pages[0]?.headers.get('cache-control')).toBe('public, max-age=15')
    expect(standIn().requests.length - before).toBe(1)
  })

  test.each([
    ['?near=Nowhere+at+all', 400, 'No place or airport matches'],
    ['?near=91,0', 400, 'near must be a name, or a latitude from -90 to 90'],
    ['?flight=..%2Fv2%2Fmil', 400, 'must be a flight number'],
    ['?flight=%3Cscript%3E', 400, 'must be a flight number'],
  ])('%s is rejected with an explanation', async (query, status, words) => {
    const page = await read(query)
    expect([page.status, page.headers.get('cache-control')]).toEqual([status, 'no-store'])
    const body = await page.text()
    expect(body).toContain(words)
    expect(body).not.toContain('<script')
  })

  test('reports that positions are not available', async () => {
    standIn().fault = 'failing'
    const page = await read('?near=10,10')
    expect(page.status).toBe(502)
    expect(await page.text()).toContain('Not available right now.')
  })
})
