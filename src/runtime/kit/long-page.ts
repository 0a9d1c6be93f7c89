import { invalidArgument } from '../base/errors.ts'
import { type Counted, maxCounted } from '../store/total.ts'

/** How many entries can be skipped: the database steps over each of them. Beyond that only a cursor continues. */
export const maxOffset = 100_000

const separator = '~'

/** The position of a row in its list: the values of the columns by which it is sorted, the unique one last. */
export type RowKey = readonly (string | number)[]

/** A position before every row of a list that is sorted by time and id, newest first. */
export const beforeNewest = [Number.MAX_SAFE_INTEGER, ''] as const

/** Where a page of a long list begins. */
export interface Start {
  /** How many entries come before it. */
  readonly skipped: number
  /** How many entries to skip after `last`, or after the beginning. */
  readonly offset: number
  /** The key of the last entry of the previous page. */
  readonly last: RowKey | undefined
}

/** One page of a list of any length, or of search results. */
export interface LongPage<Item> {
  items: Item[]
  total: number
  is_total_at_least?: true
  offset: number
  next_cursor?: string
  next_offset?: number
}

/**
 * The beginning of the page that a caller requests by `offset` or `cursor`.
 *
 * @param kinds the types of the key's values, in order; the last one, an id, is always a text
 * @throws ApiError invalid_argument for a cursor of another list, or together with an offset
 */
export function startOf(
  { offset = 0, cursor }: { readonly offset?: number | undefined; readonly cursor?: string | undefined },
  kinds: readonly ('number' | 'text')[],
): Start {
  if (cursor === undefined) return { skipped: offset, offset, last: undefined }
  if (offset > 0) throw invalidArgument('cursor', 'cannot be used together with offset')
  const [skipped = '', ...values] = cursor.split(separator)
  const isWhole = [skipped, ...values.filter((_, index) => kinds[index] === 'number')].every((value) =>
    /^-?\d{1,15}$/.test(value),
  )
  if (!isWhole || values.length !== kinds.length || !/^[\w-]{1,100}$/.test(values.at(-1) ?? ''))
    throw invalidArgument('cursor', 'must be the next_cursor of the previous page')
  return {
    skipped: Number(skipped),
    offset: 0,
    last: values.map((value, index) => (kinds[index] === 'number' ? Number(value) : value)),
  }
}

/** The cursor of the page after the one that ends with this key. */
export function cursorAfter(skipped: number, key: RowKey): string {
  return [skipped, ...key].join(separator)
}

/**
 * The total number of entries of the list. Nothing is counted for a page that begins beyond the counting bound:
 * if it has an entry, there are more.
 *
 * @param hasEntries waits for the page
 */
export async function countedBeside(
  { offset }: Start,
  hasEntries: () => Promise<boolean>,
  count: () => Promise<Counted>,
): Promise<Counted> {
  if (offset >= maxCounted && (await hasEntries())) return { total: maxCounted, isAtLeast: true }
  return count()
}

/**
 * A page of a list.
 *
 * @param rows of the page and one more, if there is one
 * @param counted the total number
 */
export function longPageOf<Row, Item>(
  rows: readonly Row[],
  { limit, start, counted, keyOf }: { limit: number; start: Start; counted: Counted; keyOf: (row: Row) => RowKey },
  itemOf: (row: Row) => Item,
): LongPage<Item> {
  const { next_cursor, ...page } = cursorPageOf(rows, { limit, start, counted, keyOf }, itemOf)
  const end = start.skipped + page.items.length
  return {
    ...page,
    offset: start.skipped,
    ...(next_cursor === undefined ? {} : { next_cursor }),
    ...(next_cursor !== undefined && end <= maxOffset ? { next_offset: end } : {}),
  }
}

/**
 * A page of a list that only a cursor continues, with its total number.
 *
 * @param rows of the page and one more, if there is one
 * @param counted the total number
 */
export function cursorPageOf<Row, Item>(
  rows: readonly Row[],
  { limit, start, counted, keyOf }: { limit: number; start: Start; counted: Counted; keyOf: (row: Row) => RowKey },
  itemOf: (row: Row) => Item,
): Omit<LongPage<Item>, 'offset' | 'next_offset'> {
  const shown = rows.slice(0, limit)
  const end = start.skipped + shown.length
  const last = shown.at(-1)
  /** The entries may have been counted at another moment than they were read, and those of closed accounts with them. */
  const seen = ({ total, isAtLeast }: Counted): Counted => {
    if (isAtLeast) return { total, isAtLeast }
    if (rows.length > limit) return { total: Math.max(total, end + 1), isAtLeast }
    const isToTheEnd = start.last === undefined && (shown.length > 0 || start.offset === 0)
    return { total: isToTheEnd ? end : total, isAtLeast }
  }
  return {
    items: shown.map(itemOf),
    ...totalOf(seen(counted), end),
    ...(rows.length > limit && last !== undefined ? { next_cursor: cursorAfter(end, keyOf(last)) } : {}),
  }
}

/**
 * The total that a page reports.
 *
 * @param end how many there are up to the end of the page
 */
export function totalOf(
  { total, isAtLeast }: Counted,
  end: number,
): Pick<LongPage<never>, 'total' | 'is_total_at_least'> {
  return isAtLeast ? { total: Math.max(total, end), is_total_at_least: true } : { total }
}
