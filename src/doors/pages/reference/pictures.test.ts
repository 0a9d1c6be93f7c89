import { expect, test } from 'vitest'
import { browserForTests, phone, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()
const open = browserForTests()

const picture = { map: 'figure.map svg', chart: 'svg.chart', table: '[aria-label*="as a table"]' }

test('examples of the world are shown as maps, charts and tables', async () => {
  const { page } = await open()
  for (const [id, ...kinds] of [
    ['hazards.quakes', 'map', 'table'],
    ['markets.history', 'chart'],
    ['news.headlines', 'table'],
    ['routes.nearest', 'map', 'table'],
  ] as const) {
    const [family, name] = id.split('.')
    await page.goto(`${server().url}/docs/${family}`)
    for (const kind of kinds) expect(await page.locator(`#${name} ${picture[kind]}`).count(), id).toBe(1)
  }
}, 60_000)

test.each([
  ['prayer', 'on a wide screen', {}],
  ['news', 'on a phone', phone],
])(
  'the page of %s with its pictures is accessible, and fits, %s',
  async (family, how, options) => {
    const { page } = await open(options)
    await page.goto(`${server().url}/docs/${family}`)
    expect(await page.locator(picture.table).count()).toBeGreaterThan(0)
    await viewer(page, `docs-${family}`, options)(how)
  },
  60_000,
)
