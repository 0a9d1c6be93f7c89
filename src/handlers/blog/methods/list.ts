import type { Handler } from '#generated/server/handlers.ts'
import { beforeNewest, cursorPageOf, startOf } from '#runtime/kit/long-page.ts'
import { countedAs, totalOf } from '#runtime/store/total.ts'
import { entryOf, newestFirst } from '../results.ts'
import * as rows from '../rows.ts'

const defaultLimit = 100

export default (): Handler<'blog.list'> =>
  async ({ limit = defaultLimit, cursor }, ctx) => {
    const reader = ctx.viewer?.id
    const start = startOf({ cursor }, ['number', 'text'])
    const [created_at, id] = (start.last ?? beforeNewest) as [number, string]
    const before = { created_at, id, limit: limit + 1 }
    const [listed, ownPrivate, totals] = await Promise.all([
      ctx.store.all<rows.ListedRow>(rows.publicPosts(before)),
      reader ? ctx.store.all<rows.ListedRow>(rows.ownPrivate({ ...before, owner: reader })) : [],
      Promise.all([
        totalOf(ctx.store, rows.countPublic({})),
        reader ? totalOf(ctx.store, rows.countOwnPrivate({ owner: reader })) : 0,
      ]),
    ])
    const found = newestFirst([...listed, ...ownPrivate])
    const keyOf = (row: rows.ListedRow) => [Number(row.created_at), row.id]
    return cursorPageOf(found, { limit, start, counted: countedAs(...totals), keyOf }, (row) => entryOf(row, reader))
  }
