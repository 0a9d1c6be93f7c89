import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, viewer } from '#testing/browser.ts'
import { placesForTests } from '../fixtures/places-server.ts'

const open = browserForTests()
const { server, standIn } = placesForTests()

const read = (query: string) => fetch(`${server().url}/places${query}`, { headers: { accept: 'text/html' } })

describe.each(browsers)('in a browser %s', (name, options) => {
  test('finds a place with places nearby, and its address by its link', async () => {
    const { page } = await open(options)
    await page.goto(`${server().url}/places`)
    await page.getByLabel('Place, address or coordinates').fill('Camden Town')
    await page.getByLabel('Nearby, such as cafe').fill('cafe')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('row').filter({ hasText: 'Canal House Coffee' }).waitFor()
    expect(await page.getByRole('img').count()).toBe(2)
    expect(await page.getByText('© OpenStreetMap contributors').count()).toBeGreaterThan(0)
    await viewer(page, `places ${name}`, options)('places')
    await page.getByRole('link', { name: /^Camden Town, Camden High Street/ }).click()
    await page.getByRole('heading', { name: 'Elevation' }).waitFor()
    expect(await page.getByText('38 m (125 ft) above sea level').count()).toBe(1)
  })
})

describe('the page of places', () => {
  test('says what was not found, and that a provider is not available', async () => {
    expect(await (await read('?q=Xyzzy')).text()).toContain('No place named')
    expect(await (await read('?q=0,0')).text()).toContain('There is no address near 0.00000, 0.00000')
    standIn().answers = () => ({ status: 500, json: {} })
    const failed = await read('?q=Helvellyn')
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([502, 'no-store'])
    expect((await read('?q=a&q=b&what=%3Cb%3E')).status).toBe(200)
  })

  test('searches nearby twenty times an hour for one address, and shows the place even after that', async () => {
    const before = standIn().requests.length
    for (let n = 0; n < 20; n++) expect(await (await read(`?q=Camden&what=w${n}`)).text()).toContain('Canal House')
    const refused = await (await read('?q=Camden&what=another')).text()
    expect(refused).toContain('Not available right now')
    expect(refused).toContain('Camden High Street')
    expect(
      standIn()
        .requests.slice(before)
        .filter(({ path }) => path === '/api/interpreter'),
    ).toHaveLength(20)
  })
})
