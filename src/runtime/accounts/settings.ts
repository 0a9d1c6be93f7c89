import { z } from 'zod'
import { setting } from '../base/setting.ts'

const SIGN_UP = ['open', 'invite', 'closed'] as const

/** Who may make an account. */
export const accountSettings = {
  signUp: setting({
    name: 'SIGNUP',
    rule: `one of ${SIGN_UP.join(', ')}`,
    fallback: 'invite',
    meaning:
      'Who may create an account on the page /signup: everyone, anyone invited by an administrator, or nobody; see docs/accounts.md.',
    without: 'Nothing.',
    example: 'open',
    schema: z.enum(SIGN_UP),
  }),
} as const
