import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { ensureChromium } from '../../tools/setup/chromium.mjs'

/** Installing Chromium downloads some hundred megabytes, once per machine. */
const startTimeoutMs = 600_000

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Opens a page in a new browser context, which has its own cookies. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<{ page: Page; context: BrowserContext }>

/**
 * Starts a Chromium for the tests of one block. The block fails when one of its pages has logged an error, such as a
 * resource blocked by the page's own policy.
 */
export function browserForTests(): OpenPage {
  let browser: Browser | undefined
  const errors: string[] = []
  beforeAll(async () => {
    const executablePath = await ensureChromium()
    // Its sandbox needs privileges that containers do not have; it only opens our own pages.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  }, startTimeoutMs)
  afterAll(async () => {
    await browser?.close()
    expect(errors).toEqual([])
  })
  return async (options) => {
    if (!browser) throw new Error('The browser runs only inside tests')
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // Chromium logs every response of 400 and above as a failed load, also where a test provokes one.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
      errors.push(`${page.url()}: ${message.text()}`)
    })
    return { page, context }
  }
}

/** Fails when axe finds an accessibility violation. */
export async function expectAccessible(page: Page): Promise<void> {
  // Until its style sheets are loaded, a page does not have its final colours.
  await page.waitForLoadState('load')
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document)')
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
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
