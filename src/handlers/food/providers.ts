import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { foodSettings } from './settings.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const mebibyte = 1024 * 1024

/** It allows 15 products a minute to each address, and refuses what is more. */
export const openFoodFacts: ProviderDescription = {
  name: 'open-food-facts',
  source: 'Open Food Facts',
  attribution: 'Open Food Facts contributors',
  licence: 'ODbL 1.0',
  baseUrl: foodSettings.openFoodFactsBaseUrl,
  pace: { calls: 15, perMs: minuteMs },
  maxBytes: 2 * mebibyte,
  kept: { maxEntries: 2000, maxBytes: 16 * mebibyte },
  probe: { path: '/api/v2/product/3017620422003.json', query: { fields: 'code' } },
  examples: async () => (await import('./providers/open-food-facts-examples.ts')).openFoodFactsExamples,
}

export const foodStandardsAgency: ProviderDescription = {
  name: 'food-standards-agency',
  source: 'Food Standards Agency',
  nameInSentence: 'The Food Standards Agency',
  attribution: 'Contains public sector information licensed under the Open Government Licence v3.0',
  licence: 'OGL 3.0',
  baseUrl: foodSettings.foodStandardsBaseUrl,
  pace: { calls: 30, perMs: minuteMs },
  maxBytes: 2 * mebibyte,
  kept: { maxEntries: 500, maxBytes: 16 * mebibyte },
  probe: { path: '/Countries/basic' },
  examples: async () => (await import('./providers/open-food-facts-examples.ts')).foodStandardsExamples,
}

export const productAges: Ages = { freshMs: dayMs, refreshMs: 7 * dayMs, maxAgeMs: 30 * dayMs }
/** Somebody may have entered a product that was missing. */
export const missAges: Ages = { freshMs: hourMs, maxAgeMs: dayMs }
export const ratingAges: Ages = { freshMs: 12 * hourMs, refreshMs: dayMs, maxAgeMs: 30 * dayMs }
