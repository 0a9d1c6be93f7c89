import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { hazardSettings } from './settings.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const mebibyte = 1024 * 1024

/** A month of all earthquakes is 8 MB. */
export const usgs: ProviderDescription = {
  name: 'usgs',
  source: 'U.S. Geological Survey',
  nameInSentence: 'The U.S. Geological Survey',
  licence: 'Public domain',
  baseUrl: hazardSettings.usgsBaseUrl,
  pace: { calls: 30, perMs: minuteMs },
  maxBytes: 24 * mebibyte,
  kept: { maxEntries: 16, maxBytes: 64 * mebibyte },
  probe: { path: '/earthquakes/feed/v1.0/summary/4.5_hour.geojson' },
  examples: async () => (await import('./providers/usgs-examples.ts')).usgsExamples,
}

export const gdacs: ProviderDescription = {
  name: 'gdacs',
  source: 'GDACS',
  attribution: 'Global Disaster Alert and Coordination System (GDACS), European Commission and United Nations',
  baseUrl: hazardSettings.gdacsBaseUrl,
  pace: { calls: 10, perMs: minuteMs },
  maxBytes: 8 * mebibyte,
  kept: { maxEntries: 4, maxBytes: 16 * mebibyte },
  probe: { path: '/gdacsapi/api/events/geteventlist/EVENTS4APP' },
  examples: async () => (await import('./providers/usgs-examples.ts')).gdacsExamples,
}

export const environmentAgency: ProviderDescription = {
  name: 'environment-agency',
  source: 'Environment Agency',
  nameInSentence: 'The Environment Agency',
  attribution: 'This uses Environment Agency flood and river level data from the real-time data API (Beta)',
  licence: 'OGL 3.0',
  baseUrl: hazardSettings.floodsBaseUrl,
  pace: { calls: 20, perMs: minuteMs },
  maxBytes: 16 * mebibyte,
  kept: { maxEntries: 4, maxBytes: 32 * mebibyte },
  probe: { path: '/flood-monitoring/id/floods', query: { _limit: 1 } },
  examples: async () => (await import('./providers/usgs-examples.ts')).environmentAgencyExamples,
}

/** Feeds that are written anew every minute. */
export const quakeAges: Ages = { freshMs: minuteMs, refreshMs: 3 * minuteMs, maxAgeMs: 60 * minuteMs }
/** Lists that are written anew every few minutes. */
export const warningAges: Ages = { freshMs: 5 * minuteMs, refreshMs: 10 * minuteMs, maxAgeMs: 60 * minuteMs }
/** Flood areas hardly ever change. */
export const areaAges: Ages = { freshMs: dayMs, refreshMs: 2 * dayMs, maxAgeMs: 30 * dayMs }
