import { approvalEnded } from '#runtime/approvals/topics.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { on, type Subscriber, subscriber } from '#runtime/bus/subscriber.ts'
import { markingWriter } from '#runtime/store/marks.ts'
import type { Writer } from '#runtime/store/types.ts'
import { taskAssigned } from '../tasks/contracts.ts'
import type { WorkDeps } from './index.ts'
import { findByTask } from './rows/work.ts'
import { addWork, resumeWork } from './work-queue.ts'

/**
 * Begins the tasks that people give to the agent. Without a model, or if too much of the account's work is waiting, the task
 * remains for agents that fetch it. Work that has waited for an approval goes on.
 */
export const workSubscriber = (deps: WorkDeps): Subscriber =>
  subscriber(
    'work',
    on(taskAssigned, async ({ payload: { id: task, title, detail, token, by_others }, account: owner }, tx) => {
      if (owner === undefined || (await tx.get(findByTask({ owner, task })))) return
      const prompt = detail === undefined ? title : `${title}\n\n${detail}`
      try {
        deps.agent.require()
        await addWork(deps, by_others ? marking(tx) : tx, { owner, task, token, prompt })
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure
      }
    }),
    on(approvalEnded, async ({ payload: { id: approval, state: decision, waiting }, account: owner }, tx) => {
      if (owner !== undefined && waiting !== undefined)
        await resumeWork(deps, tx, waiting, { owner, approval, decision })
    }),
  )

/** The work of a task with text by others has such text too. */
function marking(tx: Writer): Writer {
  return markingWriter(tx, { tables: new Set(['work']), value: true, sawMarked: () => undefined })
}
