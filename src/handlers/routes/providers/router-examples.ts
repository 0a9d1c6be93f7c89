import { distanceKm, type Point } from '#runtime/base/geo.ts'
import type { Examples } from '#runtime/outbound/description.ts'
import { encodePolyline } from './polyline.ts'

const detour = 1.25

/** A route from one point to another, the same for all routers: a straight stretch, a corner, and the end. */
function exampleRoute(from: Point, to: Point, metresPerSecond: number) {
  const corner = { lat: to.lat, lon: from.lon }
  const metres = distanceKm(from, to) * 1000 * detour
  const legs = [0.4, 0.6].map((share) => ({ metres: metres * share, seconds: (metres * share) / metresPerSecond }))
  return { points: [from, corner, to] as const, legs: legs as [(typeof legs)[0], (typeof legs)[0]], metres }
}

/** Example responses of OSRM for any two points. */
export const osrmExamples: Examples = ({ path }) => {
  const [, profile, fromLon, fromLat, toLon, toLat] =
    /^\/routed-(car|bike|foot)\/route\/v1\/driving\/(-?[\d.]+),(-?[\d.]+);(-?[\d.]+),(-?[\d.]+)$/.exec(path) ?? []
  if (/\/nearest\/v1\//.test(path)) return { json: { code: 'Ok', waypoints: [] } }
  if (profile === undefined) return undefined
  const from = { lat: Number(fromLat), lon: Number(fromLon) }
  const to = { lat: Number(toLat), lon: Number(toLon) }
  const { points, legs } = exampleRoute(from, to, { car: 9, bike: 4.2, foot: 1.33 }[profile] as number)
  const [start, corner, end] = points
  const distance = round(legs[0].metres) + round(legs[1].metres)
  const duration = round(legs[0].seconds) + round(legs[1].seconds)
  const whole = { weight_name: 'routability', weight: duration, duration, distance }
  const step = (at: Point, name: string, maneuver: object, leg = { metres: 0, seconds: 0 }) => ({
    geometry: encodePolyline([at]),
    maneuver: { bearing_before: 0, location: [at.lon, at.lat], ...maneuver },
    mode: profile === 'foot' ? 'walking' : 'driving',
    driving_side: 'left',
    name,
    weight: round(leg.seconds),
    duration: round(leg.seconds),
    distance: round(leg.metres),
  })
  const steps = [
    step(start, 'Euston Road', { type: 'depart', modifier: 'right', bearing_after: 225 }, legs[0]),
    step(corner, 'Gower Street', { type: 'turn', modifier: 'left', bearing_after: 180 }, legs[1]),
    step(end, 'Gower Street', { type: 'arrive', bearing_after: 0 }),
  ]
  const legsOfRoute = [{ steps, summary: 'Euston Road, Gower Street', weight: duration, duration, distance }]
  return {
    json: {
      code: 'Ok',
      routes: [{ geometry: encodePolyline(points), legs: legsOfRoute, ...whole }],
      waypoints: [start, end].map(({ lat, lon }) => ({ hint: 'abc', distance: 2.4, name: '', location: [lon, lat] })),
    },
  }
}

/** Example responses of Valhalla for any two points. */
export const valhallaExamples: Examples = ({ path, query }) => {
  if (path.endsWith('/status')) return { json: { version: '3.5.1' } }
  if (!path.endsWith('/route')) return undefined
  const { locations, costing } = JSON.parse(query.get('json') ?? '{}') as { locations: [Point, Point]; costing: string }
  const { points, legs } = exampleRoute(...locations, { auto: 9, bicycle: 4.2, pedestrian: 1.33 }[costing] ?? 9)
  const seconds = legs[0].seconds + legs[1].seconds
  const summary = { has_toll: false, time: seconds, length: (legs[0].metres + legs[1].metres) / 1000, cost: seconds }
  const manoeuvre = (type: number, instruction: string, at: number, leg = { metres: 0, seconds: 0 }) => ({
    type,
    instruction,
    time: leg.seconds,
    length: leg.metres / 1000,
    cost: leg.seconds,
    begin_shape_index: at,
    end_shape_index: Math.min(2, at + 1),
    travel_mode: costing,
  })
  const maneuvers = [
    manoeuvre(1, 'Walk north on Euston Road.', 0, legs[0]),
    manoeuvre(15, 'Turn left onto Gower Street.', 1, legs[1]),
    manoeuvre(4, 'You have arrived at your destination.', 2),
  ]
  const leg = { maneuvers, summary, shape: encodePolyline(points, 6) }
  const trip = { locations, legs: [leg], summary, status_message: 'Found route between points', status: 0 }
  return { json: { trip: { ...trip, units: 'kilometers', language: 'en-GB' } } }
}

/** Example responses of Google Routes for any two points: by car with three minutes of traffic, by public transport with one ride. */
export const googleRoutesExamples: Examples = ({ path, body }, nowMs) => {
  if (!path.endsWith('/directions/v2:computeRoutes')) return undefined
  const { origin, destination, travelMode, arrivalTime, departureTime } = JSON.parse(body ?? '{}') as Record<
    'origin' | 'destination',
    Waypoint
  > & { travelMode: string; arrivalTime?: string; departureTime?: string }
  const speed = { DRIVE: 9, BICYCLE: 4.2, WALK: 1.33, TRANSIT: 7 }[travelMode] ?? 9
  const { points, legs } = exampleRoute(pointOf(origin), pointOf(destination), speed)
  const [first, second] = legs.map(({ metres, seconds }) => ({
    distanceMeters: Math.round(metres),
    staticDuration: `${Math.round(seconds)}s`,
  }))
  const staticS = Math.round(legs[0].seconds) + Math.round(legs[1].seconds)
  const rideMs = Math.round(legs[1].seconds) * 1000
  // Two minutes before the arrival time, or after the earliest arrival at the stop.
  const rideAtMs =
    arrivalTime === undefined
      ? (departureTime === undefined ? nowMs : Date.parse(departureTime)) + Math.round(legs[0].seconds) * 1000 + 120_000
      : Date.parse(arrivalTime) - 120_000 - rideMs
  const ride = { ...second, transitDetails: exampleRide(rideAtMs, rideMs) }
  const walk = {
    ...second,
    navigationInstruction: {
      maneuver: 'TURN_LEFT',
      instructions: 'Turn left onto Gower St\nDestination will be on the left',
    },
  }
  const starts = points.map(({ lat, lon }) => ({ startLocation: { latLng: { latitude: lat, longitude: lon } } }))
  const steps = [
    {
      ...first,
      ...starts[0],
      navigationInstruction: { maneuver: 'DEPART', instructions: 'Head south-west on Euston Rd' },
    },
    { ...starts[1], ...(travelMode === 'TRANSIT' ? ride : walk) },
  ]
  return {
    json: {
      routes: [
        {
          legs: [{ steps }],
          distanceMeters: Math.round(legs[0].metres) + Math.round(legs[1].metres),
          duration: `${staticS + (travelMode === 'DRIVE' ? 180 : 0)}s`,
          staticDuration: `${staticS}s`,
          polyline: { encodedPolyline: encodePolyline(points) },
        },
      ],
    },
  }
}

interface Waypoint {
  readonly location: { readonly latLng: { readonly latitude: number; readonly longitude: number } }
}

function pointOf({ location }: Waypoint): Point {
  return { lat: location.latLng.latitude, lon: location.latLng.longitude }
}

function exampleRide(departMs: number, rideMs: number) {
  return {
    stopDetails: {
      departureStop: { name: 'Euston Square' },
      arrivalStop: { name: 'Goodge Street' },
      departureTime: new Date(departMs).toISOString(),
      arrivalTime: new Date(departMs + rideMs).toISOString(),
    },
    headsign: 'Victoria',
    stopCount: 3,
    transitLine: { name: 'London Buses 73', nameShort: '73', vehicle: { type: 'BUS' } },
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
