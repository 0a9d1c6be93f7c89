import { z } from 'zod'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'
import { openStreetMapTerms } from '#runtime/outbound/terms.ts'
import { type RawStep, type Router, type Travel, type Trip, travelOf } from '../routing/travel.ts'
import { routeSettings } from '../settings.ts'
import { instruction } from './osrm-instructions.ts'
import { readRoadTravel } from './road-travel.ts'

const mebibyte = 1024 * 1024

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

/** The paths of FOSSGIS for each mode. OSRM itself ignores the profile in the path. */
const profiles: Readonly<Partial<Record<Trip['mode'], string>>> = {
  drive: '/routed-car/route/v1/driving',
  cycle: '/routed-bike/route/v1/driving',
  walk: '/routed-foot/route/v1/driving',
}
/** Codes of OSRM: no route, and no road near an end. */
const noRoute: ReadonlySet<unknown> = new Set(['NoRoute', 'NoSegment'])

const amount = z.number().min(0).max(1e9)

const step = z
  .object({
    distance: amount,
    duration: amount,
    name: z.string().optional(),
    ref: z.string().optional(),
    maneuver: z.object({
      type: z.string(),
      modifier: z.string().optional(),
      exit: z.int().optional(),
      bearing_after: z.number().optional(),
      location: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
    }),
  })
  .transform(({ distance, duration, name, ref, maneuver }): RawStep => {
    const [lon, lat] = maneuver.location
    return { instruction: instruction(maneuver, name || ref || ''), metres: distance, seconds: duration, lat, lon }
  })

const route = z
  .object({
    distance: amount,
    duration: amount,
    /** An encoded polyline with precision 5. */
    geometry: z.string().regex(/^[?-~]*$/),
    /** Directions with a missing step would mislead, so an odd one makes the whole route odd. */
    legs: z.tuple([z.object({ steps: z.array(step) })]),
  })
  .transform(({ distance, duration, geometry, legs }): Travel => {
    return travelOf({ metres: distance, seconds: duration, polyline: geometry }, legs[0].steps)
  })

const reader = {
  json: z
    .object({ code: z.literal('Ok'), routes: listOf(route).refine(([first]) => first, 'has no route') })
    .transform(({ routes }) => routes[0]),
}

/** Routes by car, by bicycle and on foot, without traffic. */
export function osrmRouter(provider: Provider): Router {
  return {
    serves: (mode) => provider.isConfigured && profiles[mode] !== undefined,
    travel(asker, { from, to, mode, nowMs }) {
      const ends = [from, to].map(({ lat, lon }) => `${lon.toFixed(5)},${lat.toFixed(5)}`).join(';')
      const query = { overview: 'simplified', steps: true, geometries: 'polyline' }
      const request = { path: `${profiles[mode]}/${ends}`, query, reader }
      return readRoadTravel(provider, asker, request, { member: 'code', codes: noRoute, nowMs })
    },
  }
}
