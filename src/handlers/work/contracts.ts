import { z } from 'zod'
import { shortText, topic } from '../../runtime/base/topic.ts'

/** What others may need to know of a piece of work that has ended, such as whoever has the task that it did. */
export const workEnded = topic(
  'work.ended',
  z.object({
    id: shortText,
    task: shortText.optional(),
    status: z.enum(['done', 'failed', 'blocked']),
    /** The result, or why there is none. */
    text: z.string(),
  }),
  {
    meaning: 'The agent has ended a piece of work, well or not.',
    example: {
      id: 'work_01k9y3m8v7e3q8t5r2w4x6y8z0',
      task: 'task_01k9y5r7s9t1v3w5x7y9z1a3b5',
      status: 'done',
      text: 'The 9:42 by way of Middlesbrough arrives at 11:58 with one change.',
    },
  },
)
