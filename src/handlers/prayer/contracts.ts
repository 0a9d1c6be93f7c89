import { z } from 'zod'
import { provenance } from '#runtime/base/provenance.ts'
import { query } from '#runtime/base/query.ts'

const verse = z.object({
  name: z.string(),
  verseCount: z.int(),
  translator: z.string(),
  language: z.string(),
  /** Undefined if the chapter has no verse of that number. */
  verse: z.object({ reference: z.string(), arabic: z.string(), translation: z.string() }).optional(),
  provenance,
})

/** A verse of the Quran with its chapter; undefined for a chapter that does not exist. */
export const quranVerse = query<{ readonly chapter: number; readonly verse: number }, z.output<typeof verse>>(
  'prayer.verse',
  verse,
)

const divineName = z.object({ arabic: z.string(), transliteration: z.string(), meaning: z.string(), provenance })

/** One of the 99 names of Allah by its number; undefined for other numbers. */
export const nameOfAllah = query<{ readonly number: number }, z.output<typeof divineName>>('prayer.name', divineName)
