import type { Answers } from '#runtime/bus/queries.ts'
import { divineNames } from './divine-names.ts'
import { chapterCount, edition, type Quran } from './quran/quran.ts'
import { quranProvenance, verseOf } from './results.ts'
import { comparedAt } from './sayings.ts'

/** Of the list of names, as of the day on which it was compared with its editions; its English is the product's own. */
const nameProvenance = {
  source: 'Onedoor',
  as_of: comparedAt,
  stale: false,
  attribution: 'The ninety-nine names, in a translation of Onedoor',
  licence: 'MIT',
}

/** The texts that the product brings along, for other families. */
export function textAnswers(quran: Quran): Answers {
  return {
    'prayer.verse': async ({ chapter: number, verse }: { chapter: number; verse: number }) => {
      if (number < 1 || number > chapterCount) return undefined
      const chapter = await quran.chapter(number)
      const { translator, language } = edition
      const verseCount = chapter.arabic.length
      const found = verse >= 1 && verse <= verseCount ? { verse: verseOf(chapter, verse) } : {}
      return { name: chapter.name, verseCount, translator, language, ...found, provenance: quranProvenance }
    },
    'prayer.name': async ({ number }: { number: number }) => {
      const [arabic, transliteration, meaning] = divineNames[number - 1] ?? []
      return arabic && { arabic, transliteration, meaning, provenance: nameProvenance }
    },
  }
}
