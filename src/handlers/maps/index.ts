import { oldFamily as family } from '#runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { ordnanceSurvey } from './providers/ordnance-survey.ts'
import { mapSettings } from './settings.ts'

export const maps = family('maps', {
  settings: mapSettings,
  migrations,
  providers: [ordnanceSurvey],
  open: async (world) => (await import('./open.ts')).openMaps(world),
})
