import { extname } from 'node:path'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { machineTimeMs } from '#runtime/base/machine-time.ts'
import { BrowserEnded, type SharedChromium } from '#runtime/isolation/chromium/chromium.ts'
import type { FilteringProxy } from '#runtime/outbound/filtering-proxy.ts'
import type { LoadTimes } from './load-page.ts'
import type { PageJob, PageTask } from './page-program.ts'
import { readLoaded } from './page-reading.ts'

/** Which page to load, and what to do with it. */
export interface PageVisit {
  readonly url: URL
  readonly wait: string | undefined
  /** Whether the scripts of the page run; true if not given. */
  readonly scripts?: boolean
  readonly task: PageTask
  readonly signal: AbortSignal
  readonly maxBytes: number
  readonly times?: LoadTimes
  /** Called when the browser asks for the page: from then on, the time that passes is the page's. */
  readonly onBegun?: () => void
  /** What runs in the process of the browser; only given in tests. */
  readonly program?: URL
  resolve(host: string): Promise<string>
}

const usualTimes: LoadTimes = { limitMs: 30_000, loadMs: 8000, settleMs: 750 }
const usualProgram = new URL(`./page-program${extname(import.meta.url)}`, import.meta.url)
const maxConnections = 100

/**
 * Loads a page in a browser and runs a task with it. Everything that the page loads goes through its own proxy, which resolves
 * all names and rejects private addresses.
 *
 * @returns what the program returned, checked as far as `readLoaded`
 * @throws ApiError invalid_argument for an invalid selector, upstream_timeout when it takes longer than 30 seconds, which
 * `costs` if the page has begun; upstream_failed for a page that cannot be loaded; BrowserEnded; what `Chromium.run` throws
 */
export async function visitPage(chromium: SharedChromium, visit: PageVisit): Promise<unknown> {
  const { url, wait, scripts = true, task, signal, maxBytes, times = usualTimes, program = usualProgram } = visit
  // Loaded with the first page: it loads more of Node than a start needs.
  const { openFilteringProxy } = await import('#runtime/outbound/filtering-proxy.ts')
  let exhaustedMs = Number.POSITIVE_INFINITY
  const onExhausted = () => {
    exhaustedMs = machineTimeMs()
  }
  let hasBegun = false
  const resolve = (host: string) => {
    if (!hasBegun) visit.onBegun?.()
    hasBegun = true
    return visit.resolve(host)
  }
  const proxy = await openFilteringProxy({ resolve, maxBytes, maxConnections, onExhausted })
  const args: PageJob = { url: url.href, wait, scripts, task, times }
  try {
    const limitMs = times.limitMs
    const result = await chromium.run({ program, args, proxySocket: proxy.socketPath, signal, limitMs })
    const loaded = readLoaded(result)
    const at = new URL(loaded.url)
    const refusedMs = proxy.refused.get(bare(at)) ?? Number.POSITIVE_INFINITY
    if (!['http:', 'https:'].includes(at.protocol) || refusedMs <= loaded.usedMs) throw leadsAway()
    // A document that was cut off never counts as loaded.
    if (exhaustedMs <= loaded.documentMs) throw tooMuch()
    return result
  } catch (failure) {
    if (signal.aborted) throw signal.reason
    if (isCrash(failure)) throw crashed(await chromium.ranOutOfMemory())
    throw errorOf(failure, visit, { proxy, hasBegun })
  } finally {
    await proxy.close()
  }
}

const bare = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

const isTimeout = (failure: unknown) =>
  failure instanceof Error && (failure.name === 'TimeoutError' || failure.name === 'TooSlow')

/** Whether Playwright gave up waiting for something other than the selector. */
const isLoading = (message: string) => /^page\.(?!waitForSelector)/.test(message)

const isCrash = (failure: unknown) => failure instanceof Error && /Page crashed|Target crashed/.test(failure.message)

function crashed(ranOutOfMemory: boolean): ApiError {
  const why = ranOutOfMemory ? 'it uses more memory than BROWSER_MEMORY_MIB allows' : 'its process has ended'
  return failed(`The page crashed in the browser: ${why}.`)
}

interface Visited {
  readonly proxy: FilteringProxy
  readonly hasBegun: boolean
}

function errorOf(
  failure: unknown,
  { url, wait, times = usualTimes }: PageVisit,
  { proxy, hasBegun }: Visited,
): unknown {
  if (failure instanceof ApiError || failure instanceof BrowserEnded) return failure
  if (proxy.isExhausted) return tooMuch()
  const { name, message } = failure instanceof Error ? failure : new Error('')
  if (name === 'EndlessRedirects') return failed('The page keeps redirecting to other addresses.')
  if (name === 'LargeScreenshot') return failed('The screenshot is larger than 32 MiB.')
  if (/is not a valid selector|Unexpected token|Unknown engine|while parsing/.test(message)) {
    return invalidArgument('wait', 'must be a CSS selector')
  }
  if (message.includes('Download is starting')) return isDownload()
  if (isTimeout(failure)) {
    return pageTimeout(isLoading(message) ? undefined : wait, `${times.limitMs / 1000} seconds`, hasBegun)
  }
  const wasRefused = proxy.refused.size > 0 && !proxy.refused.has(bare(url))
  if (wasRefused && /ERR_TUNNEL|ERR_HTTP_RESPONSE_CODE|ERR_ABORTED/.test(message)) return leadsAway()
  const code = /net::(ERR_\w+)/.exec(message)?.[1]
  return code === undefined ? failure : failed(`The page could not be loaded (${code}).`, failure)
}

/** The error of a page that took too long. If the browser had not asked for it yet, that was not the page's fault. */
export function pageTimeout(wait: string | undefined, within: string, hasBegun = true): ApiError {
  const what =
    wait === undefined ? 'The page did not load' : 'The page or the element selected by `wait` did not appear'
  return new ApiError('upstream_timeout', `${what} within ${within}.`, hasBegun ? { costs: true } : {})
}

const failed = (sentence: string, cause?: unknown) => new ApiError('upstream_failed', sentence, { cause })
const tooMuch = () => failed('The page loads more than BROWSER_PAGE_MIB allows.')
const isDownload = () => failed('The address leads to a download, not to a page.')
const leadsAway = () => failed('The page leads to an address that is not on the public internet.')
