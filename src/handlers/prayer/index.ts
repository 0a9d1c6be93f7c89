import { family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { reminder } from './providers/reminder.ts'
import { createQuran, type Quran } from './quran/quran.ts'
import { serveTexts } from './serve-texts.ts'
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
