import type { Handler } from '#generated/server/handlers.ts'
import { eventOf, noSuchEvent } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'events.read'> =>
  async ({ id }, ctx) => {
    const row = await rows.find(ctx.store, { id, owner: ctx.account.id })
    if (!row) throw noSuchEvent(id)
    return eventOf(row)
  }
