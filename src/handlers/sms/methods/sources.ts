import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { countedBeside, longPageOf, startOf } from '#runtime/kit/long-page.ts'
import { countedBy } from '#runtime/store/total.ts'
import * as rows from '../rows/messages.ts'

export default (): Handler<'sms.sources'> =>
  async ({ limit = 20, offset, cursor }, ctx) => {
    const account = ctx.account.id
    const start = startOf({ offset, cursor }, ['text'])
    const [after] = (start.last ?? ['']) as [string]
    const reading = ctx.store.all<{ id: string; created_at: number | string }>(
      rows.refs({ account, after, offset: start.offset, limit: limit + 1 }),
    )
    const counting = countedBeside(
      start,
      async () => (await reading).length > 0,
      () => countedBy(ctx.store, rows.count({ account })),
    )
    const [found, counted] = await Promise.all([reading, counting])
    const keyOf = ({ id }: { id: string }) => [id]
    return longPageOf(found, { limit, start, counted, keyOf }, (row) => ({ id: row.id, created: iso(row.created_at) }))
  }
