import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { inboxMarkedRead } from './contracts.ts'
import { purge } from './jobs/purge.ts'
import { migrations } from './migrations/index.ts'
import { inboxSubscriber } from './subscriber.ts'

export type InboxDeps = Pick<FamilyWorld, 'store' | 'clock' | 'bus'>

export const inbox = family('inbox', {
  publishes: [inboxMarkedRead],
  migrations,
  tables: [
    {
      table: 'inbox_threads',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { texts: ['subject', 'from', 'snippet'], except: { kind: ['mail', 'sms', 'chat'] } },
      archive: { file: 'inbox', key: 'id', booleans: ['unread'] },
      counting: 'kept',
    },
    {
      table: 'inbox_threads',
      account: 'party',
      whenDeleted: 'delete',
      marked: { never: 'The entry for its owner says what is marked.' },
      archive: { leftOut: "These threads belong to the other person and are in that person's archive." },
      counting: { uncounted: 'These threads count towards the storage of the inbox owner.' },
    },
    {
      table: 'inbox_messages',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { texts: ['text', 'from'], except: { role: ['other'] } },
      archive: { file: 'inbox-messages', key: 'id', booleans: ['is_truncated'] },
      counting: 'kept',
    },
  ],
  open: ({ store, clock, bus }): InboxDeps => ({ store, clock, bus }),
  subscribes: () => [inboxSubscriber],
  schedules: (deps) => [hourly('inbox.purge', (signal) => purge(deps, signal))],
})
