import { z } from 'zod'
import { moment, shortText, topic } from '../base/topic.ts'

const example = {
  id: 'approval_01k9y3m8v7e3q8t5r2w4x6y8z0',
  account: 'account_01k9y3p4q5r6s7t8v9w0x1y2z3',
  operation: 'letters.send',
}

const about = { id: shortText, account: shortText, operation: shortText }

/** A call needs a person. Published in the transaction of the approval, with the account, and its id as the key. */
export const approvalRequested = topic(
  'approvals.requested',
  z.object({
    ...about,
    title: z.string(),
    text: z.string(),
    expires: moment,
    /** Whether the call may come from text by others. */
    by_others: z.boolean().optional(),
  }),
  {
    meaning: 'A call that was proposed on behalf of an account needs the approval of a person.',
    example: {
      ...example,
      title: 'Send a letter?',
      text: 'The agent wants to call letters.send.',
      expires: 1795595400000,
    },
  },
)

/** It was decided or has expired; `waiting` is the key of the run that waits for it. Published like the request. */
export const approvalEnded = topic(
  'approvals.ended',
  z.object({ ...about, state: z.enum(['allowed', 'denied', 'expired']), waiting: shortText.optional() }),
  {
    meaning: 'A person has allowed or denied a call that needed approval, or nobody did in time.',
    example: { ...example, state: 'allowed' },
  },
)
