import type { Handler } from '#generated/server/handlers.ts'
import { totalOf } from '#runtime/store/total.ts'
import { summaryOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'recall.list'> =>
  async ({ client, limit = 20 }, ctx) => {
    const matching = () => rows.ofAccount(ctx.store, ctx.account.id, client)
    const [items, total] = await Promise.all([
      ctx.store.all<rows.ConversationRow>(rows.listed(matching(), limit)),
      totalOf(ctx.store, matching().count({ total: '*' })),
    ])
    return { items: items.map(summaryOf), total }
  }
