import { z } from 'zod'
import { firstCharacters } from '../../runtime/base/text/first-characters.ts'
import { heard, type Subscriber } from '../../runtime/bus/subscriber.ts'
import * as rows from './rows.ts'

/** Characters of a result. */
const maxResult = 100_000

const ended = z.object({ task: z.string().optional(), status: z.enum(['done', 'failed', 'blocked']), text: z.string() })

/** Writes what came of a task into it, unless somebody has decided otherwise meanwhile. */
export const endingListener: Subscriber = {
  name: 'tasks',
  topics: {
    'work.ended': heard(ended, async ({ payload: { task: id, status, text }, account: owner, at }, tx) => {
      if (id === undefined || owner === undefined) return
      const result = firstCharacters(text, maxResult)
      await rows.setStatus(tx, { id, owner, status, if_status: 'doing', result, now: at })
    }),
  },
}
