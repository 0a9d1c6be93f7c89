import { oldFamily as family } from '#runtime/kit/family.ts'
import { googleRoutes, osrm, valhalla } from './providers/providers.ts'
import { routeSettings } from './settings.ts'

export const routes = family('routes', {
  settings: routeSettings,
  providers: [googleRoutes, valhalla, osrm],
  open: async (world) => (await import('./open.ts')).openRoutes(world),
})
