import type { Handler } from '#generated/server/handlers.ts'
import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { newId } from '#runtime/base/ids.ts'
import { snippetOf } from '#runtime/base/text/markdown.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { type Caller, credentialIdOf } from '#runtime/calls/caller.ts'
import type { Writer } from '#runtime/store/types.ts'
import { taskAssigned } from '../contracts.ts'
import { isDay, parseDue } from '../due.ts'
import type { TasksDeps } from '../index.ts'
import { taskOf } from '../results.ts'
import * as rows from '../rows.ts'

export default ({ bus }: TasksDeps): Handler<'tasks.create'> =>
  async ({ title, detail, assignee = 'me', due }, ctx) => {
    const owner = ctx.account.id
    const task = {
      id: newId('task'),
      owner,
      title: oneLine(title),
      assignee,
      due_at: due === undefined ? null : parseDue(due, isDay(due) ? await timeZoneOf(ctx.store, owner) : undefined),
      snippet: detail === undefined ? null : snippetOf(detail),
      detail: detail ?? null,
      now: ctx.clock.now(),
    }
    return ctx.store.write(async (tx) => {
      const row = await rows.insert(tx, task)
      if (assignee === 'agent' && ctx.origin === 'client') await publish(bus, tx, row, { owner, caller: ctx.caller })
      return ctx.returns(taskOf(row))
    })
  }

function publish(
  bus: TasksDeps['bus'],
  tx: Writer,
  { id, title, detail }: rows.TaskRow,
  { owner, caller }: { owner: string; caller: Caller },
): Promise<void> {
  const token = credentialIdOf(caller)
  const payload = { id, title, ...(detail === null ? {} : { detail }), ...(token === undefined ? {} : { token }) }
  return bus.publish(tx, taskAssigned, payload, { account: owner, key: id })
}
