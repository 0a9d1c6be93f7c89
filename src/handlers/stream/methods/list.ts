import type { Handler, Result } from '#generated/server/handlers.ts'
import { totalOf } from '#runtime/store/total.ts'
import { iso } from '../../../runtime/base/clock.ts'
import { asBoolean } from '../../../runtime/store/values.ts'
import type { EntryRow } from '../rows.ts'
import * as rows from '../rows.ts'

export default (): Handler<'stream.list'> =>
  async ({ limit = 20 }, ctx) => {
    const account = ctx.viewer?.id
    const [open, own, openTotal, ownTotal] = await Promise.all([
      ctx.store.all<rows.EntryRow>(rows.listPublic({ limit })),
      account ? ctx.store.all<rows.EntryRow>(rows.listPrivate({ account, limit })) : [],
      totalOf(ctx.store, rows.countPublic({})),
      account ? totalOf(ctx.store, rows.countPrivate({ account })) : 0,
    ])
    const items = [...open, ...own].toSorted(newestFirst).slice(0, limit)
    return { items: items.map(entryOf), total: openTotal + ownTotal }
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
