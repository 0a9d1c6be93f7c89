import type { Handler, Result } from '#generated/server/handlers.ts'
import type { Writer } from '#runtime/store/types.ts'
import { denialError, limitErrors, noSuchGroup } from '../denials.ts'
import type { GroupsDeps } from '../index.ts'
import { closeGroup, publishMember } from '../membership.ts'
import { type Action, denialOf, type Target } from '../membership-rules.ts'
import { groupFor } from '../results.ts'
import * as rows from '../rows.ts'
import { parseUpdate, type Update } from '../update-args.ts'

const dayMs = 86_400_000
/** How long an invitation stays open. */
const invitationMs = 7 * dayMs

/** An update and who makes it. */
interface Request {
  readonly deps: GroupsDeps
  readonly tx: Writer
  readonly update: Update
  readonly caller: { readonly id: string; readonly username: string }
  readonly now: number
}

export default (deps: GroupsDeps): Handler<'groups.update'> =>
  async (args, ctx) => {
    const update = parseUpdate(args)
    if (update.action === 'invite') await ctx.publishes()
    const { account: caller, clock } = ctx
    return ctx.store.write(async (tx) => ctx.returns(await updateGroup({ deps, tx, update, caller, now: clock.now() })))
  }

async function updateGroup(request: Request): Promise<Result<'groups.update'>> {
  const { tx, update, caller, now } = request
  const { group: id, action, username } = update
  const key = { group: id, account: caller.id }
  const standing = await rows.standingIn(tx, key, now)
  if (standing === undefined) throw noSuchGroup(id)
  const isSelf = username === undefined || username === caller.username
  const person = isSelf ? undefined : await rows.personIn(tx, id, username, now)
  const denial = denialOf(action, standing, isSelf ? 'self' : targetOf(action, person))
  if (denial) throw denialError(denial, update)
  await changes[action]({ ...request, person })
  if (action !== 'delete') await tx.run(rows.touch({ group: id, now }))
  const group = await groupFor(tx, key, now)
  const affected = action === 'rename' || action === 'delete' ? undefined : (person?.username ?? caller.username)
  return {
    ...{ id, action },
    ...(affected !== undefined && { account: affected }),
    ...(action === 'invite' && { is_new: person?.standing !== 'invited' }),
    ...(group && { group }),
  }
}

/** A disabled account cannot be invited; to callers it looks like an unknown one. */
function targetOf(action: Action, person: rows.Person | undefined): Target {
  if (!person || (action === 'invite' && person.isDisabled)) return 'unknown'
  return person.standing
}

/** A request that the rules allow. */
interface Change extends Request {
  /** The other person concerned; absent only if the action concerns the caller or nobody. */
  readonly person: rows.Person | undefined
}

const changes: Readonly<Record<Action, (change: Change) => Promise<unknown>>> = {
  async invite({ tx, update: { group }, caller, person, now }) {
    const { id: account, username, standing } = required(person)
    if (standing !== 'invited') {
      if ((await rows.countPeople(tx, group, now)) >= rows.maxPeople) throw limitErrors.people()
      if ((await rows.countInvitations(tx, account, now)) >= rows.maxInvitations)
        throw limitErrors.invitations(username)
    }
    await tx.run(rows.invite({ group, account, invited_by: caller.id, now, expires: now + invitationMs }))
  },

  async accept({ deps, tx, update: { group }, caller: { id: account }, now }) {
    if ((await rows.countBelonging(tx, account)) >= rows.maxBelonging) throw limitErrors.belonging()
    await rows.addMember(tx, { group, account }, now)
    await publishMember(deps, tx, group, { account, change: 'joined' })
  },

  decline: ({ tx, update: { group }, caller }) => tx.run(rows.removeInvitation({ group, account: caller.id })),

  async remove({ deps, tx, update: { group }, caller, person }) {
    const account = person?.id ?? caller.id
    if (person?.standing === 'invited') return tx.run(rows.removeInvitation({ group, account }))
    await tx.run(rows.removeMember({ group, account }))
    return publishMember(deps, tx, group, { account, change: person ? 'removed' : 'left' })
  },

  async role({ tx, update: { group, role }, caller, person }) {
    const { id: account, username, isDisabled } = required(person)
    if (role !== 'owner') return tx.run(rows.setRole({ group, account, role }))
    if (isDisabled) throw limitErrors.disabledOwner(username)
    if ((await rows.countOwned(tx, account)) >= rows.maxOwned) throw limitErrors.ownedBy(username)
    await tx.run(rows.setOwner({ group, owner: account }))
    return tx.run(rows.setRole({ group, account: caller.id, role: 'admin' }))
  },

  rename: ({ tx, update: { group, name } }) => tx.run(rows.rename({ group, name })),

  delete: ({ deps, tx, update: { group } }) => closeGroup(deps, tx, group),
}

/** The rules allow these actions only on another person. */
function required(person: rows.Person | undefined): rows.Person {
  if (!person) throw new Error('the rules allowed an action on nobody')
  return person
}
