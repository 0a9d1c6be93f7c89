import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import { createDownloads } from '#runtime/kit/downloads.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { examineBrowser, findingOf, logLimits, registerMetrics, tooBusy } from './browser-state.ts'
import { migrations } from './migrations/index.ts'
import { Screenshots, screenshotPrefix } from './screenshots.ts'
import { browserSettings } from './settings.ts'

type World = FamilyWorld<typeof browserSettings>

export interface BrowserDeps
  extends Pick<World, 'settings' | 'outbound' | 'clock' | 'baseUrl' | 'chromium' | 'log' | 'layout' | 'downloading'> {
  readonly screenshots: Screenshots
  /** Limits how many pages are open. */
  readonly limiter: FairLimiter
}

const pagesPerCaller = { maxRunningPerSubject: 1, maxWaiting: 40, maxWaitingPerSubject: 5, leavesRoom: true }

export const browser = family('browser', {
  settings: browserSettings,
  migrations,
  examine: (settings) => examineBrowser(settings),
  open(world): BrowserDeps {
    const { settings, store, clock, chromium, log, metrics, stack } = world
    const limiter = new FairLimiter({ ...pagesPerCaller, maxRunning: settings.browserPages }, tooBusy)
    const cache = world.openByteCache({ name: 'shots', maxBytes: settings.browserShotBytes })
    stack.defer(() => cache.close())
    const screenshots = new Screenshots(store, clock, cache)
    registerMetrics(chromium, limiter, metrics)
    void logLimits(settings, chromium, log)
    return { ...world, screenshots, limiter }
  },
  schedules: ({ screenshots }) => [hourly('browser.purge', (signal) => screenshots.purge(signal))],
  routes: (deps) => [{ prefix: screenshotPrefix, handle: createDownloads(deps.screenshots, deps) }],
  health: async ({ settings, chromium, limiter }) => [await findingOf(settings, chromium, limiter)],
})
