import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { snippetOf } from '#runtime/base/text/markdown.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import type { Writer } from '#runtime/store/types.ts'
import { noSuchTask, taskOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'tasks.update'> =>
  async ({ id, title, detail, status, result, if_status: expected }, ctx) => {
    const owner = ctx.account.id
    const isChange = [title, detail, status, result, expected].some((value) => value !== undefined)
    const change = {
      id,
      owner,
      title: title === undefined ? null : oneLine(title),
      status: status ?? null,
      snippet: detail === undefined ? null : snippetOf(detail),
      detail: detail ?? null,
      result: result ?? null,
      now: ctx.clock.now(),
    }
    const row = isChange
      ? await ctx.store.write(async (tx) => {
          if (expected !== undefined) await requireStatus(tx, { id, owner, expected, now: change.now })
          return rows.update(tx, change)
        })
      : await rows.find(ctx.store, { id, owner })
    if (!row) throw noSuchTask(id)
    return taskOf(row)
  }

/** Makes sure that the task has a status, until the transaction ends. @throws ApiError not_found, conflict */
async function requireStatus(
  tx: Writer,
  { id, owner, expected, now }: { id: string; owner: string; expected: rows.Status; now: number },
): Promise<void> {
  if (await rows.setStatus(tx, { id, owner, status: expected, if_status: expected, result: null, now })) return
  const row = await rows.find(tx, { id, owner })
  if (!row) throw noSuchTask(id)
  throw new ApiError(
    'conflict',
    `The status of the task is ${row.status}, not ${expected}. Someone else has changed it.`,
  )
}
