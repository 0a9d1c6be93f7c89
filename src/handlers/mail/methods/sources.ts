import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { pageOf } from '#runtime/kit/page.ts'
import { totalOf } from '#runtime/store/total.ts'
import * as rows from '../rows/messages.ts'

export default (): Handler<'mail.sources'> =>
  async ({ offset = 0, limit = 20 }, { store, account: { id: owner } }) => {
    const [found, total] = await Promise.all([
      store.all<rows.SummaryRow>(rows.refs({ owner, offset, limit })),
      totalOf(store, rows.countAll({ owner })),
    ])
    const items = found.map(({ id, created_at }) => ({ id, created: iso(created_at) }))
    return pageOf(items, total, offset)
  }
