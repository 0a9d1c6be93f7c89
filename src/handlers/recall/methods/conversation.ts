import type { Handler, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { StreamedResult } from '#runtime/calls/streamed.ts'
import { keysetPages } from '#runtime/store/keyset.ts'
import type { Reader } from '#runtime/store/types.ts'
import { type Message, messageOf, summaryOf } from '../results.ts'
import * as rows from '../rows.ts'

/** Messages read in one statement: each may have tens of thousands of characters. */
const pageSize = 20

export default (): Handler<'recall.conversation'> =>
  async ({ id, limit = 50 }, ctx) => {
    const row = await ctx.store.get<rows.ConversationRow>(rows.find({ owner: ctx.account.id, id }))
    if (!row)
      throw new ApiError(
        'not_found',
        `You have no conversation with the id "${id}". Use recall.list to list your conversations.`,
      )
    const total = Number(row.message_count)
    const omitted = Math.max(0, total - limit)
    return new StreamedResult<Result<'recall.conversation'>>({
      ...summaryOf(row),
      omitted,
      messages: messagesOf(ctx.store, id, total - omitted),
    })
  }

/** The newest messages of a conversation, oldest first, page by page. */
async function* messagesOf(reader: Reader, conversation: string, count: number): AsyncGenerator<Message[]> {
  if (count === 0) return
  const skip = count - 1
  const first = await reader.get<{ id: string; created_at: number | string }>(
    rows.firstOfNewest({ conversation, skip }),
  )
  if (!first) return
  let left = count
  const pages = keysetPages<rows.MessageRow>(pageSize, (last, size) => {
    const { id, created_at } = last ?? first
    const from = {
      conversation,
      at: Number(created_at),
      id,
      isIncluded: last === undefined,
      limit: Math.min(size, left),
    }
    return left === 0 ? Promise.resolve([]) : reader.all(rows.messagesFrom(reader.sql, from))
  })
  for await (const page of pages) {
    left -= page.length
    yield page.map(messageOf)
  }
}
