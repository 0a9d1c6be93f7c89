import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { pageOf } from '#runtime/kit/page.ts'
import { totalOf } from '#runtime/store/total.ts'
import { itemOf, readProgress } from '../results.ts'
import * as rows from '../rows/work.ts'

export default (): Handler<'work.read'> =>
  async ({ id, status, offset = 0, limit = 20 }, ctx) => {
    const owner = ctx.account.id
    if (id !== undefined && status !== undefined)
      throw invalidArgument('status', 'must be omitted if an id is given', 'Send either id or status, not both.')
    if (id !== undefined) return { total: 1, offset: 0, work: await readProgress(ctx.store, { id, owner }) }
    const within = { owner, ...(status && { status }) }
    const { page, count } = status ? rows.inStatus : rows.all
    const [found, total] = await Promise.all([
      ctx.store.all<rows.PlacedRow>(page({ ...within, offset, limit })),
      totalOf(ctx.store, count(within)),
    ])
    return pageOf(found.map(itemOf), total, offset)
  }
