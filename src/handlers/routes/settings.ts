import { baseUrlSetting, ownBaseUrlSetting, paceSetting } from '#runtime/outbound/description.ts'

/** The key of Google is a setting of the server, because places use it as well. */
export const routeSettings = {
  googleRoutesBaseUrl: baseUrlSetting(
    'GOOGLE_ROUTES_BASE_URL',
    'https://routes.googleapis.com',
    'from which routes are fetched with a GOOGLE_API_KEY',
  ),
  valhallaBaseUrl: ownBaseUrlSetting(
    'VALHALLA_BASE_URL',
    'The address of a Valhalla server, which is preferred to OSRM for routes by car, by bicycle and on foot.',
    'OSRM provides these routes.',
  ),
  osrmBaseUrl: baseUrlSetting(
    'OSRM_BASE_URL',
    'https://routing.openstreetmap.de',
    'of the OSRM server, with routes by car below /routed-car, by bicycle below /routed-bike and on foot below /routed-foot',
  ),
  osrmPace: paceSetting('OSRM_PER_SECOND', 1, 'OSRM'),
} as const
