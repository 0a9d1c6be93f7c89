import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { longPageOf, startOf } from '#runtime/kit/long-page.ts'
import { countRefs, pageOfRefs, type RefRow } from '../rows/messages.ts'

export default (): Handler<'chat.sources'> =>
  async ({ limit = 20, offset, cursor }, ctx) => {
    const account = ctx.account.id
    const start = startOf({ offset, cursor }, ['text'])
    const [found, counted] = await Promise.all([
      pageOfRefs(ctx.store, account, { last: start.last, offset: start.offset, limit }),
      countRefs(ctx.store, account),
    ])
    const keyOf = (row: RefRow) => [row.id]
    const refOf = (row: RefRow) => ({ id: row.id, created: iso(row.created_at) })
    return longPageOf(found, { limit, start, counted, keyOf }, refOf)
  }
