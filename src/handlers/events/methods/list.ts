import type { Handler } from '#generated/server/handlers.ts'
import { pageOf } from '#runtime/kit/page.ts'
import { totalOf } from '#runtime/store/total.ts'
import { eventOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'events.list'> =>
  async ({ offset = 0, limit = 20 }, ctx) => {
    const owner = ctx.account.id
    const [found, total] = await Promise.all([
      ctx.store.all<rows.EventRow>(rows.upcoming({ owner, offset, limit })),
      totalOf(ctx.store, rows.upcomingCount({ owner })),
    ])
    return pageOf(found.map(eventOf), total, offset)
  }
