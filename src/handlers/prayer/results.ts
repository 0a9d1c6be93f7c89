import type { Result } from '#generated/server/handlers.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { type Chapter, edition } from './quran/quran.ts'
import { bookNames, collection, type Saying } from './sayings.ts'

type Verses = Result<'prayer.verse'>

export const quranProvenance: Provenance = {
  source: edition.source,
  as_of: edition.asOf,
  stale: false,
  attribution: edition.attribution,
  licence: edition.licence,
}

export function chapterOf({ number, name, meaning, arabicName, arabic }: Chapter): Verses['chapter'] {
  return { number, name, meaning, arabic: arabicName, verse_count: arabic.length }
}

/** @param verse a number that the chapter has */
export function verseOf(chapter: Chapter, verse: number): Verses['items'][number] {
  return {
    chapter: chapter.number,
    verse,
    reference: `Quran ${chapter.number}:${verse}`,
    arabic: chapter.arabic[verse - 1] as string,
    translation: chapter.english[verse - 1] as string,
  }
}

/** A saying without its provenance. */
export type SayingResult = Omit<Result<'prayer.saying'>, 'text' | keyof Provenance>

/** A bundled saying. */
export function sayingOf({ book, number, narrator, arabic, english }: Saying): SayingResult {
  const name = bookNames[book]
  return {
    collection,
    book,
    ...(name ? { book_name: name } : {}),
    number,
    reference: `${collection} ${number}`,
    narrator,
    arabic,
    translation: english,
    language: 'en',
  }
}
