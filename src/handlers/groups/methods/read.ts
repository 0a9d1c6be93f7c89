import type { Handler } from '#generated/server/handlers.ts'
import { noSuchGroup } from '../denials.ts'
import { groupFor } from '../results.ts'

export default (): Handler<'groups.read'> =>
  async ({ id }, ctx) => {
    const group = await groupFor(ctx.store, { group: id, account: ctx.account.id }, ctx.clock.now())
    if (!group) throw noSuchGroup(id)
    return group
  }
