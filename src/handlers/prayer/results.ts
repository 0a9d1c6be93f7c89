import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { type Chapter, edition, type Quran } from './quran/quran.ts'

type Verses = Result<'prayer.verse'>
export type Verse = Verses['items'][number]

/** Where the text comes from, as every answer with it says. */
export const quranProvenance: Provenance = {
  source: edition.source,
  as_of: edition.asOf,
  stale: false,
  attribution: edition.attribution,
  licence: edition.licence,
}

/** `prayer.verse`. */
export async function verse(quran: Quran, { chapter: number, verse }: CallArgs<'prayer.verse'>): Promise<Verses> {
  const chapter = await quran.chapter(number)
  const items = verse === undefined ? allVerses(chapter) : [verseOf(chapter, checkedVerse(chapter, verse))]
  const { translator, language } = edition
  const text = inWords(chapter, items)
  return { chapter: chapterOf(chapter), items, translator, language, text, ...quranProvenance }
}

function checkedVerse({ number, name, arabic }: Chapter, verse: number): number {
  if (verse <= arabic.length) return verse
  throw errorOfFaults([
    { path: 'verse', message: `must be at most ${arabic.length}: chapter ${number} (${name}) has no more` },
  ])
}

/** A chapter as results describe it. */
export function chapterOf({ number, name, meaning, arabicName, arabic }: Chapter): Verses['chapter'] {
  return { number, name, meaning, arabic: arabicName, verse_count: arabic.length }
}

/** @param verse a number that the chapter has */
export function verseOf(chapter: Chapter, verse: number): Verse {
  return {
    chapter: chapter.number,
    verse,
    reference: `Quran ${chapter.number}:${verse}`,
    arabic: chapter.arabic[verse - 1] as string,
    translation: chapter.english[verse - 1] as string,
  }
}

function allVerses(chapter: Chapter): Verse[] {
  return chapter.arabic.map((_text, index) => verseOf(chapter, index + 1))
}

/** The translation alone: of a whole chapter, both would repeat all of the answer. */
function inWords({ name, meaning, number }: Chapter, items: readonly Verse[]): string {
  const [first, ...others] = items
  const head = `${name} (${meaning}) ${number}`
  if (first && others.length === 0) return `${head}:${first.verse}\n\n${first.translation}`
  return `${head}\n\n${items.map(({ verse, translation }) => `${verse}. ${translation}`).join('\n')}`
}
