import { limit } from '../limits/settings.ts'

/** Limits on costly requests of programs. */
export const oauthSettings = {
  registrationsPerHour: limit(
    'LIMIT_PROGRAM_REGISTRATIONS_PER_HOUR',
    '20',
    'The number of programs that one address may register in an hour. See docs/sign-in-for-programs.md.',
  ),
} as const
