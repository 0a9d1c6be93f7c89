import type { Handler } from '#generated/server/handlers.ts'
import { countedBeside, longPageOf, type Start, startOf } from '#runtime/kit/long-page.ts'
import { countedBy } from '#runtime/store/total.ts'
import type { Query } from '#runtime/store/types.ts'
import { entryOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'tasks.list'> =>
  async ({ status, offset, cursor, limit = 20 }, ctx) => {
    const owner = ctx.account.id
    const start = startOf({ offset, cursor }, ['number', 'number', 'text'])
    const count = status ? rows.countInStatus({ owner, status }) : rows.countOf({ owner })
    const reading = ctx.store.all<rows.EntryRow>(pageFrom(start, { owner, status, limit: limit + 1 }))
    const counting = countedBeside(
      start,
      async () => (await reading).length > 0,
      () => countedBy(ctx.store, count),
    )
    const [found, counted] = await Promise.all([reading, counting])
    return longPageOf(found, { limit, start, counted, keyOf: rows.keyOf }, entryOf)
  }

function pageFrom(
  { offset, last }: Start,
  { owner, status, limit }: { owner: string; status: rows.Status | undefined; limit: number },
): Query {
  if (!last) {
    return status ? rows.pageInStatus({ owner, status, offset, limit }) : rows.page({ owner, offset, limit })
  }
  const [isDone, rank, id] = last as [number, number, string]
  const after = { owner, limit, rank, id }
  return status ? rows.pageInStatusAfter({ ...after, status }) : rows.pageAfter({ ...after, is_done: isDone === 1 })
}
