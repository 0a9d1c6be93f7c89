import type { Handler, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { SocialDeps } from '../index.ts'
import { addressOf } from '../posting.ts'
import * as rows from '../rows.ts'

export default ({ baseUrl }: SocialDeps): Handler<'social.list'> =>
  async ({ limit = rows.maxRecent }, ctx) => {
    const found = await ctx.store.all<rows.ListedRow>(rows.newest({ ...rows.end, limit }))
    // Posts may have been deleted between the two queries.
    const total = found.length < limit ? found.length : Math.max(limit, await totalOf(ctx.store, rows.countRecent({})))
    return { items: found.map((row) => postOf(row, baseUrl)), total }
  }

function postOf(row: rows.ListedRow, baseUrl: string): Result<'social.list'>['items'][number] {
  return {
    id: row.id,
    author: row.author,
    text: row.text,
    url: addressOf(baseUrl, row.id),
    ...(row.reply_to === null ? {} : { reply_to: row.reply_to }),
    source: 'onedoor',
    published: iso(row.created_at),
  }
}
