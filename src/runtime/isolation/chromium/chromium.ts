import { randomBytes } from 'node:crypto'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { type Clock, iso } from '../../base/clock.ts'
import { environment } from '../../base/environment.ts'
import { ApiError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { type Once, once } from '../../base/once.ts'
import type { Values } from '../../base/setting.ts'
import { type GroupedPrograms, openGroupedPrograms, type ProgramPlace } from '../boxes/grouped-programs.ts'
import type { chromiumSettings } from './chromium-settings.ts'

export type ChromiumSettings = Values<typeof chromiumSettings>

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const startTimeoutMs = 60_000
const closeMs = 5000
/** Including threads: each process of Chromium has dozens. */
const usualMaxProcesses = 2000
export const chromiumMissing =
  'Chromium is not installed on this machine. Install it (on Debian: apt-get install chromium), or set BROWSER_PATH or BROWSER_URL.'

/**
 * In addition to the settings of a context: no name lookups and no connections except to the proxy, for any page; no UDP
 * outside it; and limited processes and scripts.
 */
const options = [
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-background-networking',
  '--disable-file-system',
  '--renderer-process-limit=8',
  '--js-flags=--max-old-space-size=256',
  '--mute-audio',
]

/** The resources of a running browser, and how to release them. */
interface Started {
  readonly browser: Browser
  readonly place: ProgramPlace | undefined
}

/** The one browser of this process: started when needed, and again after it has ended. */
export class Chromium {
  readonly #settings: ChromiumSettings
  readonly #log: Log
  readonly #groups: Once<GroupedPrograms>
  readonly #clock: Clock
  #starting: Promise<Started> | undefined
  #running: Started | undefined
  /** How many times it was started. */
  starts = 0
  /** How many times it ended unexpectedly or could not be started. */
  failures = 0
  /** What happened the last time, and when. */
  lastFailure: string | undefined

  /** @param groupsRoot the mount point of control groups. @param maxProcesses given in tests only */
  constructor(
    { settings, log, clock }: { readonly settings: ChromiumSettings; readonly log: Log; readonly clock: Clock },
    groupsRoot?: string,
    maxProcesses = usualMaxProcesses,
  ) {
    this.#settings = settings
    this.#log = log
    this.#clock = clock
    this.#groups = once(() =>
      openGroupedPrograms({
        limits: { memoryBytes: settings.browserMemoryBytes, processes: maxProcesses },
        folder: join(settings.dataDir, 'browser'),
        ...(groupsRoot === undefined ? {} : { root: groupsRoot }),
      }),
    )
  }

  get isRunning(): boolean {
    return this.#starting !== undefined
  }

  /** Whether the memory of a browser started here is limited; this does not start one. */
  async isMemoryLimited(): Promise<boolean> {
    return (await this.#groups()).isMemoryLimited
  }

  /** Whether the kernel has killed a process of the running browser because it ran out of memory. */
  async ranOutOfMemory(): Promise<boolean> {
    return (await this.#running?.place?.ranOutOfMemory()) ?? false
  }

  /** @throws ApiError not_configured if Chromium is missing, unavailable if it cannot be started */
  async get(): Promise<Browser> {
    this.#starting ??= this.#start()
    const mine = this.#starting
    try {
      return (await mine).browser
    } catch (failure) {
      if (this.#starting === mine) this.#starting = undefined
      throw failure
    }
  }

  /** Ends it; the next call starts another. */
  async end(): Promise<void> {
    const started = await this.#starting?.catch(() => undefined)
    this.#starting = undefined
    this.#running = undefined
    await started?.browser.close().catch(() => undefined)
    await started?.place?.remove()
    await this.#groups.idle()
  }

  async #start(): Promise<Started> {
    const { browserUrl } = this.#settings
    const program = browserUrl === undefined ? await findChromium(this.#settings) : undefined
    if (browserUrl === undefined && program === undefined) throw new ApiError('not_configured', chromiumMissing)
    try {
      const started = program === undefined ? await this.#connect(browserUrl ?? '') : await this.#launch(program)
      this.starts += 1
      this.#running = started
      started.browser.once('disconnected', () => this.#hasEnded(started))
      return started
    } catch (err) {
      this.#log.error({ err }, 'browser did not start')
      const what = browserUrl === undefined ? 'started' : 'reached at BROWSER_URL'
      this.#noteFailure(`could not be ${what}`)
      throw new ApiError('unavailable', `The browser cannot be ${what}. See the server log for the reason.`, {
        retryAfterS: 30,
      })
    }
  }

  async #connect(url: string): Promise<Started> {
    const { chromium } = await import('playwright-core')
    return { browser: await chromium.connectOverCDP(url, { timeout: startTimeoutMs }), place: undefined }
  }

  async #launch(program: string): Promise<Started> {
    const { chromium } = await import('playwright-core')
    const name = `browser-${process.pid}-${randomBytes(4).toString('hex')}`
    const place = await (await this.#groups()).placeFor(program, name)
    try {
      const browser = await chromium.launch({
        executablePath: place.file,
        // Chromium does not run its own sandbox as root.
        chromiumSandbox: process.getuid?.() !== 0,
        args: options,
        // Without this, windows that were not opened by a click would open.
        ignoreDefaultArgs: ['--disable-popup-blocking'],
        proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
        env: { PATH: environment.PATH ?? '', HOME: '/nonexistent', LANG: 'C.UTF-8', ...place.env },
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        timeout: startTimeoutMs,
      })
      return { browser, place }
    } catch (failure) {
      await place.remove()
      throw failure
    }
  }

  /** If it ends while it is still in use, that was unexpected. */
  #hasEnded(started: Started): void {
    void started.place?.remove()
    if (this.#running !== started) return
    this.#running = undefined
    this.#starting = undefined
    this.#noteFailure('ended unexpectedly')
    this.#log.warn({ failures: this.failures }, 'browser ended')
  }

  #noteFailure(what: string): void {
    this.failures += 1
    this.lastFailure = `${what} at ${iso(this.#clock.now())}`
  }
}

/** The browser for users that did not open it. */
export type SharedChromium = Omit<Chromium, 'end'>

/** The path of an installed browser. */
export async function findChromium({
  browserPath,
}: Pick<ChromiumSettings, 'browserPath'>): Promise<string | undefined> {
  for (const file of browserPath === undefined ? usualPlaces : [browserPath]) {
    const isProgram = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isProgram) return file
  }
  return undefined
}

/** Closes a context. If a page keeps its process busy, the browser ends instead, and the next use starts another. */
export async function closeContext(browser: Browser, context: BrowserContext | undefined): Promise<void> {
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
