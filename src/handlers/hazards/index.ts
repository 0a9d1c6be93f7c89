import { oldFamily as family } from '#runtime/kit/family.ts'
import { environmentAgency, gdacs, usgs } from './providers.ts'
import { hazardSettings } from './settings.ts'

export const hazards = family('hazards', {
  settings: hazardSettings,
  providers: [usgs, gdacs, environmentAgency],
  // Loaded only where it is served: the borders of England are 3 MB.
  open: async (world) => (await import('./open.ts')).openHazards(world),
})
