import { baseUrlSetting, paceSetting } from '#runtime/outbound/description.ts'

/** The key of Google is a setting of the server, because routes use it as well. */
export const placeSettings = {
  nominatimBaseUrl: baseUrlSetting(
    'NOMINATIM_BASE_URL',
    'https://nominatim.openstreetmap.org',
    'of the Nominatim server that finds places and addresses',
  ),
  nominatimPace: paceSetting('NOMINATIM_PER_SECOND', 1, 'Nominatim'),
  openMeteoBaseUrl: baseUrlSetting(
    'OPEN_METEO_BASE_URL',
    'https://api.open-meteo.com',
    'from which elevations are fetched',
  ),
  overpassBaseUrl: baseUrlSetting(
    'OVERPASS_BASE_URL',
    'https://overpass-api.de',
    'from which nearby places are fetched without a GOOGLE_API_KEY',
  ),
  googlePlacesBaseUrl: baseUrlSetting(
    'GOOGLE_PLACES_BASE_URL',
    'https://places.googleapis.com',
    'from which nearby places are fetched with a GOOGLE_API_KEY',
  ),
} as const
