import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apiDocument } from '#runtime/base/openapi.ts'
import { browserForTests, phone, viewer } from '#testing/browser.ts'
import { drawnRows } from '#testing/drawn-rows.ts'
import { serverForTests } from '#testing/server.ts'
import { readGuides } from './guides.ts'
import { referenceOf, typesOf } from './model.ts'

const server = serverForTests()
const open = browserForTests()

const picture = { map: 'figure.map svg', chart: 'svg.chart', table: '[aria-label*="as a table"]' }
const wide = { viewport: { width: 1400, height: 900 } }
const between = { viewport: { width: 900, height: 900 } }

async function openAt(path: string, options = {}): Promise<Page> {
  const { page } = await open(options)
  await page.goto(server().url + path)
  return page
}

test('examples of the world are shown as maps, charts and tables', async () => {
  const { page } = await open()
  for (const [path, ...kinds] of [
    ['hazards/quakes', 'map', 'table'],
    ['markets/history', 'chart'],
    ['routes/nearest', 'map', 'table'],
  ] as const) {
    await page.goto(`${server().url}/docs/${path}`)
    for (const kind of kinds) expect(await page.locator(picture[kind]).count(), path).toBe(1)
  }
}, 60_000)

const families = referenceOf(await apiDocument(), () => true)
const addresses = [
  '/docs',
  '/docs/errors',
  '/docs/changes',
  ...(await readGuides()).map(({ path }) => path),
  ...families.flatMap(({ name, methods }) => [`/docs/${name}`, ...methods.map(({ docs }) => docs)]),
  ...[...typesOf(await apiDocument(), families).keys()].map((name) => `/docs/types/${name}`),
]
const screens = [
  ['a wide screen', wide],
  ['a narrow window', between],
  ['a phone', phone],
] as const
const looks = screens.flatMap(([screen, options]) => addresses.map((path) => [path, screen, options] as const))

