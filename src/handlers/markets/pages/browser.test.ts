import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, viewer } from '#testing/browser.ts'
import { marketExamples, marketsForTests } from '../fixtures/markets-server.ts'

const open = browserForTests()
const { server, standIn } = marketsForTests()

const read = (path: string) => fetch(`${server().url}${path}`, { headers: { accept: 'text/html' } })

describe.each(browsers)('in a browser %s', (name, options) => {
  test('prices, a chart with its table, and a conversion are there for people without an account', async () => {
    const { page } = await open(options)
    const look = viewer(page, `markets ${name}`, options)
    await page.goto(`${server().url}/markets`)
    expect(await page.getByRole('row').filter({ hasText: 'Bitcoin' }).count()).toBe(1)
    await page.getByLabel('Amount').fill('250')
    await page.getByLabel('From').fill('GBP')
    await page.getByLabel('To', { exact: true }).fill('JPY')
    await page.getByRole('button', { name: 'Convert' }).click()
    await page.getByText('250 GBP are').waitFor()
    await look('markets')
    await page.getByRole('link', { name: 'Shares' }).click()
    await page.getByRole('link', { name: 'Apple' }).click()
    expect(await page.getByRole('img').getAttribute('aria-label')).toContain('Apple went from')
    await look('market')
    await page.getByText('Show as a table').click()
    expect(await page.getByRole('table').getByRole('row').count()).toBeGreaterThan(50)
  })
})

describe('the pages of markets', () => {
  test('request each price once for many readers, and may be cached for a minute', async () => {
    const before = standIn().requests.length
    const pages = await Promise.all(Array.from({ length: 10 }, () => read('/markets')))
    expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(pages[0]?.headers.get('cache-control')).toBe('public, max-age=60')
    expect(standIn().requests.length - before).toBe(2)
    // The time is shown once, not in every row: a phone has no room for it.
    expect((await pages[0]?.text())?.match(/<time /g)).toHaveLength(1)
  })

  test('show what is wrong with a conversion, and keep the input', async () => {
    const page = await read('/markets?amount=abc&from=%3Cb%3E&to=USD')
    const body = await page.text()
    expect(page.status).toBe(200)
    expect(body).toContain('role="alert"')
    expect(body).toContain('value="&lt;b&gt;"')
    expect(await (await read('/markets?from=XXX&to=USD')).text()).toContain('must be one of ATS')
  })

  test('show the other parts when a provider fails, and fail when all do', async () => {
    standIn().answers = (request, now) =>
      request.query.has('period1') ? { status: 500, json: {} } : marketExamples(request, now)
    const some = await read('/markets/AAPL')
    expect([some.status, some.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await some.text()).toContain('Not available right now.')
    standIn().answers = () => ({ status: 500, json: {} })
    const none = await read('/markets?category=commodities')
    expect([none.status, Number(none.headers.get('retry-after')) > 0]).toEqual([502, true])
  })

  test('show the defaults for unknown values, and have no other instruments', async () => {
    expect((await read('/markets?category=%3Cscript%3E&category=b')).status).toBe(200)
    expect((await read('/markets/btc?days=-1')).status).toBe(200)
    expect((await read('/markets/XYZ')).status).toBe(404)
  })
})
