import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { prayerSettings } from '../settings.ts'

const dayMs = 86_400_000
const mebibyte = 1024 * 1024

/** The largest book of sayings is 1.2 MB. */
export const reminder: ProviderDescription = {
  name: 'reminder-dev',
  source: 'reminder.dev',
  attribution: 'Sayings from reminder.dev',
  baseUrl: prayerSettings.reminderBaseUrl,
  pace: { calls: 30, perMs: 60_000 },
  maxBytes: 8 * mebibyte,
  kept: { maxEntries: 100, maxBytes: 16 * mebibyte },
  probe: { path: '/api/hadith/books' },
  examples: async () => (await import('./reminder-examples.ts')).reminderExamples,
}

/** The collection does not change. */
export const bookAges: Ages = { freshMs: 7 * dayMs, refreshMs: 14 * dayMs, maxAgeMs: 30 * dayMs }
