import type { Handler } from '#generated/server/handlers.ts'
import { pageOf } from '#runtime/kit/page.ts'
import { totalOf } from '#runtime/store/total.ts'
import { messageOf, noSuchThread, threadOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'inbox.read'> =>
  async ({ id, offset = 0, limit = 20 }, ctx) => {
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
  }
