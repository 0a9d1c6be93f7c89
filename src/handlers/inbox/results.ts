import type { InboxHandlers, Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { quote } from '../../runtime/base/text/quote.ts'
import type { Publisher } from '../../runtime/bus/bus.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { pageOf } from '../../runtime/kit/page.ts'
import { totalOf } from '../../runtime/store/total.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import { inboxMarkedRead } from './contracts.ts'
import * as rows from './rows.ts'

type View = Result<'inbox.read'>
type Thread = NonNullable<View['items']>[number]
type Message = NonNullable<View['thread']>['messages'][number]

/** The kinds of threads that count as read where they came from once they are marked as read here. */
const carried: ReadonlySet<rows.Kind> = new Set(['chat'])

/** What has come for the caller. */
export const createInbox = (bus: Publisher): InboxHandlers<Context> => ({
  async read({ id, offset = 0, limit = 20 }, ctx) {
    const owner = ctx.account.id
    const unreadCount = totalOf(ctx.store, rows.countUnread({ owner, unread: true }))
    if (id === undefined) {
      const [found, total, unread] = await Promise.all([
        ctx.store.all<rows.ThreadRow>(rows.page({ owner, offset, limit })),
        totalOf(ctx.store, rows.count({ owner })),
        unreadCount,
      ])
      return { ...pageOf(found.map(threadOf), total, offset), unread }
    }
    const [row, unread] = await Promise.all([ctx.store.get<rows.ThreadRow>(rows.find({ owner, id })), unreadCount])
    if (!row) throw noSuchThread(id)
    const messages = await rows.latestMessages(ctx.store, id)
    const omitted = Math.max(0, Number(row.message_count) - messages.length)
    return { total: 1, offset: 0, unread, thread: { ...threadOf(row), messages: messages.map(messageOf), omitted } }
  },

  async mark({ action, id }, ctx) {
    const unread = action === 'mark_unread'
    const owner = ctx.account.id
    return ctx.store.write(async (tx) => {
      const marked = await rows.mark(tx, { owner, id, unread })
      if (!marked) throw noSuchThread(id)
      if (unread) return ctx.returns({ id, unread, is_carried: false })
      const [account, at] = [owner, ctx.clock.now()]
      await bus.publish(tx, inboxMarkedRead, { account, at, ...marked }, { account, key: marked.key, at })
      return ctx.returns({ id, unread, is_carried: carried.has(marked.kind) })
    })
  },
})

function threadOf(row: rows.ThreadRow): Thread {
  return {
    id: row.id,
    kind: row.kind === 'events' ? 'reminder' : row.kind,
    subject: row.subject,
    from: row.from,
    snippet: row.snippet,
    unread: asBoolean(row.unread),
    ...(row.link === null ? {} : { link: row.link }),
    updated: iso(row.updated_at),
  }
}

function messageOf(row: rows.MessageRow): Message {
  return {
    id: row.id,
    role: row.role,
    from: row.from,
    text: row.text,
    is_truncated: asBoolean(row.is_truncated),
    created: iso(row.created_at),
  }
}

/** The same error for an unknown id and for another account's. */
function noSuchThread(id: string): ApiError {
  return new ApiError('not_found', `Your inbox has no thread with the id ${quote(id)}; GET /inbox lists its threads.`)
}
