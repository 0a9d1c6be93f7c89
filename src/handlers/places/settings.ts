import { baseUrlSetting, paceSetting } from '#runtime/outbound/description.ts'

/** The key of Google is a setting of the server, because routes use it as well. */
export const placeSettings = {
  nominatimBaseUrl: baseUrlSetting(
    'NOMINATIM_BASE_URL',
    'https://nominatim.openstreetmap.org',
    'places and addresses are looked up',
  ),
  nominatimPace: paceSetting('NOMINATIM_PER_SECOND', 1, 'Nominatim'),
  openMeteoBaseUrl: baseUrlSetting('OPEN_METEO_BASE_URL', 'https://api.open-meteo.com', 'elevations are requested'),
  overpassBaseUrl: baseUrlSetting(
    'OVERPASS_BASE_URL',
    'https://overpass-api.de',
    'places nearby are requested without a GOOGLE_API_KEY',
  ),
  googlePlacesBaseUrl: baseUrlSetting(
    'GOOGLE_PLACES_BASE_URL',
    'https://places.googleapis.com',
    'places nearby are requested with a GOOGLE_API_KEY',
  ),
} as const
