import type { Handler } from '#generated/server/handlers.ts'
import { inboxMarkedRead, type Kind } from '../contracts.ts'
import type { InboxDeps } from '../index.ts'
import { noSuchThread } from '../results.ts'
import * as rows from '../rows.ts'

/** The kinds whose threads count as read in their own family once they are marked as read here. */
const carried: ReadonlySet<Kind> = new Set(['chat'])

export default ({ bus }: InboxDeps): Handler<'inbox.mark'> =>
  async ({ action, id }, ctx) => {
    const unread = action === 'mark_unread'
    const account = ctx.account.id
    return ctx.store.write(async (tx) => {
      const changed = await tx.get<rows.Source>(rows.setUnread({ owner: account, id, unread }))
      const thread = changed ?? (await tx.get<rows.Source>(rows.findSource({ owner: account, id })))
      if (!thread) throw noSuchThread(id)
      const mark = { id, is_unread: unread, unread, is_changed: changed !== undefined }
      if (unread) return ctx.returns({ ...mark, is_carried: false })
      const at = ctx.clock.now()
      await bus.publish(tx, inboxMarkedRead, { account, at, ...thread }, { account, key: thread.key, at })
      return ctx.returns({ ...mark, is_carried: carried.has(thread.kind) })
    })
  }
