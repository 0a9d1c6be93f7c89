import type { Handler, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { beforeNewest, cursorPageOf, startOf } from '#runtime/kit/long-page.ts'
import { countedBy } from '#runtime/store/total.ts'
import type { SocialDeps } from '../index.ts'
import { addressOf } from '../posting.ts'
import * as rows from '../rows.ts'

const defaultLimit = 500

export default ({ baseUrl }: SocialDeps): Handler<'social.list'> =>
  async ({ limit = defaultLimit, cursor }, ctx) => {
    const start = startOf({ cursor }, ['number', 'text'])
    const [created_at, id] = (start.last ?? beforeNewest) as [number, string]
    const found = await ctx.store.all<rows.ListedRow>(rows.newest({ created_at, id, limit: limit + 1 }))
    // The first page of a short list is all of it.
    const isAll = start.last === undefined && found.length <= limit
    const counted = isAll ? { total: found.length, isAtLeast: false } : await countedBy(ctx.store, rows.count({}))
    const keyOf = (row: rows.ListedRow) => [Number(row.created_at), row.id]
    return cursorPageOf(found, { limit, start, counted, keyOf }, (row) => postOf(row, baseUrl))
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
