import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { Point } from '#runtime/base/geo.ts'
import type { Provided } from '#runtime/outbound/provider.ts'

export type Mode = NonNullable<CallArgs<'routes.eta'>['mode']>
export type Step = Result<'routes.directions'>['steps'][number]

export interface Trip {
  readonly from: Point
  readonly to: Point
  readonly mode: Mode
  readonly nowMs: number
  /** When to leave, in the future; undefined for now. */
  readonly departMs?: number | undefined
  /** When to arrive. */
  readonly arriveMs?: number | undefined
}

/** A route without its ends. */
export interface Travel {
  /** Whole metres, the sum of the steps. */
  readonly distanceM: number
  /** Whole seconds, traffic included. */
  readonly durationS: number
  /** The part that is due to traffic; the steps add up to the rest. Undefined if the router does not know. */
  readonly trafficDelayS?: number
  /** When to leave, epoch milliseconds; undefined without a timetable. */
  readonly leaveMs?: number
  readonly steps: readonly Step[]
  /** With precision 5. */
  readonly polyline: string
}

export interface Router {
  /** Whether it is configured and supports a mode. */
  serves(mode: Mode): boolean
  /** The fastest route; data undefined if there is no route. @throws OutboundFailure */
  travel(asker: Asker, trip: Trip): Promise<Provided<Travel | undefined>>
}

/** A step before its distance and time are rounded. */
export type RawStep = Omit<Step, 'distance_m' | 'duration_s'> & {
  readonly metres: number
  readonly seconds: number
}

/**
 * Rounds distances and times so that the steps add up to the whole.
 *
 * @param seconds without traffic
 */
export function travelOf(
  { metres, seconds, polyline }: { metres: number; seconds: number; polyline: string },
  steps: readonly RawStep[],
): Travel {
  const [distanceM, durationS] = [Math.round(metres), Math.round(seconds)]
  const distances = shares(
    distanceM,
    steps.map((step) => step.metres),
  )
  const durations = shares(
    durationS,
    steps.map((step) => step.seconds),
  )
  return {
    distanceM,
    durationS,
    polyline,
    steps: steps.map(({ metres: _metres, seconds: _seconds, ...step }, at) => ({
      ...step,
      distance_m: distances[at] ?? 0,
      duration_s: durations[at] ?? 0,
    })),
  }
}

/**
 * Divides a whole number into whole numbers that add up to it.
 *
 * @param weights relative sizes, not negative
 */
export function shares(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let before = 0
  let given = 0
  return weights.map((weight, at) => {
    before += weight
    const isLast = at === weights.length - 1
    const upTo = isLast ? total : sum === 0 ? 0 : Math.min(total, Math.round((before / sum) * total))
    const share = upTo - given
    given = upTo
    return share
  })
}
