import { z } from 'zod'
import type { Point } from '#runtime/base/geo.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { openStreetMapTerms } from '#runtime/outbound/terms.ts'
import { type Router, type Travel, type Trip, travelOf } from '../routing/travel.ts'
import { routeSettings } from '../settings.ts'
import { decodePolyline, encodePolyline } from './polyline.ts'
import { readRoadTravel } from './road-travel.ts'

const mebibyte = 1024 * 1024

export const valhalla: ProviderDescription = {
  name: 'valhalla',
  source: 'Valhalla',
  ...openStreetMapTerms,
  baseUrl: routeSettings.valhallaBaseUrl,
  maxRunning: 12,
  maxBytes: 8 * mebibyte,
  kept: { maxEntries: 500, maxBytes: 16 * mebibyte },
  probe: { path: '/status' },
  examples: async () => (await import('./router-examples.ts')).valhallaExamples,
}

const costings: Readonly<Partial<Record<Trip['mode'], string>>> = {
  drive: 'auto',
  cycle: 'bicycle',
  walk: 'pedestrian',
}
/** Error codes of Valhalla: no path, and no road near an end. */
const noRoute: ReadonlySet<unknown> = new Set([442, 171])
const shapePrecision = 6
/** Enough for a drawing. */
const maxPoints = 2000

const manoeuvre = z.object({
  instruction: z.string(),
  time: z.number().min(0),
  length: z.number().min(0),
  begin_shape_index: z.int().min(0),
})

const leg = z.object({
  /** Directions with a missing one would mislead, so an odd one makes the whole route odd. */
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

/** Routes by car, by bicycle and on foot, without traffic, from a server of the operator. */
export function valhallaRouter(provider: Provider): Router {
  return {
    serves: (mode) => provider.isConfigured && costings[mode] !== undefined,
    travel(asker, { from, to, mode, nowMs }) {
      const locations = [from, to].map(({ lat, lon }) => ({ lat: Number(lat.toFixed(5)), lon: Number(lon.toFixed(5)) }))
      const json = { locations, costing: costings[mode], units: 'kilometers', language: 'en-GB' }
      const request = { path: '/route', query: { json: JSON.stringify(json) }, reader }
      return readRoadTravel(provider, asker, request, { member: 'error_code', codes: noRoute, nowMs })
    },
  }
}

function thinned(points: readonly Point[]): readonly Point[] {
  const every = Math.ceil(points.length / maxPoints)
  return every <= 1 ? points : points.filter((_, at) => at % every === 0 || at === points.length - 1)
}
