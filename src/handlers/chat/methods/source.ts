import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { directId } from '../find-room.ts'
import { findSource } from '../rows/messages.ts'

export default (): Handler<'chat.source'> =>
  async ({ id }, ctx) => {
    const account = ctx.account.id
    const row = await findSource(ctx.store, account, id)
    if (!row)
      throw new ApiError(
        'not_found',
        `You have no message with the id ${quote(id)}. Use chat.sources to list your messages.`,
      )
    const isOwn = row.author === account
    return {
      id: row.id,
      thread: row.recipient_name === null ? row.room : directId(row.author_name, row.recipient_name),
      direction: isOwn ? 'outgoing' : 'incoming',
      from: row.author_name,
      to: row.recipient_name === null ? [] : [row.recipient_name],
      text: row.text,
      channel: 'chat',
      ...(isOwn && { delivery: 'delivered' }),
      created: iso(row.created_at),
    }
  }
