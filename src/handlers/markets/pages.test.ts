import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { browserForTests, expectAccessible } from '#testing/browser.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { serverForTests } from '#testing/server.ts'
import { coinbaseExamples, coingeckoExamples, frankfurterExamples, yahooExamples } from './example-payloads.ts'

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

const good: Examples = (request, now) =>
  coinbaseExamples(request, now) ??
  coingeckoExamples(request, now) ??
  frankfurterExamples(request, now) ??
  yahooExamples(request, now)

let standIn: ProviderStandIn
const settings: Record<string, string> = {}
beforeAll(async () => {
  standIn = await startProviderStandIn(good, () => server().clock.now())
  const names = ['COINBASE', 'COINGECKO', 'FRANKFURTER', 'YAHOO_FINANCE']
  for (const name of names) settings[`${name}_BASE_URL`] = standIn.url
})
const open = browserForTests()
const server = serverForTests({ settings, now: '2026-11-20T17:00:00Z' })
afterAll(() => standIn[Symbol.asyncDispose]())
beforeEach(() => {
  standIn.answers = good
  server().clock.advance(42 * 86_400_000)
})

const read = (path: string) => fetch(`${server().url}${path}`, { headers: { accept: 'text/html' } })

describe.each([
  ['with scripts', { colorScheme: 'light' }],
  ['in the dark', { colorScheme: 'dark' }],
  ['without any script, on a phone', { javaScriptEnabled: false, ...phone }],
] as const)('in a browser %s', (name, options) => {
  test('prices, a chart with its table, and a conversion are there for people without an account', async () => {
    const { page } = await open(options)
    const shots = process.env.ONEDOOR_SCREENSHOTS
    const look = async (what: string) => {
      const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(wide).catch(() => 0)).toBe(0)
      if (!('javaScriptEnabled' in options)) await expectAccessible(page)
      if (shots) await page.screenshot({ path: `${shots}/${what}-${name.replaceAll(/\W+/g, '-')}.png`, fullPage: true })
    }
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
    await page.getByText('The same as a table').click()
    expect(await page.getByRole('table').getByRole('row').count()).toBeGreaterThan(50)
  })
})

describe('the pages of markets', () => {
  test('ask for each price once for many readers, and may be kept for a minute', async () => {
    const before = standIn.requests.length
    const pages = await Promise.all(Array.from({ length: 10 }, () => read('/markets')))
    expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(pages[0]?.headers.get('cache-control')).toBe('public, max-age=60')
    expect(standIn.requests.length - before).toBe(2)
  })

  test('tell people what is wrong with a conversion, and keep what they typed', async () => {
    const page = await read('/markets?amount=abc&from=%3Cb%3E&to=USD')
    const body = await page.text()
    expect(page.status).toBe(200)
    expect(body).toContain('role="alert"')
    expect(body).toContain('value="&lt;b&gt;"')
    expect(await (await read('/markets?from=XXX&to=USD')).text()).toContain('must be one of ATS')
  })

  test('show what there is when a provider fails, and fail when all do', async () => {
    standIn.answers = (request, now) => (request.query.has('period1') ? { status: 500, json: {} } : good(request, now))
    const some = await read('/markets/AAPL')
    expect([some.status, some.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await some.text()).toContain('Not available right now.')
    standIn.answers = () => ({ status: 500, json: {} })
    const none = await read('/markets?category=commodities')
    expect([none.status, Number(none.headers.get('retry-after')) > 0]).toEqual([502, true])
  })

  test('take what they do not offer for what they show first, and know no other instruments', async () => {
    expect((await read('/markets?category=%3Cscript%3E&category=b')).status).toBe(200)
    expect((await read('/markets/btc?days=-1')).status).toBe(200)
    expect((await read('/markets/XYZ')).status).toBe(404)
  })
})
