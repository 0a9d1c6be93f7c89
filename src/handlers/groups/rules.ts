import type { Args } from '#generated/server/handlers.ts'

export type Role = 'member' | 'admin' | 'owner'

export type Action = Args<'groups.update'>['action']

/** What somebody is to a group: `none` is neither a member nor invited. */
export type Standing = Role | 'invited' | 'none'

/** Whom an action is about: somebody else by their standing, an `unknown` name, or the caller. */
export type Target = Standing | 'unknown' | 'self'

/** Why an action is refused. To those who are not in the group nothing says that it exists. */
export type Refusal =
  | 'hidden'
  | 'needs_admin'
  | 'needs_owner'
  | 'owner_stays'
  | 'owner_is_kept'
  | 'admin_is_kept'
  | 'already_member'
  | 'not_invited'
  | 'unknown_person'
  | 'not_in_group'
  | 'not_a_member'
  | 'own_role'

const isMember = (who: Target): who is Role => who === 'member' || who === 'admin' || who === 'owner'

/**
 * Whether somebody may do something with a group.
 *
 * @param caller what the caller is to the group
 * @param target whom it is about; the caller where nobody is named
 * @returns why not; undefined if they may
 */
export function refusalOf(action: Action, caller: Standing, target: Target): Refusal | undefined {
  if (action === 'accept' || action === 'decline') {
    if (caller === 'invited') return undefined
    return isMember(caller) ? 'not_invited' : 'hidden'
  }
  if (!isMember(caller)) return 'hidden'
  return refusalToMember[action](caller, target)
}

type Rule = (caller: Role, target: Target) => Refusal | undefined

const refusalToMember: Readonly<Record<Exclude<Action, 'accept' | 'decline'>, Rule>> = {
  invite(caller, target) {
    if (caller === 'member') return 'needs_admin'
    if (target === 'unknown') return 'unknown_person'
    return target === 'self' || isMember(target) ? 'already_member' : undefined
  },

  remove(caller, target) {
    if (target === 'self') return caller === 'owner' ? 'owner_stays' : undefined
    if (caller === 'member') return 'needs_admin'
    if (target === 'owner') return 'owner_is_kept'
    if (target === 'admin' && caller !== 'owner') return 'admin_is_kept'
    return target === 'none' || target === 'unknown' ? 'not_in_group' : undefined
  },

  role(caller, target) {
    if (caller !== 'owner') return 'needs_owner'
    if (target === 'self') return 'own_role'
    return isMember(target) ? undefined : 'not_a_member'
  },

  rename: (caller) => (caller === 'member' ? 'needs_admin' : undefined),

  delete: (caller) => (caller === 'owner' ? undefined : 'needs_owner'),
}
