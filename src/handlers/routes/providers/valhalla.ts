import { z } from 'zod'
import type { Point } from '#runtime/base/geo.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { type Router, type Travel, type Trip, travelOf } from '../routing/travel.ts'
import { decodePolyline, encodePolyline } from './polyline.ts'
import { routeAges } from './providers.ts'
import { absentTravel } from './road-travel.ts'

const costings: Readonly<Partial<Record<Trip['mode'], string>>> = {
  drive: 'auto',
  cycle: 'bicycle',
  walk: 'pedestrian',
}
/** No path, and no road near an end. */
const noRoute: ReadonlySet<unknown> = new Set([442, 171])
const shapePrecision = 6
/** A drawing needs no more points. */
const maxPoints = 2000

const manoeuvre = z.object({
  instruction: z.string(),
  time: z.number().min(0),
  length: z.number().min(0),
  begin_shape_index: z.int().min(0),
})

const leg = z.object({
  maneuvers: z.array(manoeuvre),
  shape: z.string().transform((text, { addIssue }): Point[] => {
    try {
      return decodePolyline(text, shapePrecision)
    } catch {
      addIssue('is not an encoded polyline')
      return []
    }
  }),
  /** In kilometres and seconds. */
  summary: z.object({ time: z.number().min(0), length: z.number().min(0) }),
})

const reader = {
  json: z
    .object({ trip: z.object({ status: z.literal(0), legs: z.tuple([leg]) }) })
    .transform(({ trip }, { addIssue }): Travel => {
      const [{ maneuvers, shape, summary }] = trip.legs
      const steps = maneuvers.map(({ instruction, time, length, begin_shape_index: at }) => {
        const point = shape[at]
        if (!point) addIssue('has a manoeuvre that is not on its shape')
        const { lat, lon } = point ?? { lat: 0, lon: 0 }
        return { instruction: instruction.replace(/\.$/, ''), metres: length * 1000, seconds: time, lat, lon }
      })
      const polyline = encodePolyline(thinned(shape))
      return travelOf({ metres: summary.length * 1000, seconds: summary.time, polyline }, steps)
    }),
}

/** Ways by car, by bicycle and on foot, without traffic, from a server of the operator's. */
export function valhallaRouter(valhalla: Provider): Router {
  return {
    serves: (mode) => valhalla.isConfigured && costings[mode] !== undefined,
    async travel(asker, { from, to, mode, nowMs }) {
      const locations = [from, to].map(({ lat, lon }) => ({ lat: Number(lat.toFixed(5)), lon: Number(lon.toFixed(5)) }))
      const wish = { locations, costing: costings[mode], units: 'kilometers', language: 'en-GB' }
      const query = { json: JSON.stringify(wish) }
      try {
        return await valhalla.read(asker, { path: '/route', query, reader, ages: routeAges })
      } catch (failure) {
        if (failure instanceof OutboundFailure && noRoute.has(codeOf(failure))) return absentTravel(nowMs)
        throw failure
      }
    },
  }
}

function thinned(points: readonly Point[]): readonly Point[] {
  const every = Math.ceil(points.length / maxPoints)
  return every <= 1 ? points : points.filter((_, at) => at % every === 0 || at === points.length - 1)
}

function codeOf({ upstreamBody = '' }: OutboundFailure): unknown {
  try {
    return (JSON.parse(upstreamBody) as { error_code?: unknown } | null)?.error_code
  } catch {
    return undefined
  }
}
