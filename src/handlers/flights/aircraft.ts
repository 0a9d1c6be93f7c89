import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { bearing, compassPoint, type Point } from '#runtime/base/geo.ts'
import type { Position } from './providers/positions.ts'
import type { Codes } from './reference/codes.ts'

/** An aircraft near a place, as results have it. */
export type NearbyAircraft = Result<'flights.overhead'>['items'][number]
type TrackedAircraft = Result<'flights.track'>['items'][number]
/** An aircraft as all results have it. */
export type Aircraft = Omit<TrackedAircraft, 'nearest_airport'>

/** Kilometres. */
export const nauticalMileKm = 1.852

const emergencies: Readonly<Record<string, NonNullable<Aircraft['emergency']>>> = {
  '7500': 'unlawful_interference',
  '7600': 'radio_failure',
  '7700': 'general',
}

/** @param asOfMs when the provider responded, in epoch milliseconds */
export function aircraftOf(position: Position, asOfMs: number, { airlineByIcao, types }: Codes): Aircraft {
  const { hex, callsign, registration, typeCode, lat, lon, onGround, altitudeFt, climbFpm, speedKt } = position
  const [, prefix = '', rest = ''] = /^([A-Z]{3})(\w+)$/.exec(callsign ?? '') ?? []
  const airline = /^\d/.test(rest) ? airlineByIcao.get(prefix) : undefined
  // A callsign with letters, such as EIN16R, does not contain the flight number.
  const flight = airline && /^\d{1,4}$/.test(rest) ? `${airline.iata}${Number(rest)}` : undefined
  const typeName = typeCode === undefined ? undefined : types.get(typeCode)
  const emergency = position.squawk === undefined ? undefined : emergencies[position.squawk]
  return {
    hex,
    ...(callsign ? { callsign } : {}),
    ...(flight ? { flight } : {}),
    ...(airline ? { airline: airline.name } : {}),
    ...(registration ? { registration } : {}),
    ...(typeCode ? { type_code: typeCode } : {}),
    ...(typeName ? { type_name: typeName } : {}),
    lat,
    lon,
    on_ground: onGround,
    ...(altitudeFt === undefined ? {} : { altitude_ft: altitudeFt }),
    ...(climbFpm === undefined ? {} : { climb_fpm: climbFpm }),
    ...(speedKt === undefined ? {} : { speed_kt: speedKt }),
    ...(position.headingDeg === undefined ? {} : { heading_deg: position.headingDeg }),
    ...(position.squawk === undefined ? {} : { squawk: position.squawk }),
    ...(emergency ? { emergency } : {}),
    observed: iso(Math.round(asOfMs - position.ageS * 1000)),
  }
}

/** An aircraft with its distance and direction from a place. */
export function nearbyOf(aircraft: Aircraft, from: Point, distanceKm: number): NearbyAircraft {
  const bearingDeg = tenths(bearing(from, aircraft)) % 360
  return {
    ...aircraft,
    distance_nm: tenths(distanceKm / nauticalMileKm),
    bearing_deg: bearingDeg,
    compass: compassPoint(bearingDeg),
  }
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
