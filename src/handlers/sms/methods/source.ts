import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { sourceOf } from '../results.ts'
import * as rows from '../rows/messages.ts'

export default (): Handler<'sms.source'> =>
  async ({ id }, ctx) => {
    const row = await ctx.store.get<rows.MessageRow>(rows.findOwn({ id, account: ctx.account.id }))
    if (!row)
      throw new ApiError(
        'not_found',
        `You have no message with the id ${quote(id)}. Use sms.sources to list your messages.`,
      )
    return sourceOf(row)
  }
