/** One page of a list, by offset, as every paged method returns it. */
export interface Page<Item> {
  items: Item[]
  total: number
  offset: number
  next_offset?: number
}

/**
 * One page of a list, with `next_offset` unless it is the last one, or beyond it.
 *
 * @param items the entries from `offset` on, at most as many as requested
 * @param total the total number, as either database returns it
 * @param offset how many were skipped
 */
export function pageOf<Item>(items: Item[], total: number | string | undefined, offset: number): Page<Item> {
  const next = offset + items.length
  const hasMore = items.length > 0 && next < Number(total)
  return { items, total: Number(total), offset, ...(hasMore ? { next_offset: next } : {}) }
}
