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
      'Who may create an account on the page /signup: everyone (`open`), people invited by an administrator (`invite`), or nobody (`closed`). See docs/accounts.md.',
    without: 'Nothing.',
    example: 'open',
    schema: () => z.enum(SIGN_UP),
  }),
  adminSecondFactor: setting({
    name: 'ADMIN_SECOND_FACTOR',
    rule: 'on or off',
    fallback: 'off',
    meaning:
      'Whether administrators need a second factor: codes from an app, or a passkey. An administrator without one can sign in only to set one up.',
    without: 'Nothing.',
    example: 'on',
    schema: () => z.enum(['on', 'off']).transform((text) => text === 'on'),
  }),
  impersonation: setting({
    name: 'IMPERSONATION',
    rule: 'on or off',
    fallback: 'off',
    meaning:
      'Whether administrators may see pages as the owner of an account sees them, for at most 15 minutes, with a reason that is sent to the account. They cannot change anything. See docs/accounts.md.',
    without: 'Nothing.',
    example: 'on',
    schema: () => z.enum(['on', 'off']).transform((text) => text === 'on'),
  }),
  auditDays: setting({
    name: 'AUDIT_DAYS',
    rule: 'a whole number of days from 1 to 3650',
    fallback: '90',
    meaning:
      'The number of days for which the audit log stores an entry. Entries record who signed in, created tokens or administered accounts, when, and from which address. See docs/logs.md.',
    without: 'Nothing.',
    example: '365',
    schema: () => wholeNumber(1, 3650),
  }),
  exportsPerDay: limit(
    'LIMIT_EXPORTS_PER_DAY',
    '10',
    'The number of times that one account may request an export of all its data in a day. Only the latest export can be downloaded.',
  ),
} as const
