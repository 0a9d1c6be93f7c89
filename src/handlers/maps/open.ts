import type { MapsHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { ordnanceSurvey } from './providers/ordnance-survey.ts'
import { area, tile } from './results.ts'
import type { mapSettings } from './settings.ts'
import { createHeldTiles } from './tiles/tile-cache.ts'
import { createTileDoor, tilePrefix } from './tiles/tile-route.ts'

/** Map tiles of Great Britain: their addresses, and the pictures at `/tiles/`. */
export function openMaps(world: FamilyWorld<typeof mapSettings>): OpenFamily<'maps'> {
  const { settings, store, baseUrl, log, layout, limits, outbound } = world
  const provider = outbound.provider(ordnanceSurvey)
  const cache = world.openByteCache({ name: 'tiles', maxBytes: settings.tileCacheBytes })
  const held = createHeldTiles({ store, cache })
  const { isConfigured: canFetch, isExample } = provider
  const maps = { baseUrl, held, canFetch, isExample, isPremium: settings.osMapsPremium }
  const handlers: MapsHandlers<Context> = {
    tile: (args, ctx) => tile(maps, args, ctx.clock.now()),
    area: (args, ctx) => area(maps, args, ctx.clock.now()),
  }
  const door = createTileDoor({ ...maps, provider, log, layout, limits, tilesPerHour: settings.tilesPerHour })
  return {
    handlers,
    paths: [{ prefix: tilePrefix, handle: door }],
    schedules: [hourly('maps.purge', (signal) => held.purge(signal))],
    close: () => cache.close(),
  }
}
