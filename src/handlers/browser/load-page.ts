import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { closeContext } from '#runtime/isolation/chromium/chromium.ts'
import type { FilteringProxy } from '#runtime/outbound/filtering-proxy.ts'

/** Which page to load, and how. */
export interface PageRequest {
  readonly url: URL
  readonly wait: string | undefined
  readonly signal: AbortSignal
  readonly maxBytes: number
  readonly times?: LoadTimes
  /** Whether the browser had too little memory for the page. */
  ranOutOfMemory?(): Promise<boolean>
  resolve(host: string): Promise<string>
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

const usualTimes: LoadTimes = { limitMs: 30_000, loadMs: 8000, settleMs: 750 }

/** A page that has loaded. */
export interface Loaded {
  readonly page: Page
  readonly url: string
  readonly status: number
}

const maxConnections = 100
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
 * Opens an address in a fresh profile, uses the page, and closes everything. Everything that the page loads goes through its own
 * proxy, which resolves all names and rejects private addresses.
 *
 * @param use is called again if the page goes to another address while it runs
 * @throws ApiError invalid_argument for an invalid selector, upstream_timeout when it takes longer than 30 seconds,
 * upstream_failed for a page that cannot be loaded; what `use` throws
 */
export async function loadPage<T>(
  browser: Browser,
  request: PageRequest,
  use: (loaded: Loaded) => Promise<T>,
): Promise<T> {
  const { signal, maxBytes, resolve, times = usualTimes } = request
  // Loaded with the first page: it loads more of Node than a start needs.
  const { openFilteringProxy } = await import('#runtime/outbound/filtering-proxy.ts')
  const ended = Promise.withResolvers<never>()
  let hasLoaded = false
  // A document that was cut off never counts as loaded.
  const onExhausted = () => void (hasLoaded || ended.reject(tooMuch()))
  const proxy = await openFilteringProxy({ resolve, maxBytes, maxConnections, onExhausted })
  let context: BrowserContext | undefined
  const timer = setTimeout(() => ended.reject(tooLong(request)), times.limitMs)
  const leave = () => ended.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  ended.promise.catch(() => undefined)
  try {
    signal.throwIfAborted()
    const opening = newContext(browser, proxy)
    context = await Promise.race([opening, ended.promise])
    const page = await Promise.race([context.newPage(), ended.promise])
    closeDialogsAndPopups(context, page)
    page.on('crash', () => ended.reject(new PageCrash()))
    const onDocument = () => {
      hasLoaded = true
    }
    const status = await Promise.race([load(page, request, times, onDocument), ended.promise])
    return await Promise.race([usePage(page, status, proxy, times, use), ended.promise])
  } catch (failure) {
    if (isCrash(failure)) throw crashed((await request.ranOutOfMemory?.()) ?? false)
    throw errorOf(failure, request, proxy)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    // In this order: an open page must not reach the next program that listens on the proxy's port.
    await closeContext(browser, context)
    await proxy.close()
  }
}

function newContext(browser: Browser, proxy: FilteringProxy): Promise<BrowserContext> {
  return browser.newContext({
    proxy: { server: proxy.address, bypass: '<-loopback>' },
    viewport,
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

async function load(page: Page, { url, wait }: PageRequest, times: LoadTimes, onDocument: () => void): Promise<number> {
  const { limitMs, loadMs, settleMs } = times
  await page.addInitScript(initScript)
  const statuses = new Map<string, number>()
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) statuses.set(response.url(), response.status())
  })
  // A page that starts a download while it loads does not load any further.
  const downloads = new Promise<undefined>((resolve) => page.once('download', () => resolve(undefined)))
  const navigation = page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: limitMs })
  navigation.catch(() => undefined)
  const response = await Promise.race([navigation, downloads])
  if (response === undefined && page.url() === 'about:blank') throw isDownload()
  onDocument()
  if (response !== undefined) await loadRest(page, loadMs)
  if (wait === undefined) await page.waitForTimeout(settleMs)
  else await page.waitForSelector(`css=${wait}`, { state: 'visible', timeout: limitMs })
  return response?.status() ?? statuses.get(page.url()) ?? 200
}

async function loadRest(page: Page, loadMs: number): Promise<void> {
  await page.waitForLoadState('load', { timeout: loadMs }).catch((failure: unknown) => {
    if (!isTimeout(failure)) throw failure
  })
}

async function usePage<T>(
  page: Page,
  status: number,
  proxy: FilteringProxy,
  { settleMs, loadMs }: LoadTimes,
  use: (loaded: Loaded) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const at = new URL(page.url())
    if (!['http:', 'https:'].includes(at.protocol) || proxy.refused.has(bare(at))) throw leadsAway()
    try {
      return await use({ page, url: at.href, status })
    } catch (failure) {
      if (!(failure instanceof Error && /context was destroyed|because of a navigation/.test(failure.message))) {
        throw failure
      }
      if (attempt === maxAttempts) throw failed('The page keeps redirecting to other addresses.')
      await loadRest(page, loadMs)
      await page.waitForTimeout(settleMs)
    }
  }
}

const bare = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

const isTimeout = (failure: unknown) => failure instanceof Error && failure.name === 'TimeoutError'

class PageCrash extends Error {}

const isCrash = (failure: unknown) =>
  failure instanceof PageCrash || (failure instanceof Error && /Page crashed|Target crashed/.test(failure.message))

function crashed(ranOutOfMemory: boolean): ApiError {
  const why = ranOutOfMemory ? 'it uses more memory than BROWSER_MEMORY_MIB allows' : 'its process has ended'
  return failed(`The page crashed in the browser: ${why}.`)
}

function errorOf(failure: unknown, { url, times = usualTimes }: PageRequest, proxy: FilteringProxy): unknown {
  if (failure instanceof ApiError) return failure
  if (proxy.isExhausted) return tooMuch()
  const message = failure instanceof Error ? failure.message : ''
  if (/is not a valid selector|Unexpected token|Unknown engine|while parsing/.test(message)) {
    return invalidArgument('wait', 'must be a CSS selector')
  }
  if (message.includes('Download is starting')) return isDownload()
  if (isTimeout(failure)) return tooLong({ wait: /waitForSelector/.test(message) ? '' : undefined, times })
  const wasRefused = proxy.refused.size > 0 && !proxy.refused.has(bare(url))
  if (wasRefused && /ERR_TUNNEL|ERR_HTTP_RESPONSE_CODE|ERR_ABORTED/.test(message)) return leadsAway()
  const code = /net::(ERR_\w+)/.exec(message)?.[1]
  return code === undefined ? failure : failed(`The page could not be loaded (${code}).`, failure)
}

function tooLong({ wait, times = usualTimes }: Pick<PageRequest, 'wait' | 'times'>): ApiError {
  const what =
    wait === undefined ? 'The page did not load' : 'The page or the element selected by `wait` did not appear'
  return new ApiError('upstream_timeout', `${what} within ${times.limitMs / 1000} seconds.`)
}

const failed = (sentence: string, cause?: unknown) => new ApiError('upstream_failed', sentence, { cause })
const tooMuch = () => failed('The page loads more than BROWSER_PAGE_MIB allows.')
const isDownload = () => failed('The address leads to a download, not to a page.')
const leadsAway = () => failed('The page leads to an address that is not on the public internet.')
