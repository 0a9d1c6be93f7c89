import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import * as rows from '../rows.ts'
import { searchKind } from '../search/find-text.ts'

export default (): Handler<'contacts.delete'> =>
  async ({ id }, ctx) => {
    await ctx.store.write(async (tx) => {
      if (!(await rows.remove(tx, { owner: ctx.account.id, id })))
        throw new ApiError(
          'not_found',
          `You have no contact with the id "${id}". Use contacts.list to list your contacts.`,
        )
      await ctx.search.remove(tx, searchKind, id)
    })
    return { id, deleted: true }
  }
