import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import type { Point } from '#runtime/base/geo.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import { placeSettings } from '../settings.ts'
import { placeAges } from './cache-ages.ts'

const mebibyte = 1024 * 1024

export const openMeteo: ProviderDescription = {
  name: 'open-meteo',
  source: 'Open-Meteo',
  attribution: 'Open-Meteo, with data of the Copernicus DEM GLO-90',
  licence: 'CC BY 4.0',
  baseUrl: placeSettings.openMeteoBaseUrl,
  pace: { calls: 60, perMs: 60_000 },
  maxBytes: mebibyte,
  kept: { maxEntries: 5000, maxBytes: 2 * mebibyte },
  probe: { path: '/v1/elevation', query: { latitude: 51.5, longitude: 0 } },
  examples: async () => (await import('./open-meteo-examples.ts')).openMeteoExamples,
}

/** Of the elevation model, which has a value for every three seconds of arc. */
export const resolutionM = 90
/** About 11 metres: finer than the model. */
const decimals = 4

const json = z
  .object({ elevation: z.tuple([z.number().min(-500).max(9000).nullable()]) })
  .transform(({ elevation }) => elevation[0])

/** The elevation of a point in metres; null where the model has no value. */
export function elevationAt(provider: Provider, asker: Asker, { lat, lon }: Point): Promise<Provided<number | null>> {
  const query = { latitude: lat.toFixed(decimals), longitude: lon.toFixed(decimals) }
  return provider.read(asker, { path: '/v1/elevation', query, reader: { json }, ages: placeAges })
}
