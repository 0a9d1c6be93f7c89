import { baseUrlSetting, paceSetting } from '#runtime/outbound/description.ts'

/** Settings of the providers of places. The key of Google is one of the server's, because routes use it, too. */
export const placeSettings = {
  nominatimBaseUrl: baseUrlSetting(
    'NOMINATIM_BASE_URL',
    'https://nominatim.openstreetmap.org',
    'places and addresses are looked up',
  ),
  nominatimPace: paceSetting('NOMINATIM_PER_SECOND', 1, 'Nominatim'),
  openMeteoBaseUrl: baseUrlSetting('OPEN_METEO_BASE_URL', 'https://api.open-meteo.com', 'elevations are asked for'),
  overpassBaseUrl: baseUrlSetting(
    'OVERPASS_BASE_URL',
    'https://overpass-api.de',
    'places nearby are asked for without a GOOGLE_API_KEY',
  ),
  googlePlacesBaseUrl: baseUrlSetting(
    'GOOGLE_PLACES_BASE_URL',
    'https://places.googleapis.com',
    'places nearby are asked for with a GOOGLE_API_KEY',
  ),
} as const
