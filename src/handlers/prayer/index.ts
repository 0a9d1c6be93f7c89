import { type ServedQuery, serve } from '#runtime/base/query.ts'
import { family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { nameOfAllah, quranVerse } from './contracts.ts'
import { divineNames } from './divine-names.ts'
import { reminder } from './providers/reminder.ts'
import { chapterCount, createQuran, edition, type Quran } from './quran/quran.ts'
import { quranProvenance, verseOf } from './results.ts'
import { comparedAt } from './sayings.ts'
import { prayerSettings } from './settings.ts'

export interface PrayerDeps {
  readonly quran: Quran
  readonly reminder: Provider
}

export const prayer = family('prayer', {
  settings: prayerSettings,
  providers: [reminder],
  open: ({ outbound }): PrayerDeps => ({ quran: createQuran(), reminder: outbound.provider(reminder) }),
  serves: serveTexts,
  pages: [
    { at: '/prayer', for: 'everyone', load: async (site) => (await import('./pages/routes.ts')).prayerPages(site) },
  ],
})

/** The English names are translations of this product. */
const nameProvenance = {
  source: 'Onedoor',
  as_of: comparedAt,
  stale: false,
  attribution: 'The ninety-nine names, translated by Onedoor',
  licence: 'MIT',
}

/** Serves bundled texts to other families. */
function serveTexts({ quran }: PrayerDeps): ServedQuery[] {
  return [
    serve(quranVerse, async ({ chapter: number, verse }) => {
      if (number < 1 || number > chapterCount) return undefined
      const chapter = await quran.chapter(number)
      const { translator, language } = edition
      const verseCount = chapter.arabic.length
      const found = verse >= 1 && verse <= verseCount ? { verse: verseOf(chapter, verse) } : {}
      return { name: chapter.name, verseCount, translator, language, ...found, provenance: quranProvenance }
    }),
    serve(nameOfAllah, async ({ number }) => {
      const [arabic, transliteration, meaning] = divineNames[number - 1] ?? []
      return arabic && transliteration && meaning
        ? { arabic, transliteration, meaning, provenance: nameProvenance }
        : undefined
    }),
  ]
}
