import { hourly } from '../../runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '../../runtime/kit/family.ts'
import { createInbox } from './results.ts'
import { purge } from './store-message.ts'
import { inboxListener } from './subscriber.ts'

/** Opens the inbox: its methods, what it keeps of announcements, and the deletion of old threads. */
export function openInbox({ store, clock, bus }: FamilyWorld): OpenFamily<'inbox'> {
  return {
    handlers: createInbox(bus),
    listens: [inboxListener],
    schedules: [hourly('inbox.purge', (signal) => purge(store, clock.now(), signal))],
  }
}
