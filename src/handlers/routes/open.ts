import type { RoutesHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { directions, eta, type Priced } from './journeys/journey.ts'
import { nearest } from './journeys/nearest.ts'
import { googleRouter } from './providers/google-routes.ts'
import { osrmRouter } from './providers/osrm.ts'
import { googleRoutes, osrm, valhalla } from './providers/providers.ts'
import { valhallaRouter } from './providers/valhalla.ts'

/** Ways from place to place: by Google with a key, else by Valhalla or OSRM, else estimated. */
export function openRoutes({ outbound, ask }: Pick<FamilyWorld, 'outbound' | 'ask'>): OpenFamily<'routes'> {
  const routers = [
    googleRouter(outbound.provider(googleRoutes)),
    valhallaRouter(outbound.provider(valhalla)),
    osrmRouter(outbound.provider(osrm)),
  ]
  const world = { routers, ask }
  const handlers: RoutesHandlers<Context> = {
    directions: async (args, ctx) => priced(ctx, await directions(world, args, ctx, ctx.clock.now())),
    eta: async (args, ctx) => priced(ctx, await eta(world, args, ctx, ctx.clock.now())),
    nearest: async (args, ctx) => priced(ctx, await nearest(world, args, ctx, ctx.clock.now())),
  }
  return { handlers }
}

function priced<T>(ctx: Context, { result, isFree }: Priced<T>): T {
  if (isFree) ctx.charge(0)
  return result
}
