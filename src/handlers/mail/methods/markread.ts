import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import { messageNotFound } from '../results.ts'
import * as rows from '../rows/messages.ts'

export default (): Handler<'mail.markread'> =>
  async ({ ids, all }, ctx) => {
    const owner = ctx.account.id
    if ((ids === undefined) === (all !== true)) {
      const message = ids === undefined ? 'is required unless all is true' : 'cannot be combined with all'
      throw invalidArgument('ids', message)
    }
    return ctx.store.write(async (tx) => {
      const changed =
        ids === undefined
          ? (await tx.run(rows.markAll({ owner }))).changes
          : await markEach(tx, owner, [...new Set(ids)])
      return ctx.returns({ changed, unread: await totalOf(tx, rows.countUnread({ owner })) })
    })
  }

async function markEach(tx: Writer, owner: string, ids: readonly string[]): Promise<number> {
  const known = new Set((await rows.incomingAmong(tx, owner, ids)).map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw messageNotFound(unknown, 'mail.inbox', ' Nothing was changed.')
  return rows.markSome(tx, owner, ids)
}
