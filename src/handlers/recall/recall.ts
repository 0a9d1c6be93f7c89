import type { RecallHandlers, Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { StreamedResult } from '../../runtime/calls/streamed.ts'
import { keysetPages } from '../../runtime/store/keyset.ts'
import { totalOf } from '../../runtime/store/total.ts'
import type { Reader } from '../../runtime/store/types.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import * as rows from './rows.ts'

type Summary = Result<'recall.list'>['items'][number]
type Message = Result<'recall.conversation'>['messages'][number]

/** Messages read at a time: each may have tens of thousands of characters. */
const pageSize = 20

/** Past conversations with the agent. */
export const recall: RecallHandlers<Context> = {
  async list({ client, limit = 20 }, ctx) {
    const matching = () => rows.ofAccount(ctx.store, ctx.account.id, client)
    const [items, total] = await Promise.all([
      ctx.store.all<rows.ConversationRow>(rows.listed(matching(), limit)),
      totalOf(ctx.store, matching().count({ total: '*' })),
    ])
    return { items: items.map(summaryOf), total }
  },

  async conversation({ id, limit = 50 }, ctx) {
    const row = await ctx.store.get<rows.ConversationRow>(rows.find({ owner: ctx.account.id, id }))
    if (!row)
      throw new ApiError('not_found', `You have had no conversation with the id "${id}"; recall.list shows the ids.`)
    const total = Number(row.message_count)
    const omitted = Math.max(0, total - limit)
    return new StreamedResult<Result<'recall.conversation'>>({
      ...summaryOf(row),
      omitted,
      messages: messagesOf(ctx.store, id, total - omitted),
    })
  },
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

function summaryOf(row: rows.ConversationRow): Summary {
  return {
    id: row.id,
    subject: row.subject,
    client: row.client,
    ...(row.agent === null ? {} : { agent: row.agent }),
    message_count: Number(row.message_count),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
  }
}

function messageOf(row: rows.MessageRow): Message {
  return {
    id: row.id,
    role: row.role,
    ...(row.from === null ? {} : { from: row.from }),
    text: row.text,
    is_truncated: asBoolean(row.is_truncated),
    created: iso(row.created_at),
  }
}
