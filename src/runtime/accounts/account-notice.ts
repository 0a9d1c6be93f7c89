import { z } from 'zod'
import { shortText, topic } from '../base/topic.ts'

/** Something that the owner of an account should know. Published with the account. */
export const accountNotice = topic(
  'accounts.notice',
  z.object({
    id: shortText,
    account: shortText,
    title: z.string().max(200),
    text: z.string().max(2000),
    /** A path on this server. */
    link: shortText,
  }),
  {
    meaning:
      'The owner of an account should know something, such as a sign-in from a new browser, or a problem with the server.',
    example: {
      id: 'notice_01k9y3m8v7e3q8t5r2w4x6y8z0',
      account: 'account_01k9y3p4q5r6s7t8v9w0x1y2z3',
      title: 'New browser signed in',
      text: 'Firefox, Linux signed in from 192.0.2.7 on 2026-11-21T09:30:00Z.',
      link: '/settings/security',
    },
  },
)
