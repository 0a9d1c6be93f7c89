import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { ensureChromium } from '../../tools/setup/chromium.mjs'

/** Installing Chromium downloads some hundred megabytes, once on a machine. */
const startTimeoutMs = 600_000

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What a test does with a browser: in a context of its own, which holds cookies of its own. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<{ page: Page; context: BrowserContext }>

/**
 * A Chromium for the tests of one block. A test fails when a page of its has logged an error, such as something that the
 * page's own policy did not let it load.
 */
export function browserForTests(): OpenPage {
  let browser: Browser | undefined
  const errors: string[] = []
  beforeAll(async () => {
    const executablePath = await ensureChromium()
    // Its sandbox needs rights that containers lack; what it opens here is our own.
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
      // Chromium logs every answer of 400 and above as a failed load; pages that refuse are meant to answer so.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
      errors.push(`${page.url()}: ${message.text()}`)
    })
    return { page, context }
  }
}

/** Fails when axe finds anything that keeps somebody from using the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // Before its style sheets have come, a page has other colours than it will have.
  await page.waitForLoadState('load')
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document)')
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
  expect(found, page.url()).toEqual([])
}

/** An authenticator as a phone or a laptop has it built in, whose owner always agrees. */
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
