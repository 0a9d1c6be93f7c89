import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { maxBelonging, maxInvitations, maxOwned, maxPeople } from './rows.ts'
import type { Action, Refusal } from './rules.ts'

/** The error for a group that an account has nothing to do with, which is the same for one that does not exist. */
export function noSuchGroup(id: string): ApiError {
  return new ApiError(
    'not_found',
    `You neither belong nor are invited to a group with the id ${quote(id)}; groups.list shows your groups and invitations.`,
  )
}

const deeds: Readonly<Record<Action, string>> = {
  invite: 'invite people',
  accept: 'accept an invitation',
  decline: 'decline an invitation',
  remove: 'remove others',
  role: 'assign roles',
  rename: 'rename it',
  delete: 'close it',
}

/** The error for an action that the rules refuse. */
export function refusalError(
  refusal: Refusal,
  { action, group, username = '' }: { action: Action; group: string; username?: string | undefined },
): ApiError {
  if (refusal === 'hidden') return noSuchGroup(group)
  return precondition(sentences[refusal]({ deed: deeds[action], name: quote(username) }))
}

type Sentence = (about: { readonly deed: string; readonly name: string }) => string

const sentences: Readonly<Record<Exclude<Refusal, 'hidden'>, Sentence>> = {
  needs_admin: ({ deed }) => `Only the owner and the admins of a group can ${deed}.`,
  needs_owner: ({ deed }) => `Only the owner of a group can ${deed}.`,
  owner_stays: () =>
    'You own this group: first make someone else the owner with the action role, or close it with delete.',
  owner_is_kept: () => 'The owner of a group cannot be removed.',
  admin_is_kept: () => 'Only the owner of a group can remove an admin.',
  already_member: ({ name }) => `${name} belongs to this group already.`,
  not_invited: () => 'You belong to this group already; there is no open invitation.',
  unknown_person: ({ name }) => `There is nobody with the username ${name} on this server.`,
  not_in_group: ({ name }) => `${name} neither belongs nor is invited to this group.`,
  not_a_member: ({ name }) => `${name} does not belong to this group; an invitation must be accepted first.`,
  own_role: () => 'You own this group: make another member the owner, and you become an admin.',
}

export const bounds = {
  owned: () =>
    precondition(`You own ${maxOwned} groups, which is the most: close one first, or make someone else its owner.`),
  ownedBy: (name: string) => precondition(`${quote(name)} owns ${maxOwned} groups already, which is the most.`),
  belonging: () => precondition(`You belong to ${maxBelonging} groups, which is the most: leave one first.`),
  people: () => precondition(`A group has at most ${maxPeople} members and open invitations together.`),
  invitations: (name: string) =>
    precondition(`${quote(name)} has ${maxInvitations} open invitations, which is the most: try again later.`),
  disabledOwner: (name: string) => precondition(`${quote(name)} cannot own a group at the moment.`),
}

function precondition(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}
