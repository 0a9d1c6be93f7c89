import type { Handler } from '#generated/server/handlers.ts'
import { invitationTo, summaryOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'groups.list'> => async (_args, ctx) => {
  const account = ctx.account.id
  const [groups, invitations] = await Promise.all([
    ctx.store.all<rows.SummaryRow>(rows.groupsOf({ account })),
    ctx.store.all<rows.InvitationRow>(rows.invitationsTo({ account, now: ctx.clock.now() })),
  ])
  return { items: groups.map((row) => summaryOf(row, account)), invitations: invitations.map(invitationTo) }
}
