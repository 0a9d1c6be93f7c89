import type { GroupsHandlers } from '#generated/server/handlers.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Publisher } from '#runtime/bus/bus.ts'
import type { Context } from '#runtime/calls/context.ts'
import { changeGroup } from './changes.ts'
import { bounds, noSuchGroup } from './denials.ts'
import { publishMember } from './membership.ts'
import { groupFor, invitationTo, summaryOf } from './results.ts'
import * as rows from './rows.ts'
import { askedOf, newName } from './update-args.ts'

/** Private groups, which people join by invitation. */
export function createGroups(bus: Pick<Publisher, 'publish'>): GroupsHandlers<Context> {
  return {
    async create({ name: given, encrypted = false }, ctx) {
      const name = newName(given)
      const account = ctx.account.id
      const group = { id: newId('group'), owner: account, name, encrypted, now: ctx.clock.now() }
      return ctx.store.write(async (tx) => {
        if ((await rows.countOwned(tx, account)) >= rows.maxOwned) throw bounds.owned()
        if ((await rows.countBelonging(tx, account)) >= rows.maxBelonging) throw bounds.belonging()
        await rows.create(tx, group)
        await publishMember(bus, tx, group.id, { account, change: 'joined' })
        const created = await groupFor(tx, { group: group.id, account }, group.now)
        if (!created) throw new Error('a new group has no owner')
        return ctx.returns(created)
      })
    },

    async list(_args, ctx) {
      const account = ctx.account.id
      const [groups, invitations] = await Promise.all([
        ctx.store.all<rows.SummaryRow>(rows.groupsOf({ account })),
        ctx.store.all<rows.InvitationRow>(rows.invitationsTo({ account, now: ctx.clock.now() })),
      ])
      return { items: groups.map((row) => summaryOf(row, account)), invitations: invitations.map(invitationTo) }
    },

    async read({ id }, ctx) {
      const group = await groupFor(ctx.store, { group: id, account: ctx.account.id }, ctx.clock.now())
      if (!group) throw noSuchGroup(id)
      return group
    },

    async update(args, ctx) {
      const asked = askedOf(args)
      if (asked.action === 'invite') await ctx.publishes()
      const { account: caller, clock } = ctx
      return ctx.store.write(async (tx) => {
        const result = await changeGroup(bus, tx, { asked, caller, now: clock.now() })
        return ctx.returns(result)
      })
    },
  }
}
