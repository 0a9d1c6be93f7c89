import type { Handler, Result } from '#generated/server/handlers.ts'
import { beforeNewest, cursorPageOf, startOf } from '#runtime/kit/long-page.ts'
import { totalOf } from '#runtime/store/total.ts'
import { iso } from '../../../runtime/base/clock.ts'
import { asBoolean } from '../../../runtime/store/values.ts'
import type { EntryRow } from '../rows.ts'
import * as rows from '../rows.ts'

export default (): Handler<'stream.list'> =>
  async ({ limit = 20, cursor }, ctx) => {
    const account = ctx.viewer?.id
    const start = startOf({ cursor }, ['number', 'text'])
    const [created_at, id] = (start.last ?? beforeNewest) as [number, string]
    const before = { created_at, id, limit: limit + 1 }
    const [open, own, openTotal, ownTotal] = await Promise.all([
      ctx.store.all<rows.EntryRow>(rows.listPublic(before)),
      account ? ctx.store.all<rows.EntryRow>(rows.listPrivate({ ...before, account })) : [],
      totalOf(ctx.store, rows.countPublic({})),
      account ? totalOf(ctx.store, rows.countPrivate({ account })) : 0,
    ])
    const found = [...open, ...own].toSorted(newestFirst)
    const counted = { total: openTotal + ownTotal, isAtLeast: false }
    const keyOf = (row: rows.EntryRow) => [Number(row.created_at), row.id]
    return cursorPageOf(found, { limit, start, counted, keyOf }, entryOf)
  }

function newestFirst(a: rows.EntryRow, b: rows.EntryRow): number {
  return Number(b.created_at) - Number(a.created_at) || (a.id < b.id ? 1 : -1)
}

/** An entry as readers see it. */
function entryOf(row: EntryRow): Result<'stream.list'>['items'][number] {
  return {
    id: row.id,
    service: row.service,
    text: row.text,
    ...(row.url === null ? {} : { url: row.url }),
    public: asBoolean(row.public),
    created: iso(row.created_at),
  }
}
