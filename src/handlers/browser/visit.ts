import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { FilteringProxy } from '#runtime/outbound/filtering-proxy.ts'

/** What a visit begins with. */
export interface Visit {
  readonly url: URL
  readonly wait: string | undefined
  readonly signal: AbortSignal
  readonly maxBytes: number
  resolve(host: string): Promise<string>
}

/** A page that has loaded. */
export interface Loaded {
  readonly page: Page
  readonly url: string
  readonly status: number
}

const limitMs = 30_000
/** How long what a page loads besides its document is waited for, and what its scripts do after that. */
const loadMs = 8000
const settleMs = 750
const maxConnections = 100
const closeMs = 5000
export const viewport = { width: 1280, height: 900 }

/** Taken from every page and frame before its own scripts run: what goes around the proxy, and what waits for a person. */
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
 * Opens an address in a fresh profile, lets `work` look at the page, and closes everything. All that the page loads goes
 * through a proxy of its own, which resolves each name itself and refuses private addresses.
 *
 * @throws ApiError invalid_argument for a selector that is none, upstream_timeout when it takes longer than 30 seconds,
 * upstream_failed for a page that cannot be loaded; what `work` throws
 */
export async function visit<T>(browser: Browser, visit: Visit, work: (loaded: Loaded) => Promise<T>): Promise<T> {
  const { url, signal, maxBytes, resolve } = visit
  // Loaded with the first page: it brings more of Node along than a start needs.
  const { openFilteringProxy } = await import('#runtime/outbound/filtering-proxy.ts')
  const proxy = await openFilteringProxy({ resolve, maxBytes, maxConnections })
  let context: BrowserContext | undefined
  const ended = Promise.withResolvers<never>()
  const timer = setTimeout(() => ended.reject(tooLong(visit)), limitMs)
  const leave = () => ended.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  ended.promise.catch(() => undefined)
  try {
    signal.throwIfAborted()
    const opening = newContext(browser, proxy)
    context = await Promise.race([opening, ended.promise])
    const page = await Promise.race([context.newPage(), ended.promise])
    watch(context, page)
    const loaded = await Promise.race([load(page, visit, proxy), ended.promise])
    return await Promise.race([work(loaded), ended.promise])
  } catch (failure) {
    throw told(failure, url, proxy)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    await proxy.close()
    await closeOf(browser, context)
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

/** Nobody is there to answer a dialog or to look at another window. */
function watch(context: BrowserContext, page: Page): void {
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => undefined)
  })
}

async function load(page: Page, { url, wait }: Visit, proxy: FilteringProxy): Promise<Loaded> {
  await page.addInitScript(initScript)
  const response = await page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: limitMs })
  await page.waitForLoadState('load', { timeout: loadMs }).catch((failure: unknown) => {
    if (!isTimeout(failure)) throw failure
  })
  if (wait === undefined) await page.waitForTimeout(settleMs)
  else await page.waitForSelector(`css=${wait}`, { state: 'visible', timeout: limitMs })
  const at = new URL(page.url())
  if (!['http:', 'https:'].includes(at.protocol) || proxy.refused.has(bare(at))) throw leadsAway()
  return { page, url: at.href, status: response?.status() ?? 200 }
}

const bare = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** A page that keeps its process busy does not close; then the browser ends, and the next call starts another. */
async function closeOf(browser: Browser, context: BrowserContext | undefined): Promise<void> {
  if (!context) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), closeMs)
  })
  const closed = context.close().then(
    () => 'closed' as const,
    () => 'closed' as const,
  )
  if ((await Promise.race([closed, late])) === 'late') await browser.close().catch(() => undefined)
  clearTimeout(timer)
}

const isTimeout = (failure: unknown) => failure instanceof Error && failure.name === 'TimeoutError'

function told(failure: unknown, url: URL, proxy: FilteringProxy): unknown {
  if (failure instanceof ApiError) return failure
  if (proxy.isExhausted) return new ApiError('upstream_failed', 'The page loads more than BROWSER_PAGE_MIB allows.')
  const message = failure instanceof Error ? failure.message : ''
  if (/is not a valid selector|Unexpected token|Unknown engine|while parsing/.test(message)) {
    return invalidArgument('wait', 'must be a CSS selector')
  }
  if (message.includes('Download is starting')) {
    return new ApiError('upstream_failed', 'The address leads to a download, not to a page.')
  }
  if (isTimeout(failure)) return tooLong({ wait: /waitForSelector/.test(message) ? '' : undefined })
  if (
    proxy.refused.size > 0 &&
    !proxy.refused.has(bare(url)) &&
    /ERR_TUNNEL|ERR_HTTP_RESPONSE_CODE|ERR_ABORTED/.test(message)
  ) {
    return leadsAway()
  }
  const code = /net::(ERR_\w+)/.exec(message)?.[1]
  return code === undefined
    ? failure
    : new ApiError('upstream_failed', `The page cannot be loaded (${code}).`, { cause: failure })
}

function tooLong({ wait }: { wait: string | undefined }): ApiError {
  const what =
    wait === undefined ? 'The page has not loaded' : 'The page, or the element that `wait` names, has not appeared'
  return new ApiError('upstream_timeout', `${what} within ${limitMs / 1000} seconds.`)
}

function leadsAway(): ApiError {
  return new ApiError('upstream_failed', 'The page leads to an address that is not on the public internet.')
}
