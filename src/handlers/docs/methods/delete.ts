import type { Handler } from '#generated/server/handlers.ts'
import { notYours } from '../results.ts'
import * as rows from '../rows.ts'
import { searchKind } from '../search/entry.ts'

export default (): Handler<'docs.delete'> =>
  async ({ id }, ctx) => {
    const owner = ctx.account.id
    await ctx.store.write(async (tx) => {
      if (!(await rows.remove(tx, { id, owner }))) throw notYours(id)
      await ctx.search.remove(tx, searchKind, id)
    })
    return { id, deleted: true }
  }
