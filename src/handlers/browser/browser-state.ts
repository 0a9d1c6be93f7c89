import { systemClock } from '#runtime/base/clock.ts'
import { createLog, type Log } from '#runtime/base/log.ts'
import {
  Chromium,
  type ChromiumSettings,
  chromiumMissing,
  findChromium,
  type SharedChromium,
} from '#runtime/isolation/chromium/chromium.ts'
import type { Finding } from '#runtime/kit/finding.ts'

/** How many pages are open, and how many calls wait for one. */
export interface PageCounts {
  readonly running: number
  readonly waiting: number
}

/** How it is with the browser and who waits for it, without starting one. */
export async function findingOf(
  settings: ChromiumSettings,
  chromium: SharedChromium,
  pages?: PageCounts,
): Promise<Finding> {
  const what = 'browser'
  const told = [
    chromium.isRunning ? `running, started ${timesOf(chromium.starts)}` : 'not started',
    ...(pages ? [`${pages.running} pages open, ${pages.waiting} waiting`] : []),
    ...(chromium.lastFailure ? [`last failure: ${chromium.lastFailure}`] : []),
  ]
  if (settings.browserUrl !== undefined) {
    return { what, state: 'works', detail: ['at BROWSER_URL, whose memory is not limited here', ...told].join('; ') }
  }
  const file = await findChromium(settings)
  if (file === undefined) return { what, state: 'off', detail: chromiumMissing }
  const own = process.getuid?.() === 0 ? ", without Chromium's own sandbox, which root does not get" : ''
  const memory = (await chromium.isMemoryLimited()) ? 'memory limited' : notLimited
  return { what, state: 'works', detail: [`${file}${own}`, memory, ...told].join('; ') }
}

const notLimited = 'not limited here: memory (the server may not make control groups)'

const timesOf = (count: number) => (count === 1 ? 'once' : `${count} times`)

/** Says at the start what this machine cannot limit. */
export async function tellLimits(settings: ChromiumSettings, chromium: SharedChromium, log: Log): Promise<void> {
  try {
    if (settings.browserUrl !== undefined || (await findChromium(settings)) === undefined) return
    if (!(await chromium.isMemoryLimited())) log.warn({ unlimited: ['memory'] }, 'browser not fully limited')
  } catch (err) {
    log.warn({ err }, 'browser cannot be examined')
  }
}

/** For `onedoor doctor`. */
export async function examineBrowser(settings: ChromiumSettings): Promise<Finding[]> {
  const log = createLog({ logLevel: 'silent' })
  return [await findingOf(settings, new Chromium({ settings, log, clock: systemClock }))]
}
