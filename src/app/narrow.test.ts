import { expect, test } from 'vitest'
import { families } from '#generated/cli/index.ts'
import { browserForTests } from '#testing/browser.ts'
import { drawnRows } from '#testing/drawn-rows.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests({ settings: { PROVIDERS: 'examples', NEWS_FEEDS: 'World=https://news.example/world' } })
const open = browserForTests()

const forPeople = ['flights', 'hazards', 'markets', 'news', 'places', 'prayer'].map((name) => `/${name}`)
const reference = [
  '/docs',
  '/docs/errors',
  '/docs/changes',
  ...Object.keys(families).map((family) => `/docs/${family}`),
]

test.each(drawnRows([390, 1280], 1))(
  'no page for readers is wider than a screen of %i pixels, and no table scrolls',
  async (width) => {
    const { page } = await open({ viewport: { width, height: 800 } })
    const wide: unknown[] = []
    for (const path of [...forPeople, ...reference]) {
      const status = (await page.goto(`${server().url}${path}`))?.status()
      const [over, tables] = await page.evaluate<[number, string[]]>(`[
      document.documentElement.scrollWidth - innerWidth,
      [...document.querySelectorAll('.scroll')].filter((each) => each.scrollWidth > each.clientWidth)
        .map((each) => each.getAttribute('aria-label') + ' ' + (each.scrollWidth - each.clientWidth)),
    ]`)
      if (status !== 200 || over > 0 || tables.length > 0) wide.push({ path, status, over, tables })
    }
    expect(wide).toEqual([])
  },
  120_000,
)
