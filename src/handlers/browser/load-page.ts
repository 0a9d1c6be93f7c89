import type { Browser, BrowserContext, Page } from 'playwright-core'
import { machineTimeMs } from '#runtime/base/machine-time.ts'
import { closeContext } from '#runtime/isolation/chromium/close-context.ts'

/** Which page to load, and how. */
export interface PageRequest {
  readonly url: string
  readonly wait: string | undefined
  /** Whether the scripts of the page run. */
  readonly scripts: boolean
  readonly times: LoadTimes
}

/** In milliseconds. */
export interface LoadTimes {
  /** For everything together. */
  readonly limitMs: number
  /** For what a page loads besides its document. */
  readonly loadMs: number
  /** For its scripts after that. */
  readonly settleMs: number
}

/** A page that has loaded. */
export interface Loaded {
  readonly page: Page
  readonly url: string
  readonly status: number
  /** The machine time when its document had loaded. */
  readonly documentMs: number
  /** The machine time when it is used. */
  readonly usedMs: number
}

const maxAttempts = 4
export const viewport = { width: 1280, height: 900 }

/** Removes from every page and frame what bypasses the proxy and what waits for a person, before its own scripts run. */
const initScript = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) {
    try { Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false }) } catch {}
  }
  for (const name of ['print', 'alert']) globalThis[name] = () => undefined
  globalThis.open = () => null
  globalThis.confirm = () => false
  globalThis.prompt = () => null
})()`

/**
 * Opens an address in a fresh profile, uses the page, and closes everything. It runs outside the server. The messages of its
 * errors, including those of Playwright, are for `errorOf` of visit-page.ts.
 *
 * @param proxy everything that the page loads goes through it
 * @param use is called again if the page goes to another address while it runs
 * @throws Error if the page cannot be loaded in time; what `use` throws
 */
export async function loadPage<T>(
  browser: Browser,
  request: PageRequest,
  proxy: string,
  use: (loaded: Loaded) => Promise<T>,
): Promise<T> {
  const { times } = request
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)
  const timer = setTimeout(() => ended.reject(named('TimeoutError', 'the page took too long')), times.limitMs)
  let context: BrowserContext | undefined
  try {
    context = await Promise.race([newContext(browser, proxy, request), ended.promise])
    const page = await Promise.race([context.newPage(), ended.promise])
    closeDialogsAndPopups(context, page)
    page.on('crash', () => ended.reject(new Error('Page crashed')))
    const loaded = await Promise.race([load(page, request), ended.promise])
    return await Promise.race([usePage(page, loaded, times, use), ended.promise])
  } finally {
    clearTimeout(timer)
    await closeContext(browser, context)
  }
}

const named = (name: string, message: string) => Object.assign(new Error(message), { name })

function newContext(browser: Browser, proxy: string, { scripts }: PageRequest): Promise<BrowserContext> {
  return browser.newContext({
    proxy: { server: proxy, bypass: '<-loopback>' },
    viewport,
    javaScriptEnabled: scripts,
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
}

/** Nobody answers dialogs or looks at other windows. */
function closeDialogsAndPopups(context: BrowserContext, page: Page): void {
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => undefined)
  })
}

async function load(
  page: Page,
  { url, wait, times: { limitMs, loadMs, settleMs } }: PageRequest,
): Promise<Pick<Loaded, 'status' | 'documentMs'>> {
  await page.addInitScript(initScript)
  const statuses = new Map<string, number>()
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) statuses.set(response.url(), response.status())
  })
  // A page that starts a download while it loads does not load any further.
  const downloads = new Promise<undefined>((resolve) => page.once('download', () => resolve(undefined)))
  const navigation = page.goto(url, { waitUntil: 'domcontentloaded', timeout: limitMs })
  navigation.catch(() => undefined)
  const response = await Promise.race([navigation, downloads, failureOfDocument(page)])
  if (response === undefined && page.url() === 'about:blank') throw new Error('Download is starting')
  const documentMs = machineTimeMs()
  if (response !== undefined) await loadRest(page, loadMs)
  if (wait === undefined) await page.waitForTimeout(settleMs)
  else await page.waitForSelector(`css=${wait}`, { state: 'visible', timeout: limitMs })
  return { status: response?.status() ?? statuses.get(page.url()) ?? 200, documentMs }
}

/** Rejects when the document is cut off: Playwright would wait for the rest of it. */
function failureOfDocument(page: Page): Promise<never> {
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  page.on('requestfailed', (request) => {
    const code = request.failure()?.errorText ?? ''
    const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (isDocument && code !== 'net::ERR_ABORTED') failure.reject(new Error(`page.goto: ${code}`))
  })
  return failure.promise
}

async function loadRest(page: Page, loadMs: number): Promise<void> {
  await page.waitForLoadState('load', { timeout: loadMs }).catch((failure: unknown) => {
    if (!isTimeout(failure)) throw failure
  })
}

async function usePage<T>(
  page: Page,
  loaded: Pick<Loaded, 'status' | 'documentMs'>,
  { settleMs, loadMs }: LoadTimes,
  use: (loaded: Loaded) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const url = page.url()
    try {
      const used = await use({ page, url, usedMs: machineTimeMs(), ...loaded })
      // Otherwise it was used at another site than the one that is returned.
      if (new URL(page.url()).origin === new URL(url).origin) return used
    } catch (failure) {
      if (!(failure instanceof Error && navigated.test(failure.message))) throw failure
    }
    if (attempt === maxAttempts) throw named('EndlessRedirects', 'the page keeps redirecting')
    await loadRest(page, loadMs)
    await page.waitForTimeout(settleMs)
  }
}

/** The beginning of what Chromium and Playwright report when a page goes to another address during an evaluation. */
const navigated =
  /context was destroyed|because of a navigation|Cannot find (?:default execution )?context|navigated or closed|Session closed/

const isTimeout = (failure: unknown) => failure instanceof Error && failure.name === 'TimeoutError'
