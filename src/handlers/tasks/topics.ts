import { z } from 'zod'
import { shortText, topic } from '../../runtime/base/topic.ts'

/** A person or a program has given a task to the agent. Tasks that the agent itself makes are not announced: they would not end. */
export const taskAssigned = topic(
  'tasks.assigned',
  z.object({
    id: shortText,
    title: z.string(),
    detail: z.string().optional(),
    /** The id of the token that created it; absent for a signed-in person. Whoever does it has no more rights than that. */
    token: shortText.optional(),
  }),
  {
    meaning: 'A task was created for the agent, by somebody other than the agent.',
    example: {
      id: 'task_01k9y5r7s9t1v3w5x7y9z1a3b5',
      title: 'Compare three train times to Whitby',
      detail: 'Saturday 28 November, arriving before noon, fewest changes.',
      token: 'token_01k9y5r7s9t1v3w5x7y9z1a3b5',
    },
  },
)
