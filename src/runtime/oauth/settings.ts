import { limit } from '../limits/settings.ts'

/** How often programs may ask for what costs the server something. */
export const oauthSettings = {
  registrationsPerHour: limit(
    'LIMIT_PROGRAM_REGISTRATIONS_PER_HOUR',
    '20',
    'Programs that one address may register for signing in, in an hour; see docs/sign-in-for-programs.md.',
  ),
} as const
