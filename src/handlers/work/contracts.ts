import { z } from 'zod'
import { shortText, topic } from '#runtime/base/topic.ts'

/** Published once for each run of a piece of work. */
export const workEnded = topic(
  'work.ended',
  z.object({
    id: shortText,
    /** The task that the work was for. */
    task: shortText.optional(),
    status: z.enum(['done', 'failed', 'blocked', 'cancelled']),
    /** The result, or why the work has no result. */
    text: z.string(),
    /** Whether the text may be by others. */
    by_others: z.boolean().optional(),
  }),
  {
    meaning: 'The agent has finished a piece of work, successfully or not.',
    example: {
      id: 'work_01k9y3m8v7e3q8t5r2w4x6y8z0',
      task: 'task_01k9y5r7s9t1v3w5x7y9z1a3b5',
      status: 'done',
      text: 'The 9:42 by way of Middlesbrough arrives at 11:58 with one change.',
    },
  },
)
