import { type CompassPoint, compassName, compassPoint } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { Aircraft, NearbyAircraft } from './aircraft.ts'

/** The rate of climb or descent from which an aircraft does not fly level, in feet per minute. */
export const steepFpm = 300

/** What an aircraft is and does, as a sentence without its full stop. */
export function aircraftInWords(aircraft: Aircraft): string {
  return `${nameOf(aircraft)} ${doing(aircraft)}`
}

/** A sentence with its distance and direction from a place. */
export function nearbyInWords(aircraft: NearbyAircraft): string {
  return `${aircraftInWords(aircraft)}, ${away(aircraft)}.${warning(aircraft)}`
}

/** `2.6 nm to the north-west` */
function away({ distance_nm: distance, compass }: { distance_nm: number; compass: CompassPoint }): string {
  return `${distance} nm to the ${compassName(compass)}`
}

/** `British Airways BA117, a Boeing 787-9 (G-ZBKL),` */
function nameOf({ airline, flight, callsign, type_name, type_code, registration, hex }: Aircraft): string {
  const name = flight ?? callsign
  const head = [airline, name].filter(Boolean).join(' ')
  const type = type_name ?? type_code
  if (!head) {
    const who = registration ?? `The aircraft with the address ${hex}`
    return type ? `${who}, ${article(type)},` : who
  }
  const mark = registration && registration !== callsign ? ` (${registration})` : ''
  return type ? `${head}, ${article(type)}${mark},` : `${head}${mark}`
}

function article(type: string): string {
  return `${/^(?!Eu)[AEIO]/.test(type) ? 'an' : 'a'} ${type}`
}

function doing({
  on_ground,
  altitude_ft: altitude,
  climb_fpm: climb = 0,
  speed_kt: speed,
  heading_deg: heading,
}: Aircraft): string {
  if (on_ground) return speed !== undefined && speed >= 1 ? `taxis at ${Math.round(speed)} kt` : 'is on the ground'
  const verb = climb > steepFpm ? 'climbs' : climb < -steepFpm ? 'descends' : 'flies'
  const height = altitude === undefined ? '' : ` ${heightText(altitude, verb === 'flies' ? 'at' : 'through')}`
  const pace = speed === undefined ? '' : ` at ${Math.round(speed)} kt`
  const course = heading === undefined ? '' : ` heading ${compassName(compassPoint(heading))}`
  return `${verb}${height}${pace}${course}`
}

/** Altitudes are measured by air pressure, so they are a little below 0 near the sea in fair weather. */
function heightText(altitudeFt: number, preposition: string): string {
  if (altitudeFt >= 0) return `${preposition} ${altitudeFt.toLocaleString('en-GB')} ft`
  return altitudeFt > -500 ? 'near sea level' : `${Math.abs(altitudeFt).toLocaleString('en-GB')} ft below sea level`
}

const meanings = {
  unlawful_interference: 'unlawful interference',
  radio_failure: 'radio failure',
  general: 'an emergency',
} as const

/** A sentence about an emergency code, after a space; empty without one. A code alone does not prove an emergency. */
export function warning({ emergency, squawk }: Aircraft): string {
  if (!emergency) return ''
  return ` Its transponder shows ${squawk}, the code for ${meanings[emergency]}. Such codes are sometimes set by mistake.`
}

/** The text of a result: its sentences, and how many aircraft `rest` they do not describe. */
export function resultText(
  sentences: readonly string[],
  { rest, stale, as_of: asOf }: { readonly rest: number } & Provenance,
): string {
  return [
    ...sentences,
    ...(rest > 0 ? [`And ${rest} more.`] : []),
    ...(stale ? [`The provider cannot be reached. This data is from ${asOf}.`] : []),
  ].join(' ')
}
