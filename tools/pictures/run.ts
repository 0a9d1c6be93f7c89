/**
 * `npm run pictures`: takes pictures of the reference in Chromium into `.cache/pictures`, and prints their table. Each of ten
 * methods is taken on three screens, and each of the points by which the reference is compared with others as a reader
 * sees it; all in light and in dark colours. The last line is `N passed, N failed`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { lookedAt, screens } from '../../bench/pages.ts'
import { createReport } from '../../contract-tests/report.ts'
import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { SESSION_COOKIE } from '../../src/runtime/accounts/sessions.ts'
import { root } from '../command.ts'
import { ensurePageBrowser } from '../setup/programs.mjs'
import { type Point, points } from './points.ts'

const themes = ['light', 'dark'] as const
const folder = join(root, '.cache/pictures')
const report = createReport()

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-pictures-'))
const server = await startServer({
  config: loadConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', GATEWAY_PORT: 'off', PROVIDERS: 'examples' }),
})
const address = `http://127.0.0.1:${server.config.port}`
const browser = await chromium.launch({
  executablePath: await ensurePageBrowser(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  for (const [screen, options] of Object.entries(screens)) {
    for (const method of lookedAt)
      await report.check(`${method}, ${screen}`, () => pictureMethod(method, screen, options))
  }
  report.closePart('methods')
  console.log('| # | Point | Page | Pictures |\n|---|---|---|---|')
  const { cookie } = await visitor()
  for (const [index, point] of points.entries()) {
    await report.check(point.name, () => picturePoint(point, index + 1, cookie))
  }
  report.closePart('points')
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true })
}
console.log(`The pictures are in ${folder}`)
process.exitCode = report.close() ? 0 : 1

/** An account that is signed in. */
async function visitor() {
  const { id } = await server.accounts.create({ username: 'ann', password: 'correct horse battery' })
  const { secret } = await server.sessions.start(id, 'pictures')
  return { cookie: { name: SESSION_COOKIE, value: secret, url: address } }
}

async function pictureMethod(method: string, screen: string, options: BrowserContextOptions): Promise<void> {
  await using opened = await open(browser, options)
  await opened.page.goto(`${address}/docs/${method}`, { waitUntil: 'networkidle' })
  await take(opened.page, `${method} ${screen}`, true)
}

type Cookie = Awaited<ReturnType<typeof visitor>>['cookie']

async function picturePoint(point: Point, number: number, cookie: Cookie): Promise<void> {
  const options = { ...screens[point.screen ?? 'wide screen'], javaScriptEnabled: !point.withoutScripts }
  await using opened = await open(browser, options)
  const { page } = opened
  if (point.isSignedIn) await page.context().addCookies([cookie])
  await page.goto(address + point.at, { waitUntil: 'networkidle' })
  await point.act?.(page)
  if (point.isPrinted) await page.emulateMedia({ media: 'print' })
  const files = await take(page, `point ${String(number).padStart(2, '0')} ${point.name}`, point.isPrinted)
  console.log(`| ${number} | ${point.name} | \`${point.at}\` | ${files.join(', ')} |`)
}

async function open(within: Browser, options: BrowserContextOptions) {
  const context = await within.newContext(options)
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() }
}

async function take(page: Page, name: string, fullPage = false): Promise<string[]> {
  const files: string[] = []
  for (const colorScheme of themes) {
    const file = `${`${name} ${colorScheme}`.replaceAll(/\W+/g, '-')}.png`
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, file), fullPage })
    files.push(file)
  }
  return files
}
