import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { migrations } from './migrations/index.ts'
import { ordnanceSurvey } from './providers/ordnance-survey.ts'
import { mapSettings } from './settings.ts'
import { TileCache } from './tiles/tile-cache.ts'
import { TileRoute, tilePrefix } from './tiles/tile-route.ts'

export interface MapsDeps extends Pick<FamilyWorld, 'log' | 'layout' | 'limits' | 'baseUrl'> {
  readonly provider: Provider
  readonly cache: TileCache
  /** Whether the key is on the premium plan. */
  readonly isPremium: boolean
  /** New tiles that an account may have fetched in an hour. */
  readonly tilesPerHour: number
}

export const maps = family('maps', {
  settings: mapSettings,
  migrations,
  providers: [ordnanceSurvey],
  open(world): MapsDeps {
    const { settings, store, outbound, openByteCache, stack } = world
    const bytes = openByteCache({ name: 'tiles', maxBytes: settings.tileCacheBytes })
    stack.defer(() => bytes.close())
    return {
      ...world,
      provider: outbound.provider(ordnanceSurvey),
      cache: new TileCache(store, bytes),
      isPremium: settings.osMapsPremium,
      tilesPerHour: settings.tilesPerHour,
    }
  },
  schedules: ({ cache }) => [hourly('maps.purge', (signal) => cache.purge(signal))],
  routes(deps) {
    const route = new TileRoute(deps)
    return [{ prefix: tilePrefix, handle: (...request) => void route.handle(...request) }]
  },
})
