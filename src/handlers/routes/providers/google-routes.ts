import { z } from 'zod'
import { iso, parseTime } from '#runtime/base/clock.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { googleMapsKey } from '#runtime/outbound/google-key.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'
import { googleMapsTerms } from '#runtime/outbound/terms.ts'
import { roughTravel } from '../routing/estimate.ts'
import { type Mode, type RawStep, type Router, type Step, type Travel, type Trip, travelOf } from '../routing/travel.ts'
import { routeSettings } from '../settings.ts'

/** Has traffic and public transport. Its terms forbid storing its responses. */
export const googleRoutes: ProviderDescription = {
  name: 'google-routes',
  source: 'Google Routes',
  ...googleMapsTerms,
  baseUrl: routeSettings.googleRoutesBaseUrl,
  key: googleMapsKey,
  pace: { calls: 600, perMs: 60_000 },
  maxRunning: 12,
  maxBytes: 4 * 1024 * 1024,
  kept: { maxEntries: 100, maxBytes: 1 },
  probe: {
    path: '/directions/v2:computeRoutes',
    headers: { 'x-goog-fieldmask': 'routes.distanceMeters' },
    json: {
      origin: { location: { latLng: { latitude: 51.5308, longitude: -0.1238 } } },
      destination: { location: { latLng: { latitude: 51.5194, longitude: -0.1269 } } },
      travelMode: 'WALK',
    },
  },
  examples: async () => (await import('./router-examples.ts')).googleRoutesExamples,
}

const travelModes: Readonly<Record<Mode, string>> = {
  drive: 'DRIVE',
  walk: 'WALK',
  cycle: 'BICYCLE',
  transit: 'TRANSIT',
}
const fields = [
  'routes.duration',
  'routes.staticDuration',
  'routes.distanceMeters',
  'routes.polyline.encodedPolyline',
  'routes.legs.steps.distanceMeters',
  'routes.legs.steps.staticDuration',
  'routes.legs.steps.navigationInstruction',
  'routes.legs.steps.startLocation',
  'routes.legs.steps.transitDetails',
].join(',')

/** Everyday words for kinds of vehicles; others keep Google's name in lower case. */
const vehicles: Readonly<Record<string, string>> = {
  COMMUTER_TRAIN: 'train',
  HEAVY_RAIL: 'train',
  HIGH_SPEED_TRAIN: 'train',
  INTERCITY_BUS: 'bus',
  LONG_DISTANCE_TRAIN: 'train',
  METRO_RAIL: 'metro',
  RAIL: 'train',
  TRAM: 'tram',
}

/** `165s` */
const seconds = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,9})?s$/)
  .transform((text) => Number(text.slice(0, -1)))
const time = z.string().transform((text, { addIssue }) => {
  const ms = parseTime(text)
  if (ms === undefined) addIssue('is not a time')
  return ms ?? 0
})
/** Google omits 0. */
const metres = z.number().min(0).default(0)
const latLng = z.object({
  latitude: z.number().min(-90).max(90).default(0),
  longitude: z.number().min(-180).max(180).default(0),
})
const stop = z.object({ name: z.string() })

const transitDetails = z.object({
  stopDetails: z.object({
    departureStop: stop,
    arrivalStop: stop,
    departureTime: time.optional(),
    arrivalTime: time.optional(),
  }),
  headsign: z.string().optional(),
  stopCount: z.int().optional(),
  transitLine: z.object({
    name: z.string().optional(),
    nameShort: z.string().optional(),
    vehicle: z.object({ type: z.string() }).optional(),
  }),
})

const step = z
  .object({
    distanceMeters: metres,
    staticDuration: seconds.default(0),
    startLocation: z.object({ latLng }),
    navigationInstruction: z.object({ instructions: z.string().optional() }).optional(),
    transitDetails: transitDetails.optional(),
  })
  .transform((found): RawStep => {
    const ride = found.transitDetails && rideOf(found.transitDetails)
    const instructions = found.navigationInstruction?.instructions?.replace(/\s*\n\s*/g, ', ').trim()
    return {
      instruction: instructions || (ride ? rideInWords(ride) : 'Continue'),
      metres: found.distanceMeters,
      seconds: found.staticDuration,
      lat: found.startLocation.latLng.latitude,
      lon: found.startLocation.latLng.longitude,
      ...(ride ? { ride } : {}),
    }
  })

