import type { Result } from '#generated/server/handlers.ts'
import type { Publisher } from '#runtime/bus/bus.ts'
import type { Writer } from '#runtime/store/types.ts'
import { bounds, noSuchGroup, refusalError } from './denials.ts'
import { closeGroup, publishMember } from './membership.ts'
import { groupFor } from './results.ts'
import * as rows from './rows.ts'
import { type Action, refusalOf, type Target } from './rules.ts'
import type { Asked, askedOf } from './update-args.ts'

const dayMs = 86_400_000
/** For how long an invitation is open. */
const invitationMs = 7 * dayMs

/** Who asks for a change. */
interface Caller {
  readonly id: string
  readonly username: string
}

/** A change that the rules allow, in the transaction that makes it. */
interface Change {
  readonly bus: Pick<Publisher, 'publish'>
  readonly tx: Writer
  readonly asked: Asked
  readonly caller: Caller
  readonly group: rows.GroupRow
  /** Somebody else whom it concerns. Only actions on others get here without one. */
  readonly person: rows.Person | undefined
  readonly now: number
}

/**
 * Changes a group.
 *
 * @throws ApiError what the rules or the bounds refuse
 */
export async function changeGroup(
  bus: Pick<Publisher, 'publish'>,
  tx: Writer,
  { asked, caller, now }: { asked: ReturnType<typeof askedOf>; caller: Caller; now: number },
): Promise<Result<'groups.update'>> {
  const { group: id, action, username } = asked
  const key = { group: id, account: caller.id }
  const seen = await rows.groupSeenBy(tx, key, now)
  if (!seen) throw noSuchGroup(id)
  const isSelf = username === undefined || username === caller.username
  const person = isSelf ? undefined : await rows.personIn(tx, seen, username, now)
  const refusal = refusalOf(action, seen.standing, isSelf ? 'self' : targetOf(action, person))
  if (refusal) throw refusalError(refusal, asked)
  await does[action]({ bus, tx, asked, caller, group: seen.row, person, now })
  if (action !== 'delete') await tx.run(rows.touch({ group: id, now }))
  const group = await groupFor(tx, key, now)
  const affected = action === 'rename' || action === 'delete' ? undefined : (person?.username ?? caller.username)
  return { id, action, ...(affected === undefined ? {} : { account: affected }), ...(group ? { group } : {}) }
}

/** A disabled account cannot be invited, and is like none to those who try. */
function targetOf(action: Action, person: rows.Person | undefined): Target {
  if (!person || (action === 'invite' && person.isDisabled)) return 'unknown'
  return person.standing
}

const does: Readonly<Record<Action, (change: Change) => Promise<unknown>>> = {
  async invite({ tx, asked, caller, person, now }) {
    const { id: account, username, standing } = other(person)
    if (standing !== 'invited') {
      if ((await rows.countPeople(tx, asked.group, now)) >= rows.maxPeople) throw bounds.people()
      if ((await rows.countInvitations(tx, account, now)) >= rows.maxInvitations) throw bounds.invitations(username)
    }
    const expires = now + invitationMs
    await tx.run(rows.invite({ group: asked.group, account, invited_by: caller.id, now, expires }))
  },

  async accept({ bus, tx, asked: { group }, caller: { id: account }, now }) {
    if ((await rows.countBelonging(tx, account)) >= rows.maxBelonging) throw bounds.belonging()
    await rows.addMember(tx, { group, account }, now)
    await publishMember(bus, tx, group, { account, change: 'joined' })
  },

  decline: ({ tx, asked: { group }, caller }) => tx.run(rows.removeInvitation({ group, account: caller.id })),

  async remove({ bus, tx, asked: { group }, caller, person }) {
    const account = person?.id ?? caller.id
    if (person?.standing === 'invited') return tx.run(rows.removeInvitation({ group, account }))
    await tx.run(rows.removeMember({ group, account }))
    return publishMember(bus, tx, group, { account, change: person ? 'removed' : 'left' })
  },

  async role({ tx, asked: { group, role }, caller, person }) {
    const { id: account, username, isDisabled } = other(person)
    if (role !== 'owner') return tx.run(rows.setRole({ group, account, role }))
    if (isDisabled) throw bounds.disabledOwner(username)
    if ((await rows.countOwned(tx, account)) >= rows.maxOwned) throw bounds.ownedBy(username)
    await tx.run(rows.setOwner({ group, owner: account }))
    return tx.run(rows.setRole({ group, account: caller.id, role: 'admin' }))
  },

  rename: ({ tx, asked: { group, name } }) => tx.run(rows.rename({ group, name })),

  delete: ({ bus, tx, asked: { group } }) => closeGroup(bus, tx, group),
}

/** The rules let actions on others pass only with somebody whom they concern. */
function other(person: rows.Person | undefined): rows.Person {
  if (!person) throw new Error('an action on nobody passed the rules')
  return person
}
