import { oldFamily as family } from '../../runtime/kit/family.ts'
import { inboxMarkedRead } from './contracts.ts'
import { migrations } from './migrations/index.ts'

export const inbox = family('inbox', {
  publishes: [inboxMarkedRead],
  migrations,
  tables: [
    {
      table: 'inbox_threads',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'inbox', key: 'id', booleans: ['unread'] },
      counting: 'kept',
    },
    {
      table: 'inbox_threads',
      account: 'party',
      whenDeleted: 'delete',
      archive: { leftOut: 'They belong to the other person, in whose archive they are.' },
      counting: { uncounted: 'They count for the person whose inbox it is.' },
    },
    {
      table: 'inbox_messages',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'inbox-messages', key: 'id', booleans: ['is_truncated'] },
      counting: 'kept',
    },
  ],
  open: async (world) => (await import('./open.ts')).openInbox(world),
})
