import type { Result } from '#generated/server/handlers.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { Mode, Step } from '../routing/travel.ts'

const maxSteps = 50
const modeTexts: Readonly<Record<Mode, string>> = {
  drive: 'by car',
  walk: 'on foot',
  cycle: 'by bicycle',
  transit: 'by public transport',
}

/** `350 m`, `1.9 km`, `120 km`. */
export function distanceText(metres: number): string {
  if (metres < 1000) return `${metres} m`
  const km = metres / 1000
  return `${km < 100 ? km.toFixed(1) : Math.round(km).toLocaleString('en-GB')} km`
}

/** `less than a minute`, `23 min`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'less than a minute'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
}

type TravelResult = Pick<Result<'routes.eta'>, 'distance_m' | 'duration_s' | 'traffic_delay_s' | 'is_estimate'>

/** `1.9 km on foot, 23 min`. */
export function travelText(
  mode: Mode,
  { distance_m, duration_s, traffic_delay_s = 0, is_estimate }: TravelResult,
): string {
  const delay = traffic_delay_s >= 60 ? `, ${durationText(traffic_delay_s)} of it due to traffic` : ''
  const travel = `${distanceText(distance_m)} ${modeTexts[mode]}, ${durationText(duration_s)}${delay}`
  return is_estimate ? `about ${travel} (estimated from the straight line)` : travel
}

/** `on foot` */
export function modeText(mode: Mode): string {
  return modeTexts[mode]
}

interface TimedJourney extends TravelResult {
  readonly mode: Mode
  readonly late: boolean
  readonly departMs: number
  readonly arriveMs: number
  /** The short names of both ends. */
  readonly from: string
  readonly to: string
  /** The argument with a time, whose UTC offset the sentence uses. */
  readonly departAt?: string | undefined
  readonly arriveBy?: string | undefined
}

/** How long a journey takes and, if the call has a time, when to leave or when it ends. */
export function journeyText(journey: TimedJourney): string {
  const { mode, from, to, departAt, arriveBy, departMs, arriveMs, late } = journey
  const travel = travelText(mode, journey)
  if (arriveBy !== undefined) {
    const [leave, arrive] = clockTimes([departMs, arriveMs], arriveBy)
    return late
      ? `It is too late to reach ${to} by ${arrive}: you would have had to leave ${from} at ${leave}. The journey is ${travel}.`
      : `To reach ${to} by ${arrive}, leave ${from} at ${leave}. The journey is ${travel}.`
  }
  if (departAt !== undefined) {
    const [leave, arrive] = clockTimes([departMs, arriveMs], departAt)
    return `If you leave ${from} at ${leave}, you will reach ${to} at ${arrive}. The journey is ${travel}.`
  }
  return `The journey from ${from} to ${to} is ${travel}.`
}

/** Times of day in the UTC offset of a written time, with their days if these differ. */
function clockTimes(moments: readonly [number, number], written: string): [string, string] {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(written) ?? []
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const [first, second] = moments.map((ms) => new Date(ms + offsetMs).toISOString()) as [string, string]
  const isOneDay = first.slice(0, 10) === second.slice(0, 10)
  const shown = (text: string) => `${text.slice(11, 16)}${isOneDay ? '' : ` on ${text.slice(0, 10)}`}`
  return [shown(first), shown(second)]
}

/** Numbered instructions. */
export function stepsText(steps: readonly Step[]): string {
  const first = steps.slice(0, maxSteps).map(({ instruction, distance_m: metres }, at) => {
    return `${at + 1}. ${instruction}${metres > 0 ? `, ${distanceText(metres)}` : ''}.`
  })
  const rest = steps.length - first.length
  return [...first, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ')
}

/** A sentence to append to a text about stale data; empty for others. */
export function stalenessText({ stale, as_of: asOf }: Provenance): string {
  return stale ? ` The routing provider cannot be reached. This information is from ${asOf}.` : ''
}
