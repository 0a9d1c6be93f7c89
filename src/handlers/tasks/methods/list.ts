import type { Handler } from '#generated/server/handlers.ts'
import { countedBeside, longPageOf, startOf } from '#runtime/kit/long-page.ts'
import { countedBy } from '#runtime/store/total.ts'
import { entryOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'tasks.list'> =>
  async ({ status, offset, cursor, limit = 20 }, ctx) => {
    const owner = ctx.account.id
    const start = startOf({ offset, cursor }, ['number', 'number', 'text'])
    const within = { owner, ...(status && { status }) }
    const { page, pageAfter, count } = status ? rows.inStatus : rows.all
    const { offset: skipped, last } = start
    const [isDone, rank, after] = (last ?? []) as [number, number, string]
    const range = { ...within, limit: limit + 1 }
    const reading = ctx.store.all<rows.EntryRow>(
      last ? pageAfter({ ...range, is_done: isDone === 1, rank, id: after }) : page({ ...range, offset: skipped }),
    )
    const counting = countedBeside(
      start,
      async () => (await reading).length > 0,
      () => countedBy(ctx.store, count(within)),
    )
    const [found, counted] = await Promise.all([reading, counting])
    return longPageOf(found, { limit, start, counted, keyOf: rows.keyOf }, entryOf)
  }
