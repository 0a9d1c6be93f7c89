import { createRequire } from 'node:module'
import type tzLookup from '@photostructure/tz-lookup'
import type { PlacesHandlers } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { elevation } from './names/elevation.ts'
import { address, bestMatch, geocode } from './names/find.ts'
import { nearby } from './nearby/search.ts'
import { createReaderNearby } from './pages/nearby-for-readers.ts'
import { googlePlaces, nominatim, openMeteo, overpass } from './providers/providers.ts'

const require = createRequire(import.meta.url)

/** The time zone at a point. The map of the zones is loaded with the first one. */
const zoneAt: typeof tzLookup = (lat, lon) => (require('@photostructure/tz-lookup') as typeof tzLookup)(lat, lon)

/** Places, addresses and elevations, and where others find a place by its name. */
export function openPlaces(world: FamilyWorld): OpenFamily<'places'> {
  const { outbound, limits, trustedProxies, clock } = world
  const geocoder = outbound.provider(nominatim)
  const heights = { nominatim: geocoder, openMeteo: outbound.provider(openMeteo) }
  const providers = { nominatim: geocoder, overpass: outbound.provider(overpass), zoneAt }
  const around = { ...providers, google: outbound.provider(googlePlaces) }
  const forReaders = createReaderNearby({ limits, trustedProxies, clock, providers })
  const handlers: PlacesHandlers<Context> = {
    geocode: (args, ctx) => geocode(geocoder, args, ctx),
    address: (args, ctx) => address(geocoder, args, ctx),
    elevation: (args, ctx) => elevation(heights, args, ctx),
    async nearby(args, ctx) {
      const { result, isFree } = await nearby(around, args, ctx, ctx.clock.now())
      if (isFree) ctx.charge(0)
      return result
    },
  }
  return {
    handlers,
    publicPages: async (site) => (await import('./pages/routes.ts')).placePages(site, forReaders),
    answers: {
      'places.find': ({ name, asker }: { name: string; asker: Asker }) => bestMatch(geocoder, asker, name),
    },
  }
}
