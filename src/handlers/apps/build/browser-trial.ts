import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, ConsoleMessage, Page, Route } from 'playwright-core'
import { ApiError } from '#runtime/base/errors.ts'
import { once } from '#runtime/base/once.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { closeContext } from '#runtime/isolation/chromium/chromium.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { withSdk } from '../frame/app-document.ts'
import { embedPage, framePolicy, hostPolicy } from '../frame/host-page.ts'
import { guidedMethods } from './method-guide.ts'

/** How long an app may take to load, how long it is watched after that, and how long the whole trial may take. */
interface TrialTimes {
  readonly loadMs: number
  readonly watchMs: number
  readonly limitMs: number
}

const defaultTimes: TrialTimes = { loadMs: 10_000, watchMs: 1500, limitMs: 45_000 }
const maxFaults = 10
const maxFaultLength = 500

/** A host that cannot exist: requests that are not answered here reach nothing. */
const origin = 'https://app.invalid'
const framePath = '/apps/-/frame/app'
const hostFolder = join(import.meta.dirname, '../browser')
const sdkFile = join(import.meta.dirname, '../../../../generated/apps/sdk.js')
const files = once(async () => ({
  sdk: await readFile(sdkFile, 'utf8'),
  'host.js': await readFile(join(hostFolder, 'host.js'), 'utf8'),
  'host.css': await readFile(join(hostFolder, 'host.css'), 'utf8'),
}))

/** The result of opening an app. */
export interface Trial {
  /** False if there is no browser. */
  readonly isTried: boolean
  /** What went wrong, a sentence each. */
  readonly faults: readonly string[]
}

const untried: Trial = { isTried: false, faults: [] }

/**
 * Opens apps in the browser of this process, one after the other, in the same frame that people see. Nothing leaves the browser:
 * services return the examples of the documentation.
 */
export class BrowserTrials {
  readonly #world: Pick<FamilyWorld, 'chromium' | 'log'>
  readonly #times: TrialTimes
  #last: Promise<unknown> = Promise.resolve()

  /** @param times for tests */
  constructor(world: Pick<FamilyWorld, 'chromium' | 'log'>, times: Partial<TrialTimes> = {}) {
    this.#world = world
    this.#times = { ...defaultTimes, ...times }
  }

  /** @throws the reason of an aborted signal */
  try(html: string, signal: AbortSignal): Promise<Trial> {
    const trial = this.#last.then(() => this.#one(html, signal))
    this.#last = trial.catch(() => undefined)
    return trial
  }

  async #one(html: string, signal: AbortSignal): Promise<Trial> {
    signal.throwIfAborted()
    let browser: Browser
    try {
      browser = await this.#world.chromium.get()
    } catch (failure) {
      if (failure instanceof ApiError) return untried
      throw failure
    }
    try {
      return { isTried: true, faults: await faultsOf(browser, html, this.#times, signal) }
    } catch (err) {
      if (signal.aborted) throw signal.reason
      // A failure of the browser is no fault of the app.
      this.#world.log.warn({ err }, 'app not tried')
      return untried
    }
  }
}

async function faultsOf(browser: Browser, html: string, times: TrialTimes, signal: AbortSignal): Promise<string[]> {
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)
  const leave = () => ended.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const timer = setTimeout(() => ended.reject(new Error('The trial of an app took too long')), times.limitMs)
  let context: BrowserContext | undefined
  try {
    context = await Promise.race([newContext(browser), ended.promise])
    const opened = context
    return await Promise.race([open(opened, html, times), ended.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    await closeContext(browser, context)
  }
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 400, height: 800 },
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
}

async function open(context: BrowserContext, html: string, { loadMs, watchMs }: TrialTimes): Promise<string[]> {
  const { sdk } = await files()
  const source = withSdk(html, sdk)
  const faults = new Faults(source.slice(0, source.indexOf(sdk) + sdk.length).split('\n').length)
  await context.route('**/*', (route) => respond(route, source))
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  page.on('console', (message) => faults.logged(message))
  page.on('pageerror', (error) => faults.thrown(error))
  try {
    await page.goto(`${origin}/`, { waitUntil: 'load', timeout: loadMs })
    await page.waitForTimeout(watchMs)
    if (await isEmpty(page, loadMs)) faults.add('The page is empty when it is opened.')
  } catch (failure) {
    if (!(failure instanceof Error) || failure.name !== 'TimeoutError') throw failure
    faults.add(`The app did not finish loading within ${loadMs / 1000} seconds.`)
  }
  return faults.all
}

const visible = 'img, svg, canvas, input, button, select, textarea, video, audio, progress, meter, table, hr'

async function isEmpty(page: Page, withinMs: number): Promise<boolean> {
  const frame = page.frames().find((each) => each !== page.mainFrame())
  if (!frame) return true
  const looking = frame.evaluate(
    `Boolean((document.body?.innerText ?? '').trim() || document.body?.querySelector('${visible}'))`,
  )
  // A script that never ends blocks this evaluation.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('busy'), { name: 'TimeoutError' })), withinMs)
  })
  looking.catch(() => undefined)
  try {
    return !(await Promise.race([looking, late]))
  } finally {
    clearTimeout(timer)
  }
}

