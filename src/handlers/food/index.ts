import { oldFamily as family } from '#runtime/kit/family.ts'
import { foodStandardsAgency, openFoodFacts } from './providers.ts'
import { foodSettings } from './settings.ts'

export const food = family('food', {
  settings: foodSettings,
  providers: [openFoodFacts, foodStandardsAgency],
  open: async (world) => (await import('./open.ts')).openFood(world),
})
