import { systemClock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { FairLimiter } from '#runtime/base/fair-limiter.ts'
import { createLog, type Log } from '#runtime/base/log.ts'
import { Gauge } from '#runtime/base/metrics.ts'
import {
  Chromium,
  type ChromiumSettings,
  chromiumMissing,
  findChromium,
  type SharedChromium,
} from '#runtime/isolation/chromium/chromium.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Finding } from '#runtime/kit/finding.ts'

/** The state of the browser, and how many pages are open and calls wait. It starts no browser. */
export async function findingOf(
  settings: ChromiumSettings,
  chromium: SharedChromium,
  pages?: Pick<FairLimiter, 'running' | 'waiting'>,
): Promise<Finding> {
  const what = 'browser'
  const activity = [
    chromium.isRunning ? `running, started ${timesOf(chromium.starts)}` : 'not started',
    ...(pages ? [`${pages.running} pages open, ${pages.waiting} waiting`] : []),
    ...(chromium.lastFailure ? [`last failure: ${chromium.lastFailure}`] : []),
  ]
  if (settings.browserUrl !== undefined) {
    const where = 'at BROWSER_URL, whose memory and network are not limited here'
    return { what, state: 'works', detail: [where, ...activity].join('; ') }
  }
  const file = await findChromium(settings)
  if (file === undefined) return { what, state: 'off', detail: chromiumMissing }
  const where = process.getuid?.() === 0 ? `${file}, without Chromium's own sandbox, which root cannot use` : file
  const memory = (await chromium.isMemoryLimited())
    ? 'memory limited'
    : 'not limited here: memory (the server may not create control groups)'
  const network = (await chromium.isNetworkConfined())
    ? 'in a separate network'
    : "in this machine's network, from which only its options keep it (bubblewrap is missing or does not work here)"
  return { what, state: 'works', detail: [where, memory, network, ...activity].join('; ') }
}

const timesOf = (count: number) => (count === 1 ? 'once' : `${count} times`)

/** Logs what this machine cannot limit. */
export async function logLimits(settings: ChromiumSettings, chromium: SharedChromium, log: Log): Promise<void> {
  if (!log.isLevelEnabled('warn')) return
  try {
    if (settings.browserUrl !== undefined || (await findChromium(settings)) === undefined) return
    const unlimited = [
      ...((await chromium.isMemoryLimited()) ? [] : ['memory']),
      ...((await chromium.isNetworkConfined()) ? [] : ['network']),
    ]
    if (unlimited.length > 0) log.warn({ unlimited }, 'browser not fully limited')
  } catch (err) {
    log.warn({ err }, 'browser cannot be examined')
  }
}

/** For `onedoor doctor`. */
export async function examineBrowser(settings: ChromiumSettings): Promise<Finding[]> {
  const log = createLog({ logLevel: 'silent' })
  return [await findingOf(settings, new Chromium({ settings, log, clock: systemClock }))]
}

export function registerMetrics(chromium: SharedChromium, pages: FairLimiter, registry: FamilyWorld['metrics']): void {
  const registers = [registry]
  new Gauge({
    name: 'onedoor_browser_running',
    help: 'Whether the browser that reads pages is running',
    registers,
    collect() {
      this.set(chromium.isRunning ? 1 : 0)
    },
  })
  new Gauge({
    name: 'onedoor_browser_pages',
    help: 'Pages open in the browser, and calls waiting to open a page',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'running' }, pages.running)
      this.set({ state: 'waiting' }, pages.waiting)
    },
  })
  new Gauge({
    name: 'onedoor_browser_failures',
    help: 'Number of times the browser stopped unexpectedly or failed to start, since the server started',
    registers,
    collect() {
      this.set(chromium.failures)
    },
  })
}

/** The error of a call for which no page is free. */
export function tooBusy(): ApiError {
  return new ApiError('rate_limited', 'The browser is busy. Try again in 5 seconds.', { retryAfterS: 5 })
}
