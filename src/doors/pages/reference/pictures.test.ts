import { expect, test } from 'vitest'
import { browserForTests, expectAccessible } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()
const open = browserForTests()
test('examples of the world are shown as maps, charts and tables, on accessible pages', async () => {
  const { page } = await open()
  for (const [family, name] of [
    ['hazards', 'map'],
    ['markets', 'chart'],
    ['news', 'table'],
  ] as const) {
    await page.goto(`${server().url}/docs/${family}`)
    const picture = { map: 'figure.map svg', chart: 'svg.chart', table: '[aria-label*="as a table"]' }[name]
    expect(await page.locator(picture).count()).toBeGreaterThan(0)
    await expectAccessible(page)
    const pictures = process.env.ONEDOOR_SCREENSHOTS
    if (pictures)
      await page
        .locator(picture)
        .first()
        .screenshot({ path: `${pictures}/docs-${family}.png` })
  }
}, 60_000)
