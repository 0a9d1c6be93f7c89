import type { Handler } from '#generated/server/handlers.ts'
import { countedBy } from '#runtime/store/total.ts'
import { taskOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'tasks.next'> => async (_, ctx) => {
  const owner = ctx.account.id
  const [row, waiting] = await Promise.all([
    ctx.store.get<rows.TaskRow>(rows.nextForAgent({ owner })),
    countedBy(ctx.store, rows.countForAgent({ owner })),
  ])
  return {
    ...(row ? { task: taskOf(row) } : {}),
    waiting: waiting.total,
    ...(waiting.isAtLeast ? { is_waiting_at_least: true } : {}),
  }
}
