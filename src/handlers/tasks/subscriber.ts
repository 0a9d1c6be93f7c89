import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { on, subscriber } from '#runtime/bus/subscriber.ts'
import { workEnded } from '../work/contracts.ts'
import * as rows from './rows.ts'

/** Characters of a result. */
const maxResult = 100_000

/**
 * Writes the outcome of a task into it, unless somebody has changed its status in the meantime. A task whose work was cancelled has
 * failed, even if the work had not begun.
 */
export const tasksSubscriber = subscriber(
  'tasks',
  on(workEnded, async ({ payload: { task: id, status, text, by_others }, account: owner, at }, tx) => {
    if (id === undefined || owner === undefined) return
    const result = firstCharacters(text, maxResult)
    const isCancelled = status === 'cancelled'
    const outcome = { id, owner, status: isCancelled ? 'failed' : status, result, now: at, by_others } as const
    await rows.setStatus(tx, { ...outcome, if_status: 'doing' })
    if (isCancelled) await rows.setStatus(tx, { ...outcome, if_status: 'todo' })
  }),
)
