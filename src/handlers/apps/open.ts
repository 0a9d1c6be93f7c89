import { serverSecret } from '#runtime/accounts/secrets.ts'
import { once } from '#runtime/base/once.ts'
import { handles } from '#runtime/jobs/kind.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { BuildQueue, buildJob } from './build/build-queue.ts'
import { createReading } from './build/build-reading.ts'
import { createBuildDoor } from './build/build-routes.ts'
import type { Building } from './build/build-runner.ts'
import { createBuilds } from './build/builds.ts'
import { SourceChecker } from './check/source-checker.ts'
import { createPaidCalls } from './hosting/app-calls.ts'
import { createAppDoor } from './hosting/app-routes.ts'
import { createHostedApps } from './hosting/hosted-apps.ts'
import { createUses } from './hosting/paid-openings.ts'
import { createPasses } from './hosting/passes.ts'
import type { appSettings } from './settings.ts'
import { createStoredApps } from './stored/apps.ts'
import { createAppTest } from './stored/test-app.ts'

/** Opens the apps: their methods, the apps themselves at `/apps/<slug>`, and the pages about them. */
export function openApps(world: FamilyWorld<typeof appSettings>): OpenFamily<'apps'> {
  const { store, clock, baseUrl } = world
  const checker = new SourceChecker()
  const passes = createPasses(clock, () => serverSecret({ store, clock }, 'apps'))
  const uses = createUses(world)
  const paidCalls = createPaidCalls(world, world.settings.paidAppCallsPerDay)
  const stored = createStoredApps({ baseUrl, checker })
  const queue = new BuildQueue(world)
  const builds = createBuildDoor(world, queue)
  const hosted = createHostedApps(store)
  const building = once(() => openBuilding(world, checker))
  const framesOrigin = world.settings.appsHost
  if (framesOrigin !== undefined && new URL(framesOrigin).host === new URL(baseUrl).host) {
    throw new Error(`APPS_HOST names another host than that of the server, ${baseUrl}.`)
  }
  return {
    handlers: {
      ...stored,
      read: createReading(stored.read, baseUrl),
      ...createAppTest(checker),
      ...createBuilds({ queue, models: world.models, baseUrl }),
    },
    jobs: [handles(buildJob, async (job) => (await building()).run(job))],
    paths: createAppDoor({ world, passes, uses, paidCalls, framesOrigin, builds, hosted }),
    pages: async (site) => (await import('./pages/own-apps.ts')).appPages(site, { world, uses }),
    publicPages: async (site) => (await import('./pages/gallery.ts')).galleryPages(world, site),
    schedules: [
      hourly('apps.purge_uses', uses.purge),
      hourly('apps.purge_builds', (signal) => queue.purge(signal)),
      hourly('apps.rescue_builds', (signal) => queue.rescue(signal)),
    ],
    close: () => checker.close(),
  }
}

/** Loaded with the first build: a server on which nobody builds does not hold its code. */
async function openBuilding(world: FamilyWorld, checker: SourceChecker): Promise<Building> {
  const [building, trial] = await Promise.all([import('./build/build-runner.ts'), import('./build/browser-trial.ts')])
  return new building.Building({ world, checker, trials: new trial.Trials(world) })
}
