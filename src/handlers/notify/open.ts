import { once } from '../../runtime/base/once.ts'
import { handles } from '../../runtime/jobs/kind.ts'
import type { FamilyWorld, OpenFamily } from '../../runtime/kit/family.ts'
import { Devices } from './devices.ts'
import { createNotifyHandlers } from './handlers.ts'
import { notifyPaths } from './live-tabs.ts'
import { createPush } from './providers/push-services.ts'
import { openVapid } from './providers/vapid.ts'
import { Notifier, pushJob } from './push-queue.ts'
import type { notifySettings } from './settings.ts'
import { reminders } from './subscriber.ts'

const hourMs = 3_600_000

/** Opens notifications: their methods, the stream for open pages, the pages of devices, and reminders of events. */
export function openNotify(world: FamilyWorld<typeof notifySettings>): OpenFamily<'notify'> {
  const { settings, store, clock, log, limits, outbound, queue, live, baseUrl } = world
  const { push: isOn, pushBaseUrl, notificationsPerHour } = settings
  const vapid = once(() => openVapid(world, contactOf(settings.pushContact, baseUrl)))
  const devices = new Devices({ store, clock })
  const push = createPush({ outbound, vapid, log, baseUrl: pushBaseUrl })
  const notifier = new Notifier({ store, clock, devices, push, queue, live, isOn })
  const perHour = limits.exact({
    name: 'notifications',
    unit: 'notifications',
    per: 'account',
    quota: notificationsPerHour,
    windowMs: hourMs,
  })
  return {
    handlers: createNotifyHandlers({ devices, notifier, isOn, perHour }),
    paths: [notifyPaths(live)],
    pages: async (site) => (await import('./pages/routes.ts')).notifyPages(site, { devices, push, isOn, vapid }),
    listens: [reminders(notifier)],
    jobs: [handles(pushJob, notifier.run)],
    close: () => vapid.idle(),
  }
}

/** Whom push services can write to. */
function contactOf(contact: string | undefined, baseUrl: string): string {
  return contact ?? (baseUrl.startsWith('https:') ? baseUrl : 'mailto:onedoor@localhost')
}
