import type { Handler } from '#generated/server/handlers.ts'
import { cursorPageOf, startOf } from '#runtime/kit/long-page.ts'
import { countedBy } from '#runtime/store/total.ts'
import { messageOf } from '../results.ts'
import * as rows from '../rows/messages.ts'

export default (): Handler<'sms.history'> =>
  async ({ limit = 50, cursor }, ctx) => {
    const account = ctx.account.id
    const start = startOf({ cursor }, ['text'])
    const [before] = (start.last ?? [rows.lastId]) as [string]
    const [found, counted] = await Promise.all([
      ctx.store.all<rows.MessageRow>(rows.history({ account, before, limit: limit + 1 })),
      countedBy(ctx.store, rows.count({ account })),
    ])
    return cursorPageOf(found, { limit, start, counted, keyOf: ({ id }) => [id] }, messageOf)
  }
