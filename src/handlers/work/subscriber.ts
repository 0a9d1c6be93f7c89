import { z } from 'zod'
import { ApiError } from '../../runtime/base/errors.ts'
import { heard, type Subscriber } from '../../runtime/bus/subscriber.ts'
import { statement } from '../../runtime/store/statement.ts'
import type { WorkQueue } from './work-queue.ts'

const assigned = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  token: z.string().optional(),
})

const workOfTask = statement<{ owner: string; task: string }>((sql, param) =>
  sql('work')
    .select('id')
    .where({ owner: param('owner'), task: param('task') }),
)

/**
 * Begins the work of tasks that people give to the agent. Without a model the task stays for agents that ask for it, as it does for
 * an account that has too much work waiting.
 */
export function workListener(queue: WorkQueue): Subscriber {
  return {
    name: 'work',
    topics: {
      'tasks.assigned': heard(assigned, async ({ payload, account: owner }, tx) => {
        const { id: task, title, detail, token } = payload
        if (owner === undefined || (await tx.get(workOfTask({ owner, task })))) return
        try {
          queue.requireAgent()
          await queue.add(tx, { owner, task, token, prompt: detail === undefined ? title : `${title}\n\n${detail}` })
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure
        }
      }),
    },
  }
}
