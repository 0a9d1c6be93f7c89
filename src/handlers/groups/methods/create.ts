import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { limitErrors } from '../denials.ts'
import { invisibleName, visibleName } from '../group-name.ts'
import type { GroupsDeps } from '../index.ts'
import { publishMember } from '../membership.ts'
import { groupFor } from '../results.ts'
import * as rows from '../rows.ts'

export default (deps: GroupsDeps): Handler<'groups.create'> =>
  async ({ name: given, encrypted = false }, ctx) => {
    const name = visibleName(given)
    if (name === undefined) throw invalidArgument('name', invisibleName)
    const account = ctx.account.id
    const group = { id: newId('group'), owner: account, name, encrypted, now: ctx.clock.now() }
    return ctx.store.write(async (tx) => {
      if ((await rows.countOwned(tx, account)) >= rows.maxOwned) throw limitErrors.owned()
      if ((await rows.countBelonging(tx, account)) >= rows.maxBelonging) throw limitErrors.belonging()
      await rows.create(tx, group)
      await publishMember(deps, tx, group.id, { account, change: 'joined' })
      const created = await groupFor(tx, { group: group.id, account }, group.now)
      if (!created) throw new Error('a new group has no owner')
      return ctx.returns(created)
    })
  }
