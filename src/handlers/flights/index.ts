import { oldFamily as family } from '#runtime/kit/family.ts'
import { adsbFi, adsbLol, aeroDataBox, airplanesLive, aviationStack } from './providers/providers.ts'
import { flightSettings } from './settings.ts'

export const flights = family('flights', {
  settings: flightSettings,
  providers: [adsbLol, airplanesLive, adsbFi, aeroDataBox, aviationStack],
  open: async (world) => (await import('./open.ts')).openFlights(world),
})
