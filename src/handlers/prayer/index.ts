import { oldFamily as family } from '#runtime/kit/family.ts'
import { reminder } from './providers/reminder.ts'
import { prayerSettings } from './settings.ts'

export const prayer = family('prayer', {
  settings: prayerSettings,
  providers: [reminder],
  open: async (world) => (await import('./open.ts')).openPrayer(world),
})
