import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests({ now: '2026-11-21T09:30:00Z' })
const read = (query: string) => fetch(`${server().url}/prayer${query}`, { headers: { accept: 'text/html' } })

describe.each(browsers)('in a browser %s', (name, options) => {
  test('people without an account get times, direction and a verse', async () => {
    const { page } = await open(options)
    await page.goto(`${server().url}/prayer`)
    await page.getByLabel('Degrees north').fill('51.5074')
    await page.getByLabel('Degrees east').fill('-0.1278')
    await page.getByLabel('Method').selectOption('isna')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Dhuhr is next, at 11:47.').waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Fajr' }).textContent()).toContain('05:49')
    expect(await page.getByRole('img').getAttribute('aria-label')).toContain('118.9 degrees from true north (ESE)')
    expect(await page.locator('[lang=ar][dir=rtl]').count()).toBe(3)
    const direction = "getComputedStyle(document.querySelector('.scripture')).direction"
    if (!('javaScriptEnabled' in options)) expect(await page.evaluate(direction)).toBe('rtl')
    await viewer(page, `prayer ${name}`, options)('times')
  })
})

test("the browser fills in the reader's location on request", async () => {
  const { page } = await open({
    geolocation: { latitude: 21.42251, longitude: 39.82618 },
    permissions: ['geolocation'],
  })
  await page.goto(`${server().url}/prayer`)
  await page.getByRole('button', { name: 'Use my location' }).click()
  await page.getByText('Times are local to Asia/Riyadh.').waitFor()
  expect(new URL(page.url()).searchParams.get('lat')).toBe('21.423')
})

test('without a place there are no times, but a reflection', async () => {
  const response = await read('')
  const body = await response.text()
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
  expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self'$/)
  expect(body).toContain('Quran 40:60')
  expect(body).not.toContain('Prayer times</')
})

test.each([
  ['?lat=71.17&lon=25.78', 'does not occur'],
  ['?lat=90&lon=0', 'The sun does not rise on this day.'],
  ['?lat=-90&lon=180', 'The sun does not set on this day.'],
  ['?lat=35.68&lon=139.69', 'Fajr is next, tomorrow at 04:54.'],
  ['?lat=0&lon=-180', 'Times are local to Pacific/Tarawa.'],
  ['?lat=51,5&lon=0&method=constructor&asr=__proto__', 'Times are local to Europe/London.'],
])('%s is shown', async (query, words) => {
  const response = await read(query)
  expect(response.status).toBe(200)
  expect((await response.text()).replace(/\s+/g, ' ')).toContain(words)
})

test.each(['?lat=91&lon=0', '?lat=1', '?lon=1', '?lat=north&lon=east', '?lat=<script>&lon=1', '?lat=NaN&lon=Infinity'])(
  '%s is rejected on the page itself',
  async (query) => {
    const response = await read(query)
    const body = await response.text()
    expect(response.status).toBe(400)
    expect(body).toContain('These coordinates are not valid.')
    expect(body).not.toContain('<script>&')
    expect(body).toContain('For today')
  },
)
