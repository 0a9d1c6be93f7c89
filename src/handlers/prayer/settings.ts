import { baseUrlSetting } from '#runtime/outbound/description.ts'

/** Only sayings of a book that the caller names come from a provider, which needs no key. */
export const prayerSettings = {
  reminderBaseUrl: baseUrlSetting(
    'REMINDER_BASE_URL',
    'https://reminder.dev',
    'from which the sayings in a book are fetched',
  ),
} as const
