import type { Handler } from '#generated/server/handlers.ts'
import { beforeNewest, cursorPageOf, startOf } from '#runtime/kit/long-page.ts'
import { totalOf } from '#runtime/store/total.ts'
import { summaryOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'recall.list'> =>
  async ({ client, limit = 20, cursor }, ctx) => {
    const start = startOf({ cursor }, ['number', 'text'])
    const [at, id] = (start.last ?? beforeNewest) as [number, string]
    const matching = () => rows.ofAccount(ctx.store, ctx.account.id, client)
    const [found, total] = await Promise.all([
      ctx.store.all<rows.ConversationRow>(rows.listed(matching(), { at, id, limit: limit + 1 })),
      totalOf(ctx.store, matching().count({ total: '*' })),
    ])
    const keyOf = (row: rows.ConversationRow) => [Number(row.updated_at), row.id]
    return cursorPageOf(found, { limit, start, counted: { total, isAtLeast: false }, keyOf }, summaryOf)
  }
