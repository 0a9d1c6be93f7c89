import { z } from 'zod'
import { moment, shortText, topic } from '../../runtime/base/topic.ts'

/** The owner has read a thread. Whoever announced its items knows it by the kind and the key. */
export const inboxMarkedRead = topic(
  'inbox.marked_read',
  z.object({ account: shortText, kind: shortText, key: shortText, at: moment }),
  {
    meaning: 'The owner of an inbox has marked a thread as read.',
    example: {
      account: 'account_01k9y3p4q5r6s7t8v9w0x1y2z3',
      kind: 'chat',
      key: 'direct_3f6b1d0c5a7e9b2448f1c6d3a0e5b7c9d1f2a3b4',
      at: 1795595400000,
    },
  },
)
