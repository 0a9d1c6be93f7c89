import { z } from 'zod'
import { setting, wholeNumber } from '../base/setting.ts'
import { limit } from '../limits/settings.ts'

const SIGN_UP = ['open', 'invite', 'closed'] as const

/** Who can create an account, exports, and how long the audit log lasts. */
export const accountSettings = {
  signUp: setting({
    name: 'SIGNUP',
    rule: `one of ${SIGN_UP.join(', ')}`,
    fallback: 'invite',
    meaning:
      'Who may create an account on the page /signup: everyone, anyone invited by an administrator, or nobody; see docs/accounts.md.',
    without: 'Nothing.',
    example: 'open',
    schema: () => z.enum(SIGN_UP),
  }),
  auditDays: setting({
    name: 'AUDIT_DAYS',
    rule: 'a whole number of days from 1 to 3650',
    fallback: '90',
    meaning:
      'How many days the audit log keeps an entry: who signed in, made tokens, administered accounts, when and from which address. See docs/accounts.md.',
    without: 'Nothing.',
    example: '365',
    schema: () => wholeNumber(1, 3650),
  }),
  exportsPerDay: limit(
    'LIMIT_EXPORTS_PER_DAY',
    '10',
    'How many exports of all its data one account can request in a day; only the last one is available.',
  ),
} as const
