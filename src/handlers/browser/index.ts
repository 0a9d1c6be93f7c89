import { oldFamily as family } from '#runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { browserSettings } from './settings.ts'

export const browser = family('browser', {
  settings: browserSettings,
  migrations,
  examine: async (settings) => (await import('./browser-state.ts')).examineBrowser(settings),
  open: async (world) => (await import('./open.ts')).openBrowser(world),
})
