import type { Args, Handler } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { countedBeside, longPageOf, startOf } from '#runtime/kit/long-page.ts'
import { searchPage } from '#runtime/kit/search-page.ts'
import { countedBy } from '#runtime/store/total.ts'
import { bookmarkOf } from '../results.ts'
import * as rows from '../rows.ts'
import { searchKind } from '../search/entry.ts'

export default (): Handler<'bookmarks.list'> =>
  ({ query, kind, offset, cursor, limit = 20 }, ctx) => {
    const wanted = { offset, cursor, limit }
    return query?.trim() ? searched(query, kind, wanted, ctx) : newest(kind, wanted, ctx)
  }

interface Wanted {
  readonly offset: number | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

type Kind = Args<'bookmarks.list'>['kind']

async function newest(kind: Kind, { offset, cursor, limit }: Wanted, { store, account: { id: owner } }: Context) {
  const start = startOf({ offset, cursor }, ['number', 'text'])
  const reading = store.all<rows.BookmarkRow>(rows.page({ owner, kind, start, limit: limit + 1 }))
  const counting = countedBeside(
    start,
    async () => (await reading).length > 0,
    () => countedBy(store, rows.countOf(owner, kind)),
  )
  const [found, counted] = await Promise.all([reading, counting])
  const keyOf = (row: rows.BookmarkRow) => [Number(row.created_at), row.id]
  return longPageOf(found, { limit, start, counted, keyOf }, bookmarkOf)
}

/** A bookmark keeps its place in the search, so these are the most recently saved first as well. */
function searched(query: string, kind: Kind, wanted: Wanted, { store, search, account: { id: owner } }: Context) {
  const labels = kind ? [kind] : []
  return searchPage(store, search, { kind: searchKind, in: { owner }, query, labels }, wanted, async (ids) =>
    (await store.all<rows.BookmarkRow>(rows.withIds(store.sql, owner, ids))).map(bookmarkOf),
  )
}
