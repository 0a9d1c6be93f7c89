import { z } from 'zod'
import { query } from '#runtime/base/query.ts'
import { shortText, topic } from '#runtime/base/topic.ts'

/**
 * A person or a program has given a task to the agent. Not published for tasks that the agent itself makes, which would never
 * end.
 */
export const taskAssigned = topic(
  'tasks.assigned',
  z.object({
    id: shortText,
    title: z.string(),
    detail: z.string().optional(),
    /** The id of the token that created it; absent for a signed-in person. The agent has no more rights than that token. */
    token: shortText.optional(),
    /** Whether its texts may be by others. */
    by_others: z.boolean().optional(),
  }),
  {
    meaning: 'A task was created for the agent by someone other than the agent.',
    example: {
      id: 'task_01k9y5r7s9t1v3w5x7y9z1a3b5',
      title: 'Compare three train times to Whitby',
      detail: 'Saturday 28 November, arriving before noon, fewest changes.',
      token: 'token_01k9y5r7s9t1v3w5x7y9z1a3b5',
    },
  },
)

export interface Claim {
  readonly id: string
  readonly owner: string
  /** The statuses that it may have now. */
  readonly from: readonly ('todo' | 'doing' | 'done' | 'failed' | 'blocked')[]
}

/** Claims a task of the agent: its status becomes `doing`, unless it is gone or has another status, so that nobody else does it. */
export const claimTask = query<Claim, { claimed: boolean }>('tasks.claim', z.object({ claimed: z.boolean() }))
