import type { Handler } from '#generated/server/handlers.ts'
import { noSuchBookmark } from '../results.ts'
import * as rows from '../rows.ts'
import { searchKind } from '../search/entry.ts'

export default (): Handler<'bookmarks.delete'> =>
  async ({ id }, ctx) => {
    await ctx.store.write(async (tx) => {
      if (!(await rows.remove(tx, { owner: ctx.account.id, id }))) throw noSuchBookmark(id)
      await ctx.search.remove(tx, searchKind, id)
    })
    return { id, deleted: true }
  }
