import { z } from 'zod'
import { query } from '#runtime/base/query.ts'
import { shortText, topic } from '#runtime/base/topic.ts'

const group = 'group_01k9y2x1y3z5a7b9c1d3e5f7g9'

/**
 * A change of who belongs to a group, with the group's id as the key. When a group is closed, each of its members is told
 * of. Nothing is announced of an account that is deleted: its memberships go with it.
 */
export const membersChanged = topic(
  'groups.members',
  z.object({
    group: shortText,
    /** Whose membership it is. */
    account: shortText,
    /** `left` by oneself, `removed` by another, `closed` with the group. */
    change: z.enum(['joined', 'left', 'removed', 'closed']),
  }),
  {
    meaning: 'Somebody has joined a group, or no longer belongs to it.',
    example: { group, account: 'account_01k9y0a1b2c3d4e5f6g7h8j9k0', change: 'removed' },
  },
)

/** Announced after what its members are told of, also when the last member was the owner of a deleted account. */
export const groupClosed = topic('groups.closed', z.object({ group: shortText }), {
  meaning: 'A group was closed: nobody belongs to it any more, and its id is never used again.',
  example: { group },
})

const membership = z.object({
  role: z.enum(['member', 'admin', 'owner']),
  name: z.string(),
  is_encrypted: z.boolean(),
})

export type Membership = z.output<typeof membership>

/** What an account is to a group; no answer for a group that it does not belong to. */
export const groupMembership = query<{ readonly group: string; readonly account: string }, Membership>(
  'groups.membership',
  membership,
)

/** The groups that an account belongs to, the newest first. */
export const groupsOfAccount = query<{ readonly account: string }, (Membership & { id: string })[]>(
  'groups.of_account',
  z.array(membership.extend({ id: z.string() })),
)
