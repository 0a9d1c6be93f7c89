import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { longList } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { hazardSettings } from '../settings.ts'

const minuteMs = 60_000
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
  examples: async () => (await import('./usgs-examples.ts')).usgsExamples,
}

/** The feeds are updated every minute. */
export const quakeAges: Ages = { freshMs: minuteMs, refreshMs: 3 * minuteMs, maxAgeMs: 60 * minuteMs }

/** An earthquake of a feed. */
export interface Quake extends Omit<Result<'hazards.quakes'>['items'][number], 'occurred' | 'age_s' | 'distance_km'> {
  readonly occurredMs: number
}

const feature = z
  .object({
    id: z.string(),
    properties: z.object({
      mag: z.number().nullish(),
      magType: z.string().nullish(),
      place: z.string().nullish(),
      time: z.int(),
      url: z.url({ protocol: /^https?$/ }),
      tsunami: z.union([z.literal(0), z.literal(1)]),
      // An earthquake is listed even while its impact is still being estimated.
      alert: z.enum(['green', 'yellow', 'orange', 'red']).nullish().catch(null),
      status: z.string(),
      type: z.string(),
    }),
    geometry: z.object({
      coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90), z.number().nullish()]),
    }),
  })
  .transform(({ id, properties, geometry }): Quake | undefined => {
    const { mag, magType, place, alert, status, type } = properties
    // The feeds also hold quarry blasts and the like, and events that have no magnitude yet.
    if (type !== 'earthquake' || status === 'deleted' || typeof mag !== 'number') return undefined
    const [lon, lat, depth] = geometry.coordinates
    return {
      id,
      magnitude: mag,
      ...(magType ? { magnitude_type: magType } : {}),
      ...(place ? { place } : {}),
      occurredMs: properties.time,
      lat,
      lon,
      ...(typeof depth === 'number' ? { depth_km: depth } : {}),
      tsunami_check: properties.tsunami === 1,
      ...(alert ? { impact: alert } : {}),
      reviewed: status === 'reviewed',
      url: properties.url,
    }
  })

const reader = longList('features', feature)

/** The smallest feed with all earthquakes from a magnitude. The feed `significant` omits large ones in remote places. */
function feedFor(min: number): string {
  if (min >= 4.5) return '4.5'
  if (min >= 2.5) return '2.5'
  return min >= 1 ? '1.0' : 'all'
}

/** The earthquakes of a period, with at least all of magnitude `min` or more. */
export function fetchQuakes(
  usgs: Provider,
  asker: Asker,
  { min, period }: Required<Pick<CallArgs<'hazards.quakes'>, 'min' | 'period'>>,
): Promise<Provided<readonly Quake[]>> {
  const path = `/earthquakes/feed/v1.0/summary/${feedFor(min)}_${period}.geojson`
  return usgs.read(asker, { path, reader, ages: quakeAges })
}
