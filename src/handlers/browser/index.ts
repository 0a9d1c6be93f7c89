import { hourly } from '#runtime/jobs/schedule.ts'
import { createDownloads } from '#runtime/kit/downloads.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { Turns } from '#runtime/outbound/turns.ts'
import { examineBrowser, findingOf, logLimits, registerMetrics } from './browser-state.ts'
import { migrations } from './migrations/index.ts'
import { Screenshots, screenshotPrefix } from './screenshots.ts'
import { browserSettings } from './settings.ts'

type World = FamilyWorld<typeof browserSettings>

export interface BrowserDeps
  extends Pick<World, 'settings' | 'outbound' | 'clock' | 'baseUrl' | 'chromium' | 'log' | 'layout' | 'downloading'> {
  readonly screenshots: Screenshots
  /** Limits how many pages are open. */
  readonly turns: Turns
}

const pagesPerCaller = { maxRunningPerSubject: 1, maxWaiting: 40, maxWaitingPerSubject: 5 }

export const browser = family('browser', {
  settings: browserSettings,
  migrations,
  examine: (settings) => examineBrowser(settings),
  open(world): BrowserDeps {
    const { settings, store, clock, chromium, log, metrics, stack } = world
    const turns = new Turns({ ...pagesPerCaller, maxRunning: settings.browserPages }, 'The browser')
    const cache = world.openByteCache({ name: 'shots', maxBytes: settings.browserShotBytes })
    stack.defer(() => cache.close())
    const screenshots = new Screenshots(store, clock, cache)
    registerMetrics(chromium, turns, metrics)
    void logLimits(settings, chromium, log)
    return { ...world, screenshots, turns }
  },
  schedules: ({ screenshots }) => [hourly('browser.purge', (signal) => screenshots.purge(signal))],
  routes: (deps) => [{ prefix: screenshotPrefix, handle: createDownloads(deps.screenshots, deps) }],
  health: async ({ settings, chromium, turns }) => [await findingOf(settings, chromium, turns)],
})
