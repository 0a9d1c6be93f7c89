import { createSerialByKey } from '#runtime/base/serial.ts'
import type { Context } from '#runtime/calls/context.ts'
import { countedBeside, longPageOf, type Start, startOf } from '#runtime/kit/long-page.ts'
import { countedBy } from '#runtime/store/total.ts'
import * as rows from './rows/links.ts'

/** A page ends once it reaches this size, even if it has room for more links. */
const maxPageBytes = 4 * 1024 * 1024
const bytesPerLink = 200
const rowsPerRead = 500

/** Which part of a list to read. */
export interface Range {
  readonly offset: number | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

/** One page of an account is read after the other, because each is in memory as a whole. */
const reading = createSerialByKey()

/** A page of the caller's links, the newest first. */
export function newestLinks({ offset, cursor, limit }: Range, { store, account: { id: owner } }: Context) {
  return reading.run(owner, async () => {
    const start = startOf({ offset, cursor }, ['number', 'text'])
    const links = readUpTo(limit + 1, start, owner, store)
    const counting = countedBeside(
      start,
      async () => (await links).rows.length > 0,
      () => countedBy(store, rows.countOwn({ owner })),
    )
    const [found, counted] = await Promise.all([links, counting])
    // The last row of a page that was cut by its size only shows that there are more.
    const shown = found.isCut ? found.rows.length - 1 : limit
    return longPageOf(found.rows, { limit: shown, start, counted, keyOf: rows.keyOf }, (row) => row)
  })
}

/** At most `limit` links, and no more than fit into a page. */
async function readUpTo(limit: number, start: Start, owner: string, store: Context['store']) {
  const found: rows.LinkRow[] = []
  let bytes = 0
  let from = start
  for (;;) {
    const size = Math.min(rowsPerRead, limit - found.length)
    const some = await store.all<rows.LinkRow>(rows.listOwn({ owner, start: from, limit: size }))
    found.push(...some)
    for (const { destination, title, tags } of some) {
      bytes += bytesPerLink + destination.length + (title?.length ?? 0) + tags.length
    }
    const last = some.at(-1)
    if (some.length < size || !last || found.length === limit) return { rows: found, isCut: false }
    if (bytes >= maxPageBytes) return { rows: found, isCut: true }
    from = { skipped: 0, offset: 0, last: rows.keyOf(last) }
  }
}

/** How a list goes on, in the field names of this service, which are older than those of the others. */
export function continuationOf(page: { is_total_at_least?: true; next_cursor?: string; next_offset?: number }) {
  return {
    ...(page.is_total_at_least ? { isTotalAtLeast: true } : {}),
    ...(page.next_cursor === undefined ? {} : { nextCursor: page.next_cursor }),
    ...(page.next_offset === undefined ? {} : { nextOffset: page.next_offset }),
  }
}
