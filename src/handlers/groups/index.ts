import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { groupClosed, membersChanged } from './contracts.ts'
import { purgeInvitations } from './jobs/purge-invitations.ts'
import { migrations } from './migrations/index.ts'
import { leaveGroups } from './on-account-deleted.ts'
import { serveMembership } from './serve-membership.ts'

export type GroupsDeps = Pick<FamilyWorld, 'store' | 'clock' | 'bus' | 'live'>

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
  open: ({ store, clock, bus, live }): GroupsDeps => ({ store, clock, bus, live }),
  serves: (deps) => serveMembership(deps),
  schedules: (deps) => [hourly('groups.purge_invitations', (signal) => purgeInvitations(deps, signal))],
  pages: [
    {
      at: '/settings/groups',
      for: 'owner',
      load: async (site) => (await import('./pages/routes.ts')).groupPages(site),
    },
  ],
})
