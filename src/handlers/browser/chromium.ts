import { access, constants } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { environment } from '#runtime/base/environment.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Log } from '#runtime/base/log.ts'
import type { Values } from '#runtime/base/setting.ts'
import type { Finding } from '#runtime/calls/finding.ts'
import type { browserSettings } from './settings.ts'

type Settings = Values<typeof browserSettings>

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const startTimeoutMs = 60_000
const missing =
  'There is no Chromium on this machine: install it (Debian: apt-get install chromium), or set BROWSER_PATH or BROWSER_URL.'

/**
 * Beside what a context sets: no name is ever looked up and nothing connected to but the proxy, whatever a page finds; no UDP
 * beside it; and bounded processes and scripts.
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

/** The one browser of this process: started when it is first needed, and anew after it has ended. */
export class Chromium {
  readonly #settings: Settings
  readonly #log: Log
  #browser: Promise<Browser> | undefined
  /** How often it was started. */
  starts = 0

  constructor(settings: Settings, log: Log) {
    this.#settings = settings
    this.#log = log
  }

  get isRunning(): boolean {
    return this.#browser !== undefined
  }

  /** @throws ApiError not_configured where there is none, unavailable where it cannot be started */
  async get(): Promise<Browser> {
    this.#browser ??= this.#start()
    const mine = this.#browser
    try {
      return await mine
    } catch (failure) {
      if (this.#browser === mine) this.#browser = undefined
      throw failure
    }
  }

  /** Ends it, as after a page that cannot be closed; the next call starts another. */
  async end(): Promise<void> {
    const ended = this.#browser
    this.#browser = undefined
    await (await ended?.catch(() => undefined))?.close().catch(() => undefined)
  }

  async #start(): Promise<Browser> {
    const { browserUrl } = this.#settings
    const executablePath = browserUrl === undefined ? await findChromium(this.#settings) : undefined
    if (browserUrl === undefined && executablePath === undefined) throw new ApiError('not_configured', missing)
    const { chromium } = await import('playwright-core')
    try {
      const browser =
        browserUrl === undefined
          ? await chromium.launch({
              ...(executablePath === undefined ? {} : { executablePath }),
              // Chromium refuses its own sandbox to root.
              chromiumSandbox: process.getuid?.() !== 0,
              args: options,
              proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
              env: { PATH: environment.PATH ?? '', HOME: '/nonexistent', LANG: 'C.UTF-8' },
              handleSIGINT: false,
              handleSIGTERM: false,
              handleSIGHUP: false,
              timeout: startTimeoutMs,
            })
          : await chromium.connectOverCDP(browserUrl, { timeout: startTimeoutMs })
      this.starts += 1
      browser.once('disconnected', () => {
        this.#browser = undefined
      })
      return browser
    } catch (err) {
      this.#log.error({ err }, 'browser did not start')
      const what = browserUrl === undefined ? 'started' : 'reached at BROWSER_URL'
      throw new ApiError('unavailable', `The browser cannot be ${what}; the log of the server says why.`, {
        retryAfterS: 30,
      })
    }
  }
}

async function findChromium({ browserPath }: Settings): Promise<string | undefined> {
  for (const file of browserPath === undefined ? usualPlaces : [browserPath]) {
    const isProgram = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isProgram) return file
  }
  return undefined
}

/** How it is with the browser, without starting one. */
export async function findingOf(settings: Settings, chromium?: Chromium): Promise<Finding> {
  const what = 'browser'
  if (settings.browserUrl !== undefined) return { what, state: 'works', detail: 'at BROWSER_URL' }
  const file = await findChromium(settings)
  if (file === undefined) return { what, state: 'off', detail: missing }
  const own = process.getuid?.() === 0 ? ", without Chromium's own sandbox, which root does not get" : ''
  const running = chromium?.isRunning ? `running, started ${chromium.starts} times` : 'not started'
  return { what, state: 'works', detail: `${file}${own}; ${running}` }
}

/** For `onedoor doctor`. */
export async function examineBrowser(settings: Settings): Promise<Finding[]> {
  return [await findingOf(settings)]
}
