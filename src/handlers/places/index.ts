import { serve } from '#runtime/base/query.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { findPlace } from './contracts.ts'
import { googlePlaces } from './providers/google-places.ts'
import { bestMatch, nominatim } from './providers/nominatim.ts'
import { openMeteo } from './providers/open-meteo.ts'
import { overpass } from './providers/overpass.ts'
import { placeSettings } from './settings.ts'

export interface PlacesDeps extends Pick<FamilyWorld, 'limits' | 'trustedProxies' | 'clock'> {
  readonly nominatim: Provider
  readonly openMeteo: Provider
  readonly overpass: Provider
  readonly google: Provider
}

export const places = family('places', {
  settings: placeSettings,
  providers: [nominatim, openMeteo, overpass, googlePlaces],
  open: ({ outbound, limits, trustedProxies, clock }): PlacesDeps => ({
    nominatim: outbound.provider(nominatim),
    openMeteo: outbound.provider(openMeteo),
    overpass: outbound.provider(overpass),
    google: outbound.provider(googlePlaces),
    limits,
    trustedProxies,
    clock,
  }),
  serves: (deps) => [serve(findPlace, ({ name, asker }) => bestMatch(deps.nominatim, asker, name))],
  pages: [
    {
      at: '/places',
      for: 'everyone',
      load: async (site, deps) => (await import('./pages/routes.ts')).placesPages(site, deps),
    },
  ],
})
