import { baseUrlSetting, ownBaseUrlSetting, paceSetting } from '#runtime/outbound/description.ts'

/** Settings of the providers of routes. The key of Google is one of the server's, because places use it, too. */
export const routeSettings = {
  googleRoutesBaseUrl: baseUrlSetting(
    'GOOGLE_ROUTES_BASE_URL',
    'https://routes.googleapis.com',
    'routes are asked for with a GOOGLE_API_KEY',
  ),
  valhallaBaseUrl: ownBaseUrlSetting(
    'VALHALLA_BASE_URL',
    'A Valhalla server, which is asked for routes by car, by bicycle and on foot before OSRM is.',
    'OSRM is asked for these routes.',
  ),
  osrmBaseUrl: baseUrlSetting(
    'OSRM_BASE_URL',
    'https://routing.openstreetmap.de',
    'OSRM is asked for routes, by car below /routed-car, by bicycle below /routed-bike and on foot below /routed-foot',
  ),
  osrmPace: paceSetting('OSRM_PER_SECOND', 1, 'OSRM'),
} as const
