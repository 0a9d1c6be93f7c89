import type { PrayerHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { reminder } from './providers/reminder.ts'
import { qibla } from './qibla.ts'
import { createQuran } from './quran/quran.ts'
import { reflection } from './reflection.ts'
import { verse } from './results.ts'
import { saying } from './saying.ts'
import { textAnswers } from './serve-texts.ts'
import { times } from './times.ts'

/** Prayer times and directions, which are computed, and texts, most of which the product brings along. */
export function openPrayer({ outbound }: Pick<FamilyWorld, 'outbound'>): OpenFamily<'prayer'> {
  const quran = createQuran()
  const sayings = outbound.provider(reminder)
  const handlers: PrayerHandlers<Context> = {
    times,
    qibla: async (args) => qibla(args),
    verse: (args) => verse(quran, args),
    saying: (args, ctx) => saying(sayings, args, ctx),
    reflection: (_args, ctx) => reflection(quran, ctx),
  }
  return {
    handlers,
    answers: textAnswers(quran),
    publicPages: async (site) => (await import('./pages/routes.ts')).prayerPages(site),
  }
}
