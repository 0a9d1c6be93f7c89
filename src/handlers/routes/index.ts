import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { googleRouter, googleRoutes } from './providers/google-routes.ts'
import { osrm, osrmRouter } from './providers/osrm.ts'
import { valhalla, valhallaRouter } from './providers/valhalla.ts'
import type { Router } from './routing/travel.ts'
import { routeSettings } from './settings.ts'

export interface RoutesDeps extends Pick<FamilyWorld, 'query'> {
  /** The first one that serves a mode and can be reached is used. */
  readonly routers: readonly Router[]
}

export const routes = family('routes', {
  settings: routeSettings,
  providers: [googleRoutes, valhalla, osrm],
  open: ({ outbound, query }): RoutesDeps => ({
    routers: [
      googleRouter(outbound.provider(googleRoutes)),
      valhallaRouter(outbound.provider(valhalla)),
      osrmRouter(outbound.provider(osrm)),
    ],
    query,
  }),
})
