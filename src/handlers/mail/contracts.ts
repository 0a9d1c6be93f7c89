import { z } from 'zod'
import { shortText, topic } from '#runtime/base/topic.ts'

export const mailReceived = topic(
  'mail.received',
  z.object({
    id: shortText,
    thread: shortText,
    from: shortText,
    subject: z.string().max(1000).optional(),
    tag: shortText.optional(),
    /** Whether an account of this instance sent it. */
    is_local: z.boolean(),
    /** Whether the domain of an outside sender was verified. */
    sender_verified: z.boolean().optional(),
    /**
     * Whether a person seems to have written it, so that a machine may reply: false for lists, automatic replies, bounces, unverified
     * senders, and messages of the account to itself. Nothing may wake an agent if it is false.
     */
    may_wake: z.boolean(),
  }),
  {
    meaning: 'A message has arrived in a mailbox.',
    example: {
      id: 'mail_01k9y3m8v7e3q8t5r2w4x6y8z0',
      thread: 'thread_01k9y3m8v7e3q8t5r2w4x6y8z2',
      from: 'service@lampen.example',
      subject: 'Your lamp is on its way',
      tag: 'orders',
      is_local: false,
      sender_verified: true,
      may_wake: true,
    },
  },
)
