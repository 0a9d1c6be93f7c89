import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { flightSettings } from '../settings.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const mebibyte = 1024 * 1024

/** Everything within 250 nautical miles of London is 1 MB. */
const positionBounds = {
  maxRunning: 2,
  maxBytes: 6 * mebibyte,
  kept: { maxEntries: 400, maxBytes: 24 * mebibyte },
}

/** Its rate limit varies with its load; one request in 1.1 seconds has always been let through. */
export const adsbLol: ProviderDescription = {
  name: 'adsb-lol',
  source: 'adsb.lol',
  attribution: 'Aircraft positions from adsb.lol contributors',
  licence: 'ODbL 1.0',
  baseUrl: flightSettings.adsbLolBaseUrl,
  pace: flightSettings.positionsPace,
  ...positionBounds,
  probe: { path: '/v2/hex/000000' },
  examples: async () => (await import('./timetable-examples.ts')).positionExamples,
}

export const airplanesLive: ProviderDescription = {
  name: 'airplanes-live',
  source: 'airplanes.live',
  attribution: 'Aircraft positions from airplanes.live contributors',
  baseUrl: flightSettings.airplanesLiveBaseUrl,
  pace: flightSettings.positionsPace,
  ...positionBounds,
  probe: { path: '/v2/hex/000000' },
  examples: async () => (await import('./timetable-examples.ts')).positionExamples,
}

export const adsbFi: ProviderDescription = {
  name: 'adsb-fi',
  source: 'adsb.fi',
  attribution: 'Aircraft positions from adsb.fi contributors',
  baseUrl: flightSettings.adsbFiBaseUrl,
  pace: flightSettings.positionsPace,
  ...positionBounds,
  probe: { path: '/v2/hex/000000' },
  examples: async () => (await import('./timetable-examples.ts')).adsbFiExamples,
}

export const aeroDataBox: ProviderDescription = {
  name: 'aerodatabox',
  source: 'AeroDataBox',
  attribution: 'Timetables from AeroDataBox',
  baseUrl: flightSettings.aeroDataBoxBaseUrl,
  key: {
    setting: flightSettings.aeroDataBoxKey,
    // Each of the two shops that sell its keys reads one of them.
    send: (key) => ({ headers: { 'x-api-market-key': key, 'x-rapidapi-key': key } }),
  },
  pace: flightSettings.aeroDataBoxPace,
  maxBytes: 4 * mebibyte,
  probe: { path: '/airports/Iata/LHR' },
  examples: async () => (await import('./timetable-examples.ts')).aeroDataBoxExamples,
}

export const aviationStack: ProviderDescription = {
  name: 'aviationstack',
  source: 'AviationStack',
  attribution: 'Timetables from AviationStack',
  baseUrl: flightSettings.aviationStackBaseUrl,
  key: { setting: flightSettings.aviationStackKey, send: (key) => ({ query: { access_key: key } }) },
  pace: flightSettings.aviationStackPace,
  maxBytes: 4 * mebibyte,
  // The least of what a key permits; it counts as one of the month's requests.
  probe: { path: '/v1/flights', query: { limit: 1 } },
  examples: async () => (await import('./timetable-examples.ts')).aviationStackExamples,
}

/** Aircraft move 2 nautical miles in 15 seconds, and 8 in a minute. */
export const positionAges: Ages = { freshMs: 15 * secondMs, maxAgeMs: minuteMs }
/** Timetables change every few minutes, and a request is dear. */
export const timetableAges: Ages = { freshMs: 2 * minuteMs, maxAgeMs: 15 * minuteMs }
