import type { Handler } from '#generated/server/handlers.ts'
import { countedAs, totalOf } from '#runtime/store/total.ts'
import { entryOf, newestFirst } from '../results.ts'
import * as rows from '../rows.ts'

const defaultLimit = 100

export default (): Handler<'blog.list'> =>
  async ({ limit = defaultLimit }, ctx) => {
    const reader = ctx.viewer?.id
    const [listed, ownPrivate, totals] = await Promise.all([
      ctx.store.all<rows.ListedRow>(rows.publicPosts({ limit })),
      reader ? ctx.store.all<rows.ListedRow>(rows.ownPrivate({ owner: reader, limit })) : [],
      Promise.all([
        totalOf(ctx.store, rows.countPublic({})),
        reader ? totalOf(ctx.store, rows.countOwnPrivate({ owner: reader })) : 0,
      ]),
    ])
    const items = newestFirst([...listed, ...ownPrivate]).slice(0, limit)
    const { total, isAtLeast } = countedAs(...totals)
    return {
      items: items.map((row) => entryOf(row, reader)),
      total,
      ...(isAtLeast ? { is_total_at_least: true } : {}),
    }
  }
