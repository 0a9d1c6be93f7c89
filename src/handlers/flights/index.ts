import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { aeroDataBox } from './providers/aerodatabox.ts'
import { aviationStack } from './providers/aviationstack.ts'
import { adsbFi, adsbLol, airplanesLive } from './providers/positions.ts'
import { flightSettings } from './settings.ts'

export interface FlightsDeps extends Pick<FamilyWorld, 'query'> {
  readonly adsbLol: Provider
  readonly airplanesLive: Provider
  readonly adsbFi: Provider
  readonly aeroDataBox: Provider
  readonly aviationStack: Provider
}

export const flights = family('flights', {
  settings: flightSettings,
  providers: [adsbLol, airplanesLive, adsbFi, aeroDataBox, aviationStack],
  open: ({ outbound, query }: Pick<FamilyWorld, 'outbound' | 'query'>): FlightsDeps => ({
    query,
    adsbLol: outbound.provider(adsbLol),
    airplanesLive: outbound.provider(airplanesLive),
    adsbFi: outbound.provider(adsbFi),
    aeroDataBox: outbound.provider(aeroDataBox),
    aviationStack: outbound.provider(aviationStack),
  }),
  pages: [
    { at: '/flights', for: 'everyone', load: async (site) => (await import('./pages/routes.ts')).flightPages(site) },
  ],
})
