import type { Handler } from '#generated/server/handlers.ts'
import { noSuchTask, taskOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'tasks.read'> =>
  async ({ id }, ctx) => {
    const row = await rows.find(ctx.store, { id, owner: ctx.account.id })
    if (!row) throw noSuchTask(id)
    return taskOf(row)
  }
