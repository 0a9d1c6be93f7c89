import { oldFamily as family } from '#runtime/kit/family.ts'
import { googlePlaces, nominatim, openMeteo, overpass } from './providers/providers.ts'
import { placeSettings } from './settings.ts'

export const places = family('places', {
  settings: placeSettings,
  providers: [nominatim, openMeteo, overpass, googlePlaces],
  // Loaded only where it is served: it knows the time zones of the world.
  open: async (world) => (await import('./open.ts')).openPlaces(world),
})
