import { baseUrlSetting } from '#runtime/outbound/description.ts'

/** Settings of prayer. Only sayings from a book that the caller names come from outside; the provider needs no key. */
export const prayerSettings = {
  reminderBaseUrl: baseUrlSetting('REMINDER_BASE_URL', 'https://reminder.dev', 'sayings of a book are asked for'),
} as const
