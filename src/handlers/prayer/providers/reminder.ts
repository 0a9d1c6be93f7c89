import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'
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

const filled = z
  .string()
  .nullish()
  .transform((text) => text?.replace(/\s+/g, ' ').trim() || undefined)

const saying = z
  .object({ number: z.int().min(1), narrator: filled, english: filled, arabic: filled })
  .transform(({ number, narrator, english, arabic }) => {
    if (english === undefined) return undefined
    const name = narrator?.replace(/^Narrated\s+|:$/g, '')
    return { number, ...(name ? { narrator: name } : {}), ...(arabic ? { arabic } : {}), translation: english }
  })

const book = z
  .object({ name: filled, number: z.int(), hadiths: listOf(saying) })
  .transform(({ name, hadiths }) => ({ name, sayings: hadiths.filter((each) => each !== undefined) }))

/** A book of sayings, without those that have no English text; empty for a book that the provider does not have. */
export function fetchBook(provider: Provider, asker: Asker, number: number): Promise<Provided<z.output<typeof book>>> {
  return provider.read(asker, {
    path: `/api/hadith/${number}`,
    reader: { json: book },
    ages: bookAges,
    absent: { statuses: [404], data: { name: undefined, sayings: [] } },
  })
}
