import type { Args } from '#generated/server/handlers.ts'

export type Role = 'member' | 'admin' | 'owner'

export type Action = Args<'groups.update'>['action']

/** A person's relation to a group; `none` is neither a member nor invited. */
export type Standing = Role | 'invited' | 'none'

/** Whom an action concerns: another person by their standing, an `unknown` name, or the caller. */
export type Target = Standing | 'unknown' | 'self'

/** Why an action is denied. `hidden` does not reveal to outsiders that the group exists. */
export type Denial =
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
 * @param caller the caller's standing in the group
 * @param target whom the action concerns; the caller if it names nobody
 * @returns why the caller may not; undefined if they may
 */
export function denialOf(action: Action, caller: Standing, target: Target): Denial | undefined {
  if (action === 'accept' || action === 'decline') {
    if (caller === 'invited') return undefined
    return isMember(caller) ? 'not_invited' : 'hidden'
  }
  if (!isMember(caller)) return 'hidden'
  return denialToMember[action](caller, target)
}

type Rule = (caller: Role, target: Target) => Denial | undefined

const denialToMember: Readonly<Record<Exclude<Action, 'accept' | 'decline'>, Rule>> = {
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
