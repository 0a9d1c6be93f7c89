import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { ElementContext, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { ensureChromium, ensurePageBrowser } from '../../tools/setup/programs.mjs'
import { ask } from './desks.ts'
import { drawnRows } from './drawn-rows.ts'

/** Installing Chromium downloads some hundred megabytes, once per machine. */
const startTimeoutMs = 600_000

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Opens a page in a new browser context, which has its own cookies. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<{ page: Page; context: BrowserContext }>

/**
 * Opens pages for the tests of one block, in the Chromium of the run. The block fails when one of its pages has logged
 * an error, such as a resource blocked by the page's own policy.
 *
 * @param options `mayLogErrors` for pages that try what is blocked; `isWhole` for features that Chromium has and its headless shell
 *   lacks: notifications, and a separate process for a sandboxed frame
 */
export function browserForTests({ mayLogErrors = false, isWhole = false } = {}): OpenPage {
  let browser: Browser | undefined
  const errors: string[] = []
  beforeAll(async () => {
    await (isWhole ? ensureChromium() : ensurePageBrowser())
    browser = await chromium.connect(await ask(inject(isWhole ? 'chromiumDesk' : 'browserDesk')))
  }, startTimeoutMs)
  afterAll(async () => {
    await browser?.close()
    expect(errors).toEqual([])
  })
  return async (options) => {
    if (!browser) throw new Error('The browser runs only inside tests')
    const context = await browser.newContext(options)
    const page = await context.newPage()
    if (mayLogErrors) return { page, context }
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // Chromium logs every response of 400 and above as a failed load, also where a test provokes one.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
      errors.push(`${page.url()}: ${message.text()}`)
    })
    return { page, context }
  }
}

/** The screen of a phone. */
export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

/** The screens on which every page is looked at: one each day. */
export const screens = drawnRows<readonly [string, BrowserContextOptions]>(
  [
    ['on a wide screen', {}],
    ['on a phone', phone],
  ],
  1,
)

/** The browsers in which pages for everybody have to work. */
export const browsers = [
  ['with scripts', {}],
  ['without any script, on a phone', { javaScriptEnabled: false, ...phone }],
] as const satisfies readonly [string, BrowserContextOptions][]

/** Signs an account of a test server in by the form, which leads on to a page with this heading. */
export async function signInByForm(page: Page, address: string, username: string, heading: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/**
 * Looks at a page as it is: fails when it is wider than its screen or when axe finds a violation, in light or in dark
 * colours. ONEDOOR_SCREENSHOTS names a folder that gets pictures of both. Without scripts axe cannot run.
 *
 * @param name of the pictures: the family's, and how the page is shown
 * @param options as the page was opened
 * @returns looks at the page, which shows `what`
 */
export function viewer(
  page: Page,
  name: string,
  { javaScriptEnabled = true }: BrowserContextOptions = {},
): (what: string) => Promise<void> {
  const folder = process.env.ONEDOOR_SCREENSHOTS
  async function keep(what: string, colours: 'light' | 'dark'): Promise<void> {
    if (!folder) return
    await page.emulateMedia({ colorScheme: colours })
    const file = `${name} ${what} ${colours}.png`.replaceAll(/[^\w.]+/g, '-')
    await page.screenshot({ path: `${folder}/${file}`, fullPage: true })
  }
  return async (what) => {
    // Until its style sheets are loaded, a page has neither its final width nor its final colours.
    await page.waitForLoadState('load')
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect([what, overflow]).toEqual([what, 0])
    await keep(what, 'light')
    if (javaScriptEnabled) {
      await page.emulateMedia({ colorScheme: 'light' })
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      // Nothing else depends on the colours.
      await expectNoViolation(page, { runOnly: ['color-contrast'] })
    }
    await keep(what, 'dark')
    await page.emulateMedia({ colorScheme: null })
  }
}

/** Fails when axe finds an accessibility violation. */
export async function expectAccessible(page: Page): Promise<void> {
  // Until its style sheets are loaded, a page does not have its final colours.
  await page.waitForLoadState('load')
  await page.evaluate(axeSource)
  await expectNoViolation(page)
}

async function expectNoViolation(page: Page, options: RunOptions = {}): Promise<void> {
  // Described in the page: the whole result, with all that is fine, is longer than the page.
  const found = await page.evaluate(
    async (given) => {
      const { axe, document } = globalThis as unknown as { axe: typeof Axe; document: ElementContext }
      const { violations } = await axe.run(document, given)
      return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
    },
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  )
  expect(found, page.url()).toEqual([])
}

/** Adds a virtual platform authenticator, such as a phone has built in, whose user always consents. */
export async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
