import type { Handler } from '#generated/server/handlers.ts'
import { noSuchTask } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'tasks.delete'> =>
  async ({ id }, ctx) => {
    if (!(await rows.remove(ctx.store, { id, owner: ctx.account.id }))) throw noSuchTask(id)
    return { id, deleted: true }
  }
