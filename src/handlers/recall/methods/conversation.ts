import type { Handler, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { StreamedResult } from '#runtime/calls/streamed.ts'
import { beforeNewest, cursorAfter, startOf } from '#runtime/kit/long-page.ts'
import { keysetPages } from '#runtime/store/keyset.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Reader } from '#runtime/store/types.ts'
import { type Message, messageOf, summaryOf } from '../results.ts'
import * as rows from '../rows.ts'

/** Messages read in one statement: each may have tens of thousands of characters. */
const pageSize = 20

export default (): Handler<'recall.conversation'> =>
  async ({ id, limit = 50, cursor }, ctx) => {
    const start = startOf({ cursor }, ['number', 'text'])
    const row = await ctx.store.get<rows.ConversationRow>(rows.find({ owner: ctx.account.id, id }))
    if (!row)
      throw new ApiError(
        'not_found',
        `You have no conversation with the id "${id}". Use recall.list to list your conversations.`,
      )
    const [at, before] = (start.last ?? beforeNewest) as [number, string]
    const end = { conversation: id, at, id: before }
    const total = await totalOf(ctx.store, rows.countBefore(end))
    const count = Math.min(total, limit)
    const omitted = total - count
    const first = await ctx.store.get<Position>(rows.firstOfNewest({ ...end, skip: Math.max(0, count - 1) }))
    const key = first && [Number(first.created_at), first.id]
    return new StreamedResult<Result<'recall.conversation'>>({
      ...summaryOf(row),
      omitted,
      ...(omitted > 0 && key ? { next_cursor: cursorAfter(start.skipped + count, key) } : {}),
      messages: messagesOf(ctx.store, id, { first, count }),
    })
  }

type Position = Pick<rows.MessageRow, 'id' | 'created_at'>

/** Messages of a conversation from `first` on, oldest first, page by page. */
async function* messagesOf(
  reader: Reader,
  conversation: string,
  { first, count }: { first: Position | undefined; count: number },
): AsyncGenerator<Message[]> {
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
