import { hourly } from '#runtime/jobs/schedule.ts'
import { oldFamily as family } from '#runtime/kit/family.ts'
import { groupClosed, membersChanged } from './contracts.ts'
import { createGroups } from './groups.ts'
import { purgeExpired } from './jobs/purge-invitations.ts'
import { migrations } from './migrations/index.ts'
import { leaveGroups } from './on-account-deleted.ts'
import { createAnswers } from './serve-membership.ts'

export const groups = family('groups', {
  migrations,
  publishes: [membersChanged, groupClosed],
  tables: [
    {
      table: 'group_invitations',
      account: 'account',
      whenDeleted: 'delete',
      archive: { file: 'group-invitations', key: 'group_id', without: ['invited_by'] },
      // Others write them.
      counting: 'kept',
    },
    {
      table: 'group_members',
      account: 'account',
      whenDeleted: 'delete',
      archive: { file: 'group-memberships', key: 'group_id' },
    },
    {
      table: 'groups',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'groups', key: 'id', booleans: ['encrypted'] },
    },
  ],
  onAccountDeleted: leaveGroups,
  pages: async () => (await import('./pages/routes.ts')).groupPages,
  open: ({ bus, store, clock }) => ({
    handlers: createGroups(bus),
    answers: createAnswers(store),
    schedules: [hourly('groups.purge_invitations', (signal) => purgeExpired(store, clock, signal))],
  }),
})
