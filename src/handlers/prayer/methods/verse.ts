import type { Handler, Result } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { PrayerDeps } from '../index.ts'
import { type Chapter, edition } from '../quran/quran.ts'
import { chapterOf, quranProvenance, verseOf } from '../results.ts'

type Verse = Result<'prayer.verse'>['items'][number]

export default ({ quran }: PrayerDeps): Handler<'prayer.verse'> =>
  async ({ chapter: number, verse }) => {
    const chapter = await quran.chapter(number)
    const items = versesOf(chapter, verse)
    const { translator, language } = edition
    const text = textOf(chapter, items)
    return { chapter: chapterOf(chapter), items, translator, language, text, ...quranProvenance }
  }

/** @param verse all of them if undefined @throws ApiError invalid_argument */
function versesOf(chapter: Chapter, verse: number | undefined): Verse[] {
  const { number, name, arabic } = chapter
  if (verse === undefined) return arabic.map((_text, index) => verseOf(chapter, index + 1))
  if (verse <= arabic.length) return [verseOf(chapter, verse)]
  throw invalidArgument('verse', `must be at most ${arabic.length}, the last verse of chapter ${number} (${name})`)
}

/** The translation only: with the Arabic the text would repeat the whole result. */
function textOf({ name, meaning, number }: Chapter, items: readonly Verse[]): string {
  const [first, ...others] = items
  const head = `${name} (${meaning}) ${number}`
  if (first && others.length === 0) return `${head}:${first.verse}\n\n${first.translation}`
  return `${head}\n\n${items.map(({ verse, translation }) => `${verse}. ${translation}`).join('\n')}`
}
