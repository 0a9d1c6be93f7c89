import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { apiDocument } from '../src/runtime/base/openapi.ts'
import { ensurePageBrowser } from '../tools/setup/programs.mjs'
import { median, startServer } from './measure.ts'

/** What is good for people by web.dev/articles/vitals, for the largest contentful paint and for the layout shift. */
const goals = { paintMs: 2500, shift: 0.1, searchMs: 10 }

/** Ten methods of different families, with long and short pages, maps, charts and streams. */
export const lookedAt = [
  ...['notes/add', 'mail/send', 'agent/ask', 'hazards/quakes', 'markets/history', 'files/put', 'apps/build'],
  ...['stream/list', 'text/translate', 'prayer/times'],
]

export const screens: Readonly<Record<string, BrowserContextOptions>> = {
  'wide screen': { viewport: { width: 1400, height: 900 } },
  'narrow window': { viewport: { width: 900, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
}

/** What is typed into the search, letter by letter, beside the names of all methods: words, a setting and a typing mistake. */
const phrases = ['translate', 'departure.delay_s', 'SHUTDOWN_DELAY_S', 'how to pay', 'markreed', 'what is in a note']

interface Look {
  /** Milliseconds from the start of the navigation to the largest contentful paint. */
  readonly paintMs: number
  /** Cumulative layout shift. */
  readonly shift: number
}

/** The paint and the layout shift of pages of the reference in Chromium, each on a first visit, and the time of the search. */
export async function measurePages(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const server = await startServer('onedoor.ts', { DATA_DIR: folder, GATEWAY_PORT: 'off' }, { isPinned: false })
  const executablePath = await ensurePageBrowser()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  console.log(`pages of the reference: ${lookedAt.length} methods, each on a first visit`)
  try {
    for (const [screen, options] of Object.entries(screens)) {
      const looks: Look[] = []
      for (const method of lookedAt) {
        looks.push(await lookAt(browser, options, `http://127.0.0.1:${server.ready.port}/docs/${method}`))
      }
      report(screen, looks)
    }
    await measureSearch(browser, `http://127.0.0.1:${server.ready.port}/docs`)
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

async function lookAt(browser: Browser, options: BrowserContextOptions, address: string): Promise<Look> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const response = await page.goto(address, { waitUntil: 'networkidle' })
  if (!response?.ok()) throw new Error(`${address}: ${response?.status()}`)
  const look = await page.evaluate<Look>(`new Promise((resolve) => {
    const seen = { paintMs: 0, shift: 0 }
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.paintMs = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) seen.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
    // Buffered entries come before the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(seen)))
  })`)
  await context.close()
  if (look.paintMs === 0) throw new Error(`${address} has no largest contentful paint`)
  return look
}

function report(screen: string, looks: readonly Look[]): void {
  const paints = looks.map(({ paintMs }) => paintMs)
  const [slowest, shift] = [Math.max(...paints), Math.max(...looks.map((look) => look.shift))]
  const verdict = slowest <= goals.paintMs && shift <= goals.shift ? 'met' : 'missed'
  console.log(
    `  ${screen.padEnd(14)} largest paint after ${median(paints).toFixed(0)} ms, at most ${slowest.toFixed(0)} ms; layout shift at most ${shift.toFixed(3)}`,
  )
  console.log(`    goal: at most ${goals.paintMs} ms and ${goals.shift}: ${verdict}`)
}

/** How long the search takes for each key, once its index is loaded. */
async function measureSearch(browser: Browser, address: string): Promise<void> {
  const names = Object.values((await apiDocument()).paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  const page = await browser.newPage()
  await page.goto(address, { waitUntil: 'networkidle' })
  const took = await page.evaluate<number[]>(`(async () => {
    const { openSearch } = await import(new URL('search.js', document.querySelector('script[src$="/reference.js"]').src))
    const find = await openSearch()
    const took = []
    for (const phrase of ${JSON.stringify([...phrases, ...names])})
      for (let length = 1; length <= phrase.length; length += 1) {
        const start = performance.now()
        find(phrase.slice(0, length))
        took.push(performance.now() - start)
      }
    return took
  })()`)
  const slowest = Math.max(...took)
  console.log(
    `  search         ${took.length} keys (${names.length} methods and ${phrases.length} phrases), each ${median(took).toFixed(1)} ms, at most ${slowest.toFixed(1)} ms`,
  )
  console.log(`    goal: at most ${goals.searchMs} ms: ${slowest <= goals.searchMs ? 'met' : 'missed'}`)
}
