import { handles } from '#runtime/jobs/kind.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import { push } from './jobs/push.ts'
import { liveTabs } from './live-tabs.ts'
import { migrations } from './migrations/index.ts'
import { PushServices } from './providers/push-services.ts'
import { openVapid, type Vapid } from './providers/vapid.ts'
import { pushJob } from './push-queue.ts'
import { notifySettings } from './settings.ts'
import { notifySubscriber } from './subscriber.ts'
import { vapidKey } from './vapid-rotation.ts'

type World = FamilyWorld<typeof notifySettings>

export interface NotifyDeps extends Pick<World, 'settings' | 'store' | 'clock' | 'queue' | 'live'> {
  readonly pushServices: PushServices
  readonly vapid: () => Promise<Vapid>
  readonly perHour: Pick<Limiter, 'take'>
}

export const notify = family('notify', {
  settings: notifySettings,
  migrations,
  tables: [
    {
      table: 'notify_devices',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'Only a person can register devices, in a browser.' },
      archive: { file: 'devices', key: 'id', without: ['endpoint', 'endpoint_sha256', 'p256dh', 'auth'] },
    },
  ],
  open(world): NotifyDeps {
    const { settings, limits } = world
    // Read each time, so that a rotated key is used at once.
    const vapid = () => openVapid(world, contactOf(world))
    const perHour = limits.exact({
      name: 'notifications',
      unit: 'notifications',
      per: 'account',
      get quota() {
        return settings.notificationsPerHour
      },
      windowMs: 3_600_000,
    })
    return {
      ...world,
      vapid,
      perHour,
      pushServices: new PushServices({ ...world, vapid, baseUrl: settings.pushBaseUrl }),
    }
  },
  rotates: () => [vapidKey],
  subscribes: (deps) => [notifySubscriber(deps)],
  jobs: (deps) => [handles(pushJob, (job) => push(deps, job))],
  pages: [
    {
      at: '/settings/notifications',
      for: 'owner',
      load: async (site, deps) => (await import('./pages/routes.ts')).notifyPages(site, deps),
    },
  ],
  routes: (deps) => [liveTabs(deps)],
})

/** The address at which operators of push services can reach the operator of this server. */
function contactOf({ settings, baseUrl }: World): string {
  return settings.pushContact ?? (baseUrl.startsWith('https:') ? baseUrl : 'mailto:onedoor@localhost')
}
