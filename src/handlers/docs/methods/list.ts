import type { Handler } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { longPageOf, startOf } from '#runtime/kit/long-page.ts'
import { searchPage } from '#runtime/kit/search-page.ts'
import { countedBy } from '#runtime/store/total.ts'
import { entryOf } from '../results.ts'
import * as rows from '../rows.ts'
import { searchKind } from '../search/entry.ts'

export default (): Handler<'docs.list'> =>
  async ({ query, limit = 50, cursor }, ctx) => {
    const wanted = { cursor, limit }
    const { items, total, is_total_at_least, next_cursor } = query?.trim()
      ? await searched(query, wanted, ctx)
      : await newest(wanted, ctx)
    return {
      items,
      total,
      ...(is_total_at_least ? { is_total_at_least } : {}),
      ...(next_cursor === undefined ? {} : { next_cursor }),
    }
  }

interface Wanted {
  readonly cursor: string | undefined
  readonly limit: number
}

async function newest({ cursor, limit }: Wanted, { store, account: { id: owner } }: Context) {
  const start = startOf({ cursor }, ['number', 'text'])
  const range = { owner, limit: limit + 1 }
  const [updated_at, id] = (start.last ?? []) as [number, string]
  const [found, counted] = await Promise.all([
    store.all<rows.EntryRow>(start.last ? rows.byChangeBefore({ ...range, updated_at, id }) : rows.byChange(range)),
    countedBy(store, rows.countOf({ owner })),
  ])
  const keyOf = (row: rows.EntryRow) => [Number(row.updated_at), row.id]
  return longPageOf(found, { limit, start, counted, keyOf }, entryOf)
}

/** A document that is written moves to the front of the search, so these are the most recently changed first as well. */
function searched(query: string, wanted: Wanted, { store, search, account: { id: owner } }: Context) {
  return searchPage(store, search, { kind: searchKind, in: { owner }, query }, wanted, async (ids) =>
    (await store.all<rows.EntryRow>(rows.withIds(store.sql, owner, ids))).map(entryOf),
  )
}
