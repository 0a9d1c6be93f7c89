import type { Args } from '#generated/server/handlers.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'
import type { Action, Role } from './rules.ts'

const roles: readonly string[] = ['member', 'admin', 'owner'] satisfies readonly Role[]

/** What is asked of a group, once the arguments fit together. */
export interface Asked {
  readonly group: string
  readonly action: Action
  /** The person it concerns, as usernames are stored. */
  readonly username: string | undefined
  /** For `role`. */
  readonly role: Role
  /** For `rename`. */
  readonly name: string
}

/** Whether an action takes an argument. */
type Takes = 'must' | 'may' | 'not'

const takes: Readonly<Record<Action, { readonly account: Takes; readonly value: Takes }>> = {
  invite: { account: 'must', value: 'not' },
  accept: { account: 'not', value: 'not' },
  decline: { account: 'not', value: 'not' },
  remove: { account: 'may', value: 'not' },
  role: { account: 'must', value: 'must' },
  rename: { account: 'not', value: 'must' },
  delete: { account: 'not', value: 'not' },
}

const meant = {
  account: 'must name the person',
  value: { role: 'must be member, admin or owner', rename: 'must be the new name' },
} as const

/**
 * Checks that the arguments fit the action. One that the action does not take is refused: whoever gives `delete` a person
 * means something else.
 *
 * @throws ApiError invalid_argument with everything that is wrong
 */
export function askedOf({ id, action, account, value }: Args<'groups.update'>): Asked {
  const faults: ArgumentFault[] = []
  for (const [path, given] of [['account', account] as const, ['value', value] as const]) {
    const rule = takes[action][path]
    if (rule === 'not' && given !== undefined) faults.push({ path, message: `must be left out with ${action}` })
    if (rule === 'must' && given === undefined) faults.push({ path, message: messageOf(path, action) })
  }
  const name = action === 'rename' && value !== undefined ? nameOf(value) : ''
  if (name === undefined) faults.push({ path: 'value', message: unseenName })
  if (action === 'role' && value !== undefined && !roles.includes(value)) {
    faults.push({ path: 'value', message: meant.value.role })
  }
  if (faults.length > 0) throw refused(faults)
  const username = account?.replace(/^@/, '').toLowerCase()
  return { group: id, action, username, role: value as Role, name: name as string }
}

function messageOf(path: 'account' | 'value', action: Action): string {
  if (path === 'account') return `${meant.account} with ${action}`
  return meant.value[action as keyof typeof meant.value]
}

const unseenName = 'must have a letter, a digit or another character that is shown'

/**
 * The name of a new group.
 *
 * @throws ApiError invalid_argument if nothing of it would be shown
 */
export function newName(given: string): string {
  const name = nameOf(given)
  if (name === undefined) throw refused([{ path: 'name', message: unseenName }])
  return name
}

/** A name on one line, without the characters that are not shown; undefined if nothing is left. */
function nameOf(given: string): string | undefined {
  const name = withoutUnseen(oneLine(given))
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name : undefined
}

function refused(details: ArgumentFault[]): ApiError {
  const sentence = details.map(({ path, message }) => `${path} ${message}`).join('; ')
  return new ApiError('invalid_argument', `${sentence}.`, { details })
}
