import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { googleMapsKey } from '#runtime/outbound/google-key.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { googleMapsTerms, openStreetMapTerms } from '#runtime/outbound/terms.ts'
import { routeSettings } from '../settings.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const mebibyte = 1024 * 1024

/** Knows traffic and public transport. Its terms forbid keeping what it answers. */
export const googleRoutes: ProviderDescription = {
  name: 'google-routes',
  source: 'Google Routes',
  ...googleMapsTerms,
  baseUrl: routeSettings.googleRoutesBaseUrl,
  key: googleMapsKey,
  pace: { calls: 600, perMs: minuteMs },
  maxRunning: 12,
  maxBytes: 4 * mebibyte,
  kept: { maxEntries: 1, maxBytes: 1 },
  probe: {
    path: '/directions/v2:computeRoutes',
    headers: { 'x-goog-fieldmask': 'routes.distanceMeters' },
    json: {
      origin: { location: { latLng: { latitude: 51.5308, longitude: -0.1238 } } },
      destination: { location: { latLng: { latitude: 51.5194, longitude: -0.1269 } } },
      travelMode: 'WALK',
    },
  },
  examples: async () => (await import('./router-examples.ts')).googleRoutesExamples,
}

export const valhalla: ProviderDescription = {
  name: 'valhalla',
  source: 'Valhalla',
  ...openStreetMapTerms,
  baseUrl: routeSettings.valhallaBaseUrl,
  maxRunning: 12,
  maxBytes: 8 * mebibyte,
  kept: { maxEntries: 500, maxBytes: 16 * mebibyte },
  probe: { path: '/status' },
  examples: async () => (await import('./router-examples.ts')).valhallaExamples,
}

/** By default the servers of FOSSGIS, which permit one request a second. */
export const osrm: ProviderDescription = {
  name: 'osrm',
  source: 'OSRM',
  ...openStreetMapTerms,
  baseUrl: routeSettings.osrmBaseUrl,
  pace: routeSettings.osrmPace,
  maxRunning: 12,
  maxBytes: 8 * mebibyte,
  kept: { maxEntries: 500, maxBytes: 16 * mebibyte },
  probe: { path: '/routed-foot/nearest/v1/driving/-0.12380,51.53080' },
  examples: async () => (await import('./router-examples.ts')).osrmExamples,
}

/** Without traffic a way takes as long today as it did yesterday. */
export const routeAges: Ages = { freshMs: dayMs, refreshMs: 7 * dayMs, maxAgeMs: 30 * dayMs }
/** Shares a request between callers at the same moment; nothing is kept. */
export const notKept: Ages = { freshMs: 0, maxAgeMs: 0 }
