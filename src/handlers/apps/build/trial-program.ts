import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, ConsoleMessage, Page, Route } from 'playwright-core'
import { once } from '#runtime/base/once.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { answerBrowserWork } from '#runtime/isolation/chromium/browser-work.ts'
import { closeContext } from '#runtime/isolation/chromium/close-context.ts'
import { evaluateIsolated } from '#runtime/isolation/chromium/isolated-world.ts'
import { withSdk } from '../frame/app-document.ts'
import { connectionPolicy, embedPage, framePolicy, hostPolicy } from '../frame/host-page.ts'
import type { TrialTimes } from './browser-trial.ts'
import { guidedMethods } from './method-guide.ts'
import { maxFaultLength, maxFaults } from './trial-bounds.ts'

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

/** An app to try. */
export interface TrialJob {
  readonly html: string
  readonly times: TrialTimes
}

/**
 * Opens an app and returns its faults. It runs outside the server.
 *
 * @throws Error if it takes longer than the time limit
 */
async function tryApp(browser: Browser, { html, times }: TrialJob): Promise<string[]> {
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)
  const timer = setTimeout(() => ended.reject(new Error('The trial of an app took too long')), times.limitMs)
  let context: BrowserContext | undefined
  try {
    context = await Promise.race([newContext(browser), ended.promise])
    const opened = context
    return await Promise.race([open(opened, html, times), ended.promise])
  } finally {
    clearTimeout(timer)
    await closeContext(browser, context)
  }
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    // Nothing listens there: what is not answered here goes nowhere.
    proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
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
  const body = "Reflect.get(Document.prototype, 'body', document)"
  const text = "Reflect.get(HTMLElement.prototype, 'innerText', body).trim()"
  const element = `Element.prototype.querySelector.call(body, '${visible}')`
  const looking = evaluateIsolated(page, frame, `((body) => body !== null && Boolean(${text} || ${element}))(${body})`)
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
      return await sent('text/html; charset=utf-8', source, {
        'Content-Security-Policy': framePolicy(`'self'`),
        ...connectionPolicy,
      })
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
    if (this.#found.size < maxFaults)
      this.#found.add(shorten(oneLine(text.slice(0, 4 * maxFaultLength)), maxFaultLength))
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

answerBrowserWork(tryApp)