/** The cumulative layout shift so far (Layout Instability API). */
function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shift += value
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(shift)))
  })`)
}

test.each(drawnRows(looks, 4))(
  'the page %s is accessible, and fits, on %s',
  async (path, screen, options) => {
    const { page } = await open(options)
    await page.goto(server().url + path, { waitUntil: 'networkidle' })
    expect(await layoutShiftOf(page)).toBeLessThan(0.1)
    await viewer(page, path, options)(screen)
    await page.context().close()
  },
  60_000,
)

describe('without scripts', () => {
  test('the list of everything opens with a button, and the samples can be chosen', async () => {
    const page = await openAt('/docs/notes/add', { javaScriptEnabled: false, ...phone })
    const list = page.getByRole('navigation', { name: 'Contents' })
    expect(await list.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Contents' }).click()
    expect(await list.getByRole('link', { name: 'add', exact: true }).getAttribute('aria-current')).toBe('page')
    await page.keyboard.press('Escape')
    expect(await list.isVisible()).toBe(false)
    expect(await page.getByRole('group', { name: 'Example call of notes.add in Python' }).isVisible()).toBe(false)
    await page.getByText('Python', { exact: true }).click()
    expect(await page.getByRole('group', { name: 'Example call of notes.add in Python' }).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  })
})

describe('the search', () => {
  const results = (page: Page) => page.locator('#found a')

  test('loads nothing until the first key, and then finds methods, fields, errors, settings and guides', async () => {
    const { page } = await open(wide)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${server().url}/docs`)
    await page.keyboard.press('/')
    const ofSearch = () => requested.filter((url) => /search\.js/.test(url))
    expect(ofSearch()).toEqual([])
    for (const [typed, title, address] of [
      ['translate', 'text.translate', '/docs/text/translate'],
      ['markreed', 'mail.markread', '/docs/mail/markread'],
      ['delay_s', 'flights.status', '/docs/flights/status'],
      ['rate_lim', 'rate_limited', '/docs/errors#rate_limited'],
      ['SHUTDOWN_DELAY', 'SHUTDOWN_DELAY_S', '/docs/topics/configuration#:~:text=SHUTDOWN_DELAY_S'],
      ['postgresql', 'On PostgreSQL', '/docs/guides/postgresql'],
    ] as const) {
      await page.getByLabel('Search methods').fill(typed)
      const link = results(page)
        .filter({ has: page.getByText(title, { exact: true }) })
        .first()
      await link.waitFor()
      expect((await link.getAttribute('href'))?.startsWith(address), typed).toBe(true)
    }
    expect(ofSearch()).toHaveLength(3)
    expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([server().url]))
  })

  test('closes over its target, and is loaded again after a failure', async () => {
    const { page, context } = await open(wide)
    await context.route('**/search.json', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
    await page.goto(`${server().url}/docs/errors`)
    await page.getByLabel('Search methods').fill('rate_limite')
    await page.getByText('The search could not be loaded.').waitFor()
    await page.getByLabel('Search methods').fill('rate_limited')
    await results(page).filter({ hasText: 'rate_limited' }).first().click()
    await page.waitForURL('**/docs/errors#rate_limited')
    expect(await page.locator('#found').isVisible()).toBe(false)
  })

  test('works without storage, and its keys can be switched off', async () => {
    const { page } = await open(wide)
    await page.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError') } })
    `)
    await page.goto(`${server().url}/docs/notes/add`)
    await page.getByLabel('Search methods').fill('notes.list')
    await results(page).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Keys:').uncheck()
    await page.locator('h1').click()
    await page.keyboard.press('j')
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement.id')).not.toBe('search')
    expect(new URL(page.url()).pathname).toBe('/docs/notes/add')
  })

  test('is used with the keyboard alone, and says when nothing matches', async () => {
    const page = await openAt('/docs', wide)
    await page.keyboard.press('/')
    await page.keyboard.type('xyzzyqwert')
    await page.getByText('Nothing matches xyzzyqwert.').waitFor()
    await page.getByLabel('Search methods').fill('notes.list')
    await results(page).first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('document.activeElement.textContent')).toContain('notes.list')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/notes/list')
    await page.keyboard.press('k')
    await page.waitForURL('**/docs/notes/get')
  })
})

test('the chosen language and the open services are remembered, and a filter shortens the list', async () => {
  const page = await openAt('/docs/notes/add', wide)
  await page.getByText('TypeScript', { exact: true }).click()
  const list = page.getByRole('navigation', { name: 'Contents' })
  await list.getByText('mail', { exact: true }).click()
  await page.goto(`${server().url}/docs/contacts/find`)
  expect(await page.getByRole('group', { name: 'Example call of contacts.find in TypeScript' }).isVisible()).toBe(true)
  expect(await list.getByRole('link', { name: 'markread' }).isVisible()).toBe(true)
  await list.getByLabel('Filter').fill('markr')
  expect(await list.locator('details:not([hidden])').count()).toBe(1)
  expect(await list.getByRole('link', { name: 'inbox', exact: true }).isVisible()).toBe(false)
})

test('samples, addresses, names and the whole page as Markdown can be copied', async () => {
  const { page, context } = await open(wide)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${server().url}/docs/notes/add`)
  const copied = async (place: ReturnType<Page['locator']>) => {
    await place.click()
    await place.and(page.getByText('Copied', { exact: true })).waitFor()
    return page.evaluate<string>('navigator.clipboard.readText()')
  }
  expect(await copied(page.locator('.address .copy'))).toBe('POST /api/v1/notes/add')
  expect(await copied(page.locator('h1 + .copy'))).toBe('notes.add')
  expect(await copied(page.locator('.sample-curl .copy'))).toContain(`curl ${server().url}/api/v1/notes/add`)
  const markdown = await (await fetch(`${server().url}/docs/notes/add.md`)).text()
  expect(await copied(page.locator('.trail .copy'))).toBe(markdown)
  expect(markdown).toMatch(/^## notes\.add\n/)
})

test('a first visit loads at most 40 kB', async () => {
  const { page } = await open(wide)
  let bytes = 0
  page.on('response', (response) => {
    bytes += Number(response.headers()['content-length'])
  })
  await page.goto(`${server().url}/docs/apps/build`)
  await page.waitForLoadState('networkidle')
  expect(bytes).toBeGreaterThan(5000)
  expect(bytes).toBeLessThan(40_000)
})
