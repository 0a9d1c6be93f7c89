import type { Handler } from '#generated/server/handlers.ts'
import { countedBy } from '#runtime/store/total.ts'
import { messageOf } from '../results.ts'
import * as rows from '../rows/messages.ts'

export default (): Handler<'sms.history'> =>
  async ({ limit = 50 }, ctx) => {
    const account = ctx.account.id
    const [found, { total, isAtLeast }] = await Promise.all([
      ctx.store.all<rows.MessageRow>(rows.history({ account, limit })),
      countedBy(ctx.store, rows.count({ account })),
    ])
    return { items: found.map(messageOf), total, ...(isAtLeast && { is_total_at_least: true }) }
  }
