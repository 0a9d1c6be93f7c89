import { invalidArgument } from '../base/errors.ts'
import type { Search, SearchIndex } from '../search/types.ts'
import type { Reader } from '../store/types.ts'
import { cursorAfter, type LongPage, maxOffset, startOf, totalOf } from './long-page.ts'

/** Matches that can be skipped. Beyond that only a cursor continues: they have to be read, not only stepped over. */
const maxSearchOffset = 10_000

/**
 * A page of the records that a search finds, in the order of the search index.
 *
 * @param read the records of these ids, in any order; records deleted meanwhile are left out
 * @throws ApiError invalid_argument
 */
export async function searchPage<Item extends { readonly id: string }>(
  reader: Reader,
  index: SearchIndex,
  search: Pick<Search, 'kind' | 'in' | 'query' | 'labels'>,
  { offset, cursor, limit }: { offset?: number | undefined; cursor?: string | undefined; limit: number },
  read: (ids: readonly string[]) => Promise<readonly Item[]>,
): Promise<LongPage<Item>> {
  const start = startOf({ offset, cursor }, ['number', 'text'])
  if (start.offset > maxSearchOffset)
    throw invalidArgument(
      'offset',
      `must be at most ${maxSearchOffset} in a search: continue with the cursor of a page`,
    )
  const [block, entry] = start.last ?? []
  const after = block === undefined ? undefined : { block: Number(block), entry: entryOf(String(entry)) }
  const found = await index.find(reader, { ...search, offset: start.offset, limit, after })
  const items = new Map((await read(found.ids)).map((item) => [item.id, item]))
  const end = start.skipped + found.ids.length
  const { next } = found
  return {
    items: found.ids.flatMap((id) => items.get(id) ?? []),
    ...totalOf(found, end),
    offset: start.skipped,
    ...(next ? { next_cursor: cursorAfter(end, [next.block, String(next.entry)]) } : {}),
    ...(next && end <= Math.min(maxSearchOffset, maxOffset) ? { next_offset: end } : {}),
  }
}

function entryOf(text: string): number {
  const entry = Number(text)
  if (Number.isSafeInteger(entry)) return entry
  throw invalidArgument('cursor', 'must be the next_cursor of the previous page')
}
