import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { islamSettings } from '../settings.ts'

const dayMs = 86_400_000
const mebibyte = 1024 * 1024

export const aslam: ProviderDescription = {
  name: 'aslam',
  source: 'aslam.org',
  attribution: 'aslam.org',
  baseUrl: islamSettings.aslamBaseUrl,
  pace: { calls: 30, perMs: 60_000 },
  maxBytes: 4 * mebibyte,
  kept: { maxEntries: 500, maxBytes: 16 * mebibyte },
  probe: { path: '/api/resource', query: { path: '/hadith/1' } },
  examples: async () => (await import('./aslam-examples.ts')).aslamExamples,
}

/** The works do not change. */
export const passageAges: Ages = { freshMs: 7 * dayMs, refreshMs: 14 * dayMs, maxAgeMs: 30 * dayMs }