const route = z.object({
  duration: seconds,
  staticDuration: seconds.optional(),
  distanceMeters: metres,
  polyline: z.object({ encodedPolyline: z.string().regex(/^[?-~]*$/) }),
  /** Directions with a missing step would mislead, so an odd one makes the whole route odd. */
  legs: z.tuple([z.object({ steps: z.array(step).default([]) })]),
})

/** An empty object if there is no route. */
const reader = { json: z.object({ routes: listOf(route).optional() }) }

/** Routes of all modes, by car with current traffic. Only simultaneous calls share a response. */
export function googleRouter(provider: Provider): Router {
  return {
    serves: () => provider.isConfigured,
    async travel(asker, trip) {
      const { data, ...provided } = await provider.read(asker, {
        path: '/directions/v2:computeRoutes',
        headers: { 'x-goog-fieldmask': fields },
        json: requestOf(trip),
        reader,
        ages: { freshMs: 0, maxAgeMs: 0 },
      })
      const [first] = data.routes ?? []
      return { ...provided, data: first && travelFrom(first, trip.mode) }
    },
  }
}

function requestOf(trip: Trip): unknown {
  const waypoint = ({ lat, lon }: Trip['from']) => ({ location: { latLng: { latitude: lat, longitude: lon } } })
  return {
    origin: waypoint(trip.from),
    destination: waypoint(trip.to),
    travelMode: travelModes[trip.mode],
    languageCode: 'en-GB',
    units: 'METRIC',
    ...(trip.mode === 'drive' ? { routingPreference: 'TRAFFIC_AWARE' } : {}),
    ...timesOf(trip),
  }
}

/** Google accepts an arrival time for public transport only; for others an estimate of the departure gets the traffic right. */
function timesOf(trip: Trip): { arrivalTime?: string; departureTime?: string } {
  const { mode, nowMs, departMs, arriveMs } = trip
  if (mode === 'transit' && arriveMs !== undefined) return { arrivalTime: iso(arriveMs) }
  const leaveMs = arriveMs === undefined ? departMs : arriveMs - roughTravel(trip).durationS * 1000
  return leaveMs !== undefined && leaveMs > nowMs ? { departureTime: iso(leaveMs) } : {}
}

function travelFrom(found: z.output<typeof route>, mode: Mode): Travel {
  const { duration, staticDuration = duration, distanceMeters, polyline, legs } = found
  const delayS = mode === 'drive' ? Math.max(0, Math.round(duration) - Math.round(staticDuration)) : 0
  const travel = travelOf(
    { metres: distanceMeters, seconds: Math.round(duration) - delayS, polyline: polyline.encodedPolyline },
    legs[0].steps,
  )
  const leaveMs = leaveMsOf(legs[0].steps)
  return {
    ...travel,
    durationS: Math.round(duration),
    ...(leaveMs === undefined ? {} : { leaveMs }),
    ...(mode === 'drive' ? { trafficDelayS: delayS } : {}),
  }
}

/** When to leave in order to reach the first vehicle of a timetable. */
function leaveMsOf(steps: readonly RawStep[]): number | undefined {
  const at = steps.findIndex(({ ride }) => ride)
  const leaves = steps[at]?.ride?.depart_at
  if (leaves === undefined) return undefined
  const wayS = steps.slice(0, at).reduce((sum, { seconds }) => sum + seconds, 0)
  return Date.parse(leaves) - Math.ceil(wayS) * 1000
}

type Ride = NonNullable<Step['ride']>

function rideOf({ stopDetails, headsign, stopCount, transitLine }: z.output<typeof transitDetails>): Ride {
  const { departureStop, arrivalStop, departureTime, arrivalTime } = stopDetails
  const type = transitLine.vehicle?.type ?? 'vehicle'
  return {
    line: transitLine.nameShort || transitLine.name || headsign || type.toLowerCase(),
    vehicle: vehicles[type] ?? type.toLowerCase().replaceAll('_', ' '),
    ...(headsign ? { headsign } : {}),
    from_stop: departureStop.name,
    to_stop: arrivalStop.name,
    ...(stopCount === undefined ? {} : { stops: stopCount }),
    ...(departureTime === undefined ? {} : { depart_at: iso(departureTime) }),
    ...(arrivalTime === undefined ? {} : { arrive_at: iso(arrivalTime) }),
  }
}

function rideInWords({ line, vehicle, headsign, from_stop: from, to_stop: to }: Ride): string {
  return `Take ${vehicle} ${line}${headsign ? ` towards ${headsign}` : ''} from ${from} to ${to}`
}
