import type { Handler } from '#generated/server/handlers.ts'
import { eventDeleted } from '../contracts.ts'
import type { EventsDeps } from '../index.ts'
import { cancelFiring } from '../jobs/fire.ts'
import { noSuchEvent } from '../results.ts'
import * as rows from '../rows.ts'

export default ({ queue, bus }: EventsDeps): Handler<'events.delete'> =>
  async ({ id }, ctx) => {
    const owner = ctx.account.id
    await ctx.store.write(async (tx) => {
      if (!(await rows.remove(tx, { id, owner }))) throw noSuchEvent(id)
      await cancelFiring(queue, tx, id)
      await bus.publish(tx, eventDeleted, { id }, { account: owner, key: id })
    })
    return { id, deleted: true }
  }
