import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { googleMapsKey } from '#runtime/outbound/google-key.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { googleMapsTerms, openStreetMapTerms } from '#runtime/outbound/terms.ts'
import { placeSettings } from '../settings.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const mebibyte = 1024 * 1024

/** Its policy: one request a second for everybody who uses an instance together, a named User-Agent, and answers that are kept. */
export const nominatim: ProviderDescription = {
  name: 'nominatim',
  source: 'OpenStreetMap',
  ...openStreetMapTerms,
  baseUrl: placeSettings.nominatimBaseUrl,
  pace: placeSettings.nominatimPace,
  maxBytes: mebibyte,
  kept: { maxEntries: 5000, maxBytes: 16 * mebibyte },
  probe: { path: '/status', query: { format: 'json' } },
  examples: async () => (await import('./nominatim-examples.ts')).nominatimExamples,
}

export const openMeteo: ProviderDescription = {
  name: 'open-meteo',
  source: 'Open-Meteo',
  attribution: 'Open-Meteo, with data of the Copernicus DEM GLO-90',
  licence: 'CC BY 4.0',
  baseUrl: placeSettings.openMeteoBaseUrl,
  pace: { calls: 60, perMs: minuteMs },
  maxBytes: mebibyte,
  kept: { maxEntries: 5000, maxBytes: 2 * mebibyte },
  probe: { path: '/v1/elevation', query: { latitude: 51.5, longitude: 0 } },
  examples: async () => (await import('./nominatim-examples.ts')).openMeteoExamples,
}

/** A server of OpenStreetMap's map features. Two requests of an address may run at a time. */
export const overpass: ProviderDescription = {
  name: 'overpass',
  source: 'OpenStreetMap',
  nameInSentence: 'The Overpass server of OpenStreetMap',
  ...openStreetMapTerms,
  baseUrl: placeSettings.overpassBaseUrl,
  pace: { calls: 20, perMs: minuteMs },
  maxRunning: 2,
  maxBytes: 16 * mebibyte,
  kept: { maxEntries: 200, maxBytes: 32 * mebibyte },
  probe: { path: '/api/status' },
  examples: async () => (await import('./nominatim-examples.ts')).overpassExamples,
}

/** Its terms forbid keeping anything but the ids of places. */
export const googlePlaces: ProviderDescription = {
  name: 'google-places',
  source: 'Google Places',
  ...googleMapsTerms,
  baseUrl: placeSettings.googlePlacesBaseUrl,
  key: googleMapsKey,
  pace: { calls: 300, perMs: minuteMs },
  maxBytes: mebibyte,
  kept: { maxEntries: 1, maxBytes: 1 },
  // Asking for nothing but the id of a place is free.
  probe: { path: '/v1/places/ChIJdd4hrwug2EcRmSrV3Vo6llI', query: { fields: 'id' } },
  examples: async () => (await import('./nominatim-examples.ts')).googlePlacesExamples,
}

/** Places, addresses and the shape of the land seldom change. */
export const placeAges: Ages = { freshMs: dayMs, refreshMs: 7 * dayMs, maxAgeMs: 30 * dayMs }
/** Shares a request between callers at the same moment; nothing is kept. */
export const notKept: Ages = { freshMs: 0, maxAgeMs: 0 }
