import type { Handler } from '#generated/server/handlers.ts'
import { divineNames } from '../divine-names.ts'
import type { PrayerDeps } from '../index.ts'
import { ofTheDay } from '../of-the-day.ts'
import { edition } from '../quran/quran.ts'
import { chapterOf, quranProvenance, sayingOf, verseOf } from '../results.ts'
import { sayings } from '../sayings.ts'
import { versesToReflectOn } from '../verses-to-reflect-on.ts'

const attribution = `${edition.attribution} The saying and the name are translated by Onedoor.`

export default ({ quran }: PrayerDeps): Handler<'prayer.reflection'> =>
  async (_args, ctx) => {
    const now = ctx.clock.now()
    const [number, verseNumber] = ofTheDay(versesToReflectOn, now)
    const chapter = await quran.chapter(number)
    const verse = verseOf(chapter, verseNumber)
    const saying = sayingOf(ofTheDay(sayings, now))
    const name = ofTheDay(divineNames, now)
    const [arabic, transliteration, meaning] = name
    const text = [
      `Verse: ${verse.translation} (${chapter.name}, ${number}:${verseNumber})`,
      `Saying: ${saying.translation} (${saying.reference})`,
      `Name: ${transliteration}, ${meaning}.`,
    ].join('\n\n')
    return {
      day: new Date(now).toISOString().slice(0, 10),
      chapter: chapterOf(chapter),
      verse,
      translator: edition.translator,
      language: edition.language,
      saying,
      divine_name: { number: divineNames.indexOf(name) + 1, arabic, transliteration, meaning },
      text,
      ...quranProvenance,
      attribution,
    }
  }
