import type { Asker } from '#runtime/base/asker.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { mapSettings } from '../settings.ts'
import type { MapStyle, Tile } from '../tiles/tile-grid.ts'

const maxBytes = 512 * 1024

/** The attribution that has to be shown with the map. */
export function attributionOf(nowMs: number, { isExample }: Pick<Provider, 'isExample'>): string {
  if (isExample) return `Example data, not from ${ordnanceSurvey.source}`
  return `Contains OS data © Crown copyright and database rights ${new Date(nowMs).getUTCFullYear()}`
}

/** A project may fetch 600 tiles a minute. */
export const ordnanceSurvey: ProviderDescription = {
  name: 'ordnance-survey',
  source: 'Ordnance Survey',
  attribution: 'Contains OS data © Crown copyright and database rights',
  baseUrl: mapSettings.osMapsBaseUrl,
  key: { setting: mapSettings.osMapsKey, send: (key) => ({ headers: { key } }) },
  pace: { calls: 600, perMs: 60_000 },
  maxRunning: 16,
  maxBytes,
  // Pictures are cached as bytes.
  kept: { maxEntries: 100, maxBytes: 1 },
  probe: { path: '/maps/raster/v1/zxy/Road_3857/7/63/42.png' },
  examples: async () => (await import('./ordnance-survey-examples.ts')).ordnanceSurveyExamples,
}

const layers: Readonly<Record<MapStyle, string>> = { road: 'Road_3857', outdoor: 'Outdoor_3857', light: 'Light_3857' }
/** Only shares a request between callers at the same moment. */
const notCached: Ages = { freshMs: 0, maxAgeMs: 0 }
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const reader = {
  accept: ['image/png'],
  bytes(bytes: Buffer): Buffer {
    if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error('the picture is not a PNG')
    return bytes
  },
}

/**
 * Fetches a tile.
 *
 * @returns the picture, and whether it is only an example; undefined where there is no map
 * @throws OutboundFailure
 */
export async function fetchTile(
  provider: Provider,
  asker: Asker,
  { style, z, x, y }: Tile,
): Promise<{ png: Buffer; isExample: boolean } | undefined> {
  const { data, provenance } = await provider.read<Buffer | undefined>(asker, {
    path: `/maps/raster/v1/zxy/${layers[style]}/${z}/${x}/${y}.png`,
    reader,
    ages: notCached,
    absent: { statuses: [404], data: undefined },
  })
  return data && { png: data, isExample: provenance.source === 'example' }
}
