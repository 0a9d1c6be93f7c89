import type { Handler } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { searchPage } from '#runtime/kit/search-page.ts'
import { readShortUrl } from '../find-link.ts'
import type { UrlDeps } from '../index.ts'
import { normalTag } from '../link-args.ts'
import { continuationOf, newestLinks, type Range } from '../newest-links.ts'
import { pairOf } from '../results.ts'
import { type LinkRow, withIds } from '../rows/links.ts'
import { idLabel, searchKind, tagLabel } from '../search/entry.ts'

/** Entries of a list without paging; a longer list also returns how to get the rest. */
const maxUnpaged = 10_000
const pageSize = 100

export default ({ addresses, visits }: UrlDeps): Handler<'url.list'> =>
  async ({ shortURL, tag, search, limit, offset, cursor }, ctx) => {
    const query = search?.trim() ? search : undefined
    const labels = [
      ...(shortURL ? [idLabel(readShortUrl(shortURL, addresses))] : []),
      ...(tag ? [tagLabel(normalTag(tag))] : []),
    ]
    const isPaged = limit !== undefined || offset !== undefined || cursor !== undefined
    const range = { offset, cursor, limit: isPaged ? (limit ?? pageSize) : maxUnpaged }
    await visits.flush()
    const isFiltered = query !== undefined || labels.length > 0
    const page = await (isFiltered ? searched({ query, labels }, range, ctx) : newestLinks(range, ctx))
    const urlPairs = page.items.map((row) => pairOf(row, addresses))
    if (!isPaged && page.next_cursor === undefined) return { urlPairs }
    return { urlPairs, total: page.total, ...continuationOf(page) }
  }

/** An updated link keeps its place in the search index, so these are the newest first as well. */
function searched(
  filter: { query: string | undefined; labels: readonly string[] },
  range: Range,
  { store, search, account: { id: owner } }: Context,
) {
  return searchPage(store, search, { kind: searchKind, in: { owner }, ...filter }, range, (ids) =>
    store.all<LinkRow>(withIds(store, owner, ids)),
  )
}
