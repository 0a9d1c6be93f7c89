import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Action, Denial } from './membership-rules.ts'
import { maxBelonging, maxInvitations, maxOwned, maxPeople } from './rows.ts'

/** The same error for a group the account has no access to and for one that does not exist. */
export function noSuchGroup(id: string): ApiError {
  return new ApiError(
    'not_found',
    `No group that you belong to or are invited to has the id ${quote(id)}. Use groups.list to list your groups and invitations.`,
  )
}

const actionNames: Readonly<Record<Action, string>> = {
  invite: 'invite people',
  accept: 'accept an invitation',
  decline: 'decline an invitation',
  remove: 'remove others',
  role: 'assign roles',
  rename: 'rename it',
  delete: 'close it',
}

export function denialError(
  denial: Denial,
  { action, group, username = '' }: { action: Action; group: string; username?: string | undefined },
): ApiError {
  if (denial === 'hidden') return noSuchGroup(group)
  return precondition(sentences[denial]({ action: actionNames[action], name: quote(username) }))
}

type Sentence = (about: { readonly action: string; readonly name: string }) => string

const sentences: Readonly<Record<Exclude<Denial, 'hidden'>, Sentence>> = {
  needs_admin: ({ action }) => `Only the owner and the admins of a group can ${action}.`,
  needs_owner: ({ action }) => `Only the owner of a group can ${action}.`,
  owner_stays: () =>
    'You own this group. First make someone else the owner (action "role"), or close the group (action "delete").',
  owner_is_kept: () => 'The owner of a group cannot be removed.',
  admin_is_kept: () => 'Only the owner of a group can remove an admin.',
  already_member: ({ name }) => `${name} already belongs to this group.`,
  not_invited: () => 'You already belong to this group, so you have no invitation to accept or decline.',
  unknown_person: ({ name }) => `No one on this server has the username ${name}.`,
  not_in_group: ({ name }) => `${name} is neither a member of this group nor invited to it.`,
  not_a_member: ({ name }) => `${name} does not belong to this group. An invitation must be accepted first.`,
  own_role: () =>
    'You cannot change your own role as the owner. Make another member the owner, and you will become an admin.',
}

export const limitErrors = {
  owned: () =>
    precondition(
      `You already own ${maxOwned} groups, which is the maximum. Close one first, or make someone else its owner.`,
    ),
  ownedBy: (name: string) => precondition(`${quote(name)} already owns ${maxOwned} groups, which is the maximum.`),
  belonging: () => precondition(`You already belong to ${maxBelonging} groups, which is the maximum. Leave one first.`),
  people: () => precondition(`A group can have at most ${maxPeople} members and open invitations in total.`),
  invitations: (name: string) =>
    precondition(
      `${quote(name)} already has ${maxInvitations} open invitations, which is the maximum. Try again later.`,
    ),
  disabledOwner: (name: string) => precondition(`${quote(name)} cannot own a group at the moment.`),
}

function precondition(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}
