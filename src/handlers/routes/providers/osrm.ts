import { z } from 'zod'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { type RawStep, type Router, type Travel, type Trip, travelOf } from '../routing/travel.ts'
import { instruction } from './osrm-instructions.ts'
import { routeAges } from './providers.ts'
import { absentTravel } from './road-travel.ts'

/** Below which each mode's roads are served, as at FOSSGIS. The profile in the path means nothing to OSRM itself. */
const profiles: Readonly<Partial<Record<Trip['mode'], string>>> = {
  drive: '/routed-car/route/v1/driving',
  cycle: '/routed-bike/route/v1/driving',
  walk: '/routed-foot/route/v1/driving',
}
/** By which OSRM says that there is no way, or no road near an end. */
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
    legs: z.tuple([z.object({ steps: z.array(step) })]),
  })
  .transform(({ distance, duration, geometry, legs }): Travel => {
    return travelOf({ metres: distance, seconds: duration, polyline: geometry }, legs[0].steps)
  })

const reader = {
  json: z.object({ code: z.literal('Ok'), routes: z.array(route).min(1) }).transform(({ routes }) => routes[0]),
}

/** Ways by car, by bicycle and on foot, without traffic. */
export function osrmRouter(osrm: Provider): Router {
  return {
    serves: (mode) => osrm.isConfigured && profiles[mode] !== undefined,
    async travel(asker, { from, to, mode, nowMs }) {
      const ends = [from, to].map(({ lat, lon }) => `${lon.toFixed(5)},${lat.toFixed(5)}`).join(';')
      const query = { overview: 'simplified', steps: true, geometries: 'polyline' }
      try {
        return await osrm.read(asker, { path: `${profiles[mode]}/${ends}`, query, reader, ages: routeAges })
      } catch (failure) {
        if (failure instanceof OutboundFailure && noRoute.has(codeOf(failure))) return absentTravel(nowMs)
        throw failure
      }
    },
  }
}

function codeOf({ upstreamBody = '' }: OutboundFailure): unknown {
  try {
    return (JSON.parse(upstreamBody) as { code?: unknown } | null)?.code
  } catch {
    return undefined
  }
}
