import type { Args } from '#generated/server/handlers.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import { invisibleName, visibleName } from './group-name.ts'
import type { Action, Role } from './membership-rules.ts'

const roles: readonly string[] = ['member', 'admin', 'owner'] satisfies readonly Role[]

/** A requested change of a group, once its arguments fit together. */
export interface Update {
  readonly group: string
  readonly action: Action
  /** The person concerned, as usernames are stored. */
  readonly username: string | undefined
  /** For `role`. */
  readonly role: Role
  /** For `rename`. */
  readonly name: string
}

type Presence = 'required' | 'optional' | 'forbidden'

const presence: Readonly<Record<Action, { readonly account: Presence; readonly value: Presence }>> = {
  invite: { account: 'required', value: 'forbidden' },
  accept: { account: 'forbidden', value: 'forbidden' },
  decline: { account: 'forbidden', value: 'forbidden' },
  remove: { account: 'optional', value: 'forbidden' },
  role: { account: 'required', value: 'required' },
  rename: { account: 'forbidden', value: 'required' },
  delete: { account: 'forbidden', value: 'forbidden' },
}

const messages = {
  account: 'must name the person',
  value: { role: 'must be member, admin or owner', rename: 'must be the new name' },
} as const

/**
 * Checks that the arguments fit the action. An unused argument is rejected: a caller that passes `delete` a person means
 * something else.
 *
 * @throws ApiError invalid_argument with all faults
 */
export function parseUpdate({ id, action, account, value }: Args<'groups.update'>): Update {
  const faults: ArgumentFault[] = []
  for (const [path, given] of [['account', account] as const, ['value', value] as const]) {
    const rule = presence[action][path]
    if (rule === 'forbidden' && given !== undefined) faults.push({ path, message: `must be omitted with ${action}` })
    if (rule === 'required' && given === undefined) faults.push({ path, message: messageOf(path, action) })
  }
  const name = action === 'rename' && value !== undefined ? visibleName(value) : ''
  if (name === undefined) faults.push({ path: 'value', message: invisibleName })
  if (action === 'role' && value !== undefined && !roles.includes(value)) {
    faults.push({ path: 'value', message: messages.value.role })
  }
  if (faults.length > 0) {
    const sentence = faults.map(({ path, message }) => `${path} ${message}`).join('; ')
    throw new ApiError('invalid_argument', `${sentence}.`, { details: faults })
  }
  const username = account?.replace(/^@/, '').toLowerCase()
  return { group: id, action, username, role: value as Role, name: name as string }
}

function messageOf(path: 'account' | 'value', action: Action): string {
  if (path === 'account') return `${messages.account} with ${action}`
  return messages.value[action as keyof typeof messages.value]
}
