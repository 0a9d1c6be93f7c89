import { z } from 'zod'
import { query } from '#runtime/base/query.ts'
import { shortText, topic } from '#runtime/base/topic.ts'

const group = 'group_01k9y2x1y3z5a7b9c1d3e5f7g9'

/**
 * A change of a group's members, keyed by the group's id. Closing a group publishes one event for each member. Deleting an
 * account publishes none for it: its memberships are deleted with it.
 */
export const membersChanged = topic(
  'groups.members',
  z.object({
    group: shortText,
    /** Whose membership it is. */
    account: shortText,
    /** `left` voluntarily, `removed` by another member, or `closed` with the group. */
    change: z.enum(['joined', 'left', 'removed', 'closed']),
  }),
  {
    meaning: 'An account has joined a group, or no longer belongs to it.',
    example: { group, account: 'account_01k9y0a1b2c3d4e5f6g7h8j9k0', change: 'removed' },
  },
)

/** Published after the events of its members, and also when the owner's account is deleted. */
export const groupClosed = topic('groups.closed', z.object({ group: shortText }), {
  meaning: 'A group was closed. It has no members, and its id is never used again.',
  example: { group },
})

const membership = z.object({
  role: z.enum(['member', 'admin', 'owner']),
  name: z.string(),
  is_encrypted: z.boolean(),
})

export type Membership = z.output<typeof membership>

/**
 * Names a membership for open streams that depend on it: the transaction that ends the membership ends their access, before
 * anything committed later is delivered.
 */
export function membershipSubject({ group, account }: { group: string; account: string }): string {
  return `groups:${group}:${account}`
}

/** An account's membership in a group; no answer if it does not belong to the group. */
export const groupMembership = query<{ readonly group: string; readonly account: string }, Membership>(
  'groups.membership',
  membership,
)

/** The groups an account belongs to, newest first. */
export const groupsOfAccount = query<{ readonly account: string }, (Membership & { id: string })[]>(
  'groups.of_account',
  z.array(membership.extend({ id: z.string() })),
)
