import { type CompassPoint, compassName, compassPoint } from '#runtime/base/geo.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { Aircraft, NearbyAircraft } from './aircraft.ts'

/** From this rate on an aircraft climbs or descends, in feet per minute; below it flies level. */
export const steepFpm = 300

const feet = new Intl.NumberFormat('en-GB')

/** What an aircraft is and does, as the beginning of a sentence without its full stop. */
export function aircraftInWords(aircraft: Aircraft): string {
  return `${nameOf(aircraft)} ${doing(aircraft)}`
}

/** The same with its distance and direction from a place. */
export function nearbyInWords(aircraft: NearbyAircraft): string {
  return `${aircraftInWords(aircraft)}, ${away(aircraft)}.${warning(aircraft)}`
}

/** `2.6 nm to the north-west`. */
function away({ distance_nm: distance, compass }: { distance_nm: number; compass: CompassPoint }): string {
  return `${distance} nm to the ${compassName(compass)}`
}

/** `British Airways BA117, a Boeing 787-9 (G-ZBKL),`: what is known of its name. */
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
  const height = altitude === undefined ? '' : ` ${verb === 'flies' ? 'at' : 'through'} ${feet.format(altitude)} ft`
  const pace = speed === undefined ? '' : ` at ${Math.round(speed)} kt`
  const course = heading === undefined ? '' : ` heading ${compassName(compassPoint(heading))}`
  return `${verb}${height}${pace}${course}`
}

const meanings = {
  unlawful_interference: 'unlawful interference',
  radio_failure: 'radio failure',
  general: 'an emergency',
} as const

/** A sentence about an emergency code, with a blank before it. A code alone is no proof of what it stands for. */
export function warning({ emergency, squawk }: Aircraft): string {
  if (!emergency) return ''
  return ` Its transponder shows ${squawk}, the code for ${meanings[emergency]}; codes are also set by mistake.`
}

/** What was found, some of it in sentences, how much more there is, and whether it is old. */
export function paragraph(
  first: string,
  sentences: readonly string[],
  { total, stale, as_of: asOf }: { readonly total: number } & Provenance,
): string {
  const rest = total - sentences.length
  return [
    first,
    ...sentences,
    ...(rest > 0 ? [`And ${rest} more.`] : []),
    ...(stale ? [`The provider cannot be reached; this was known at ${asOf}.`] : []),
  ].join(' ')
}

/** `One aircraft`, `3 aircraft`, `No aircraft`. */
export function counted(count: number): string {
  if (count === 0) return 'No aircraft'
  return count === 1 ? 'One aircraft' : `${count} aircraft`
}
