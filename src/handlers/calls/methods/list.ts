import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { CallsDeps } from '../index.ts'
import { loggedCallOf } from '../results.ts'

/** A cursor is the number of the last call of the page before. */
const cursorForm = /^[1-9]\d{0,15}$/

export default ({ callLog }: CallsDeps): Handler<'calls.list'> =>
  async (args, ctx) => {
    const { request_id, operation, family, ok, from, to, caller, door, limit = 20, cursor } = args
    if (cursor !== undefined && !cursorForm.test(cursor)) {
      throw invalidArgument('cursor', 'must be the next_cursor of the previous page')
    }
    const { entries, hasMore } = await callLog.page(ctx.account.id, {
      before: cursor === undefined ? undefined : Number(cursor),
      limit,
      requestId: request_id,
      operation,
      family,
      isOk: ok,
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
      caller,
      door,
      credential: args.credential_id,
      actor: args.caller_id,
      run: args.run_id,
      approval: args.approval_id,
      object: args.object,
    })
    const items = entries.map(loggedCallOf)
    const last = items.at(-1)
    return { items, ...(hasMore && last ? { next_cursor: String(last.number) } : {}) }
  }