const facts = {
  app: { id: 'app', name: 'App', description: '', author: '' },
  isSignedIn: false,
  since: 'none' as const,
  frameUrl: framePath,
  pass: 'trial',
}

/** Answers the requests of the app and of the page around it. */
async function respond(route: Route, source: string): Promise<void> {
  const request = route.request()
  const { pathname } = new URL(request.url())
  const files_ = await files()
  const sent = (contentType: string, body: string, headers: Record<string, string> = {}) =>
    route.fulfill({ status: 200, contentType, body, headers })
  try {
    if (!request.url().startsWith(`${origin}/`)) return await route.abort()
    if (pathname === '/') {
      return await sent('text/html; charset=utf-8', embedPage(facts), {
        'Content-Security-Policy': hostPolicy(`${origin}/apps/-/frame/`, true),
      })
    }
    if (pathname === framePath) {
      return await sent('text/html; charset=utf-8', source, { 'Content-Security-Policy': framePolicy(`'self'`) })
    }
    if (pathname === '/apps/-/host.js') return await sent('text/javascript; charset=utf-8', files_['host.js'])
    if (pathname === '/apps/-/host.css') return await sent('text/css; charset=utf-8', files_['host.css'])
    if (pathname === '/pages.css') return await sent('text/css; charset=utf-8', '')
    if (pathname === '/apps/-/call') return await sent('application/json', await exampleFor(request.postData()))
    return await route.fulfill({ status: 204 })
  } catch {
    // The page was closed in the meantime.
  }
}

/** The example that stands in for the response of a service. */
async function exampleFor(body: string | null): Promise<string> {
  const { service, method } = JSON.parse(body ?? '{}') as { service?: unknown; method?: unknown }
  const found = (await guidedMethods())[`${service}.${method}`]
  return JSON.stringify({ result: found?.example.result ?? {} })
}

/** Faults of an app without duplicates, each with its line in the source if known. */
class Faults {
  readonly #found = new Set<string>()
  /** Lines of the document before the source of the app. */
  readonly #before: number

  constructor(before: number) {
    this.#before = before
  }

  get all(): string[] {
    return [...this.#found].slice(0, maxFaults)
  }

  add(text: string): void {
    if (this.#found.size < maxFaults) this.#found.add(shorten(oneLine(text), maxFaultLength))
  }

  logged(message: ConsoleMessage): void {
    if (message.type() !== 'error') return
    const { url, lineNumber } = message.location()
    const line = url.endsWith(framePath) ? lineNumber + 1 : 0
    this.add(`Error in the console${this.#at(line)}: ${message.text()}`)
  }

  thrown(error: Error): void {
    const line = Number(/frame\/app:(\d+)/.exec(error.stack ?? '')?.[1] ?? 0)
    this.add(`Uncaught error${this.#at(line)}: ${error.message}`)
  }

  #at(line: number): string {
    return line > this.#before ? ` (line ${line - this.#before})` : ''
  }
}
