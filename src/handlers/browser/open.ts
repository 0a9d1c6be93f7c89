import { Gauge } from '#runtime/base/metrics.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import { createDownloads } from '#runtime/kit/downloads.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { findingOf, tellLimits } from './browser-state.ts'
import { createBrowserMethods, pageTurns } from './read-page.ts'
import { createShots, shotPrefix } from './screenshots.ts'
import type { browserSettings } from './settings.ts'

/** Opens the browser's methods, and the pictures it took at `/browser/shot/`. The browser itself starts when it is first needed. */
export function openBrowser(world: FamilyWorld<typeof browserSettings>): OpenFamily<'browser'> {
  const { settings, log, metrics, chromium } = world
  const turns = pageTurns(settings.browserPages)
  void tellLimits(settings, chromium, log)
  const cache = world.openByteCache({ name: 'shots', maxBytes: settings.browserShotBytes })
  const shots = createShots(world, cache)
  new Gauge({
    name: 'onedoor_browser_running',
    help: 'Whether the browser that reads pages is running',
    registers: [metrics],
    collect() {
      this.set(chromium.isRunning ? 1 : 0)
    },
  })
  new Gauge({
    name: 'onedoor_browser_pages',
    help: 'Pages that calls have open in the browser, and calls that wait for one',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'running' }, turns.running)
      this.set({ state: 'waiting' }, turns.waiting)
    },
  })
  new Gauge({
    name: 'onedoor_browser_failures',
    help: 'How often the browser has ended by itself or did not start, since the server started',
    registers: [metrics],
    collect() {
      this.set(chromium.failures)
    },
  })
  return {
    handlers: createBrowserMethods({ ...world, shots, turns }),
    paths: [{ prefix: shotPrefix, handle: createDownloads(shots.place, world) }],
    schedules: [hourly('browser.purge', (signal) => shots.purge(signal))],
    health: async () => [await findingOf(settings, chromium, turns)],
    close: () => cache.close(),
  }
}
