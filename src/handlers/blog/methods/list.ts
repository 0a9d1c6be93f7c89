import type { Handler } from '#generated/server/handlers.ts'
import { beforeNewest, cursorPageOf, startOf } from '#runtime/kit/long-page.ts'
import { type Counted, countedAs, totalOf } from '#runtime/store/total.ts'
import type { Reader } from '#runtime/store/types.ts'
import { entryOf, newestFirst } from '../results.ts'
import * as rows from '../rows.ts'

const defaultLimit = 100

export default (): Handler<'blog.list'> =>
  async ({ limit = defaultLimit, cursor }, ctx) => {
    const reader = ctx.viewer?.id
    const start = startOf({ cursor }, ['number', 'text'])
    const [created_at, id] = (start.last ?? beforeNewest) as [number, string]
    const before = { created_at, id, limit: limit + 1 }
    const [listed, ownPrivate] = await Promise.all([
      ctx.store.all<rows.ListedRow>(rows.publicPosts(before)),
      reader ? ctx.store.all<rows.ListedRow>(rows.ownPrivate({ ...before, owner: reader })) : [],
    ])
    const found = newestFirst([...listed, ...ownPrivate])
    // The first page of a short list is all of it.
    const isAll = start.last === undefined && found.length <= limit
    const counted = isAll ? { total: found.length, isAtLeast: false } : await countedPosts(ctx.store, reader)
    const keyOf = (row: rows.ListedRow) => [Number(row.created_at), row.id]
    return cursorPageOf(found, { limit, start, counted, keyOf }, (row) => entryOf(row, reader))
  }

async function countedPosts(store: Reader, author: string | undefined): Promise<Counted> {
  const totals = await Promise.all([
    totalOf(store, rows.countPublic({})),
    author ? totalOf(store, rows.countOwnPrivate({ owner: author })) : 0,
  ])
  return countedAs(...totals)
}
