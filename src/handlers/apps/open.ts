import { serverSecret } from '#runtime/accounts/secrets.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/calls/family.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import { CheckThread } from './check/check-thread.ts'
import { createPaidCalls } from './hosting/calls.ts'
import { createAppDoor } from './hosting/door.ts'
import { createPasses } from './hosting/passes.ts'
import type { appSettings } from './hosting/settings.ts'
import { createUses } from './hosting/uses.ts'
import { createStoredApps } from './stored/apps.ts'
import { createAppTest } from './stored/test-app.ts'
import type { Unserved } from './unserved.ts'

/** Opens the apps: their methods, the apps themselves at `/apps/<slug>`, and the pages about them. */
export function openApps(world: FamilyWorld<typeof appSettings>): OpenFamily<'apps', Unserved> {
  const { store, clock, baseUrl } = world
  const thread = new CheckThread()
  const passes = createPasses(clock, () => serverSecret({ store, clock }, 'apps'))
  const uses = createUses(world)
  const paidCalls = createPaidCalls(world, world.settings.paidAppCallsPerDay)
  const framesOrigin = world.settings.appsHost
  if (framesOrigin !== undefined && new URL(framesOrigin).host === new URL(baseUrl).host) {
    throw new Error(`APPS_HOST names another host than that of the server, ${baseUrl}.`)
  }
  return {
    handlers: { ...createStoredApps({ baseUrl, thread }), ...createAppTest(thread) },
    paths: createAppDoor({ world, passes, uses, paidCalls, framesOrigin }),
    pages: async (site) => (await import('./pages/routes.ts')).appPages(site, { world, uses }),
    publicPages: async (site) => (await import('./pages/gallery.ts')).galleryPages(world, site),
    schedules: [hourly('apps.purge_uses', uses.purge)],
    close: () => thread.close(),
  }
}
