import { keySetting, type ProviderKey } from './description.ts'

/** The key of Google's Maps services, which several families use. */
export const googleMapsSettings = {
  googleApiKey: keySetting(
    'GOOGLE_API_KEY',
    'The API key of a Google Cloud project in which Places API (New) and Routes API are enabled. Google charges for both.',
    'Nearby places and routes come from OpenStreetMap, routes ignore traffic, and public transport is only estimated.',
  ),
} as const

/** How Google's Maps services expect their key. */
export const googleMapsKey: ProviderKey = {
  setting: googleMapsSettings.googleApiKey,
  send: (key) => ({ headers: { 'x-goog-api-key': key } }),
}
