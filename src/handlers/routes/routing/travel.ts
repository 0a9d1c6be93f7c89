import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { Point } from '#runtime/base/geo.ts'
import type { Provided } from '#runtime/outbound/provider.ts'

export type Mode = NonNullable<CallArgs<'routes.eta'>['mode']>
export type Step = Result<'routes.directions'>['steps'][number]

/** A way that somebody wants to go. */
export interface Trip {
  readonly from: Point
  readonly to: Point
  readonly mode: Mode
  readonly nowMs: number
  /** When to leave, if that is not now; in the future. */
  readonly departMs?: number | undefined
  /** When to be there. */
  readonly arriveMs?: number | undefined
}

/** A way that a router has found. */
export interface Travel {
  /** Whole metres; the steps add up to them. */
  readonly distanceM: number
  /** Whole seconds, traffic included. */
  readonly durationS: number
  /** How many of them are due to traffic; the steps add up to the others. Undefined if the router does not know. */
  readonly trafficDelayS?: number
  /** When to set out, epoch milliseconds; undefined where one can set out at any time. */
  readonly leaveMs?: number
  readonly steps: readonly Step[]
  /** With precision 5. */
  readonly polyline: string
}

/** Somebody who knows ways. */
export interface Router {
  /** Whether it can be asked for ways of this mode. */
  serves(mode: Mode): boolean
  /** The quickest way; undefined where there is none. @throws OutboundFailure if it cannot be asked */
  travel(asker: Asker, trip: Trip): Promise<Provided<Travel | undefined>>
}

/** A step whose distance and time are not rounded yet. */
export type RawStep = Omit<Step, 'distance_m' | 'duration_s'> & {
  readonly metres: number
  readonly seconds: number
}

/**
 * A way whose steps add up to the whole, in metres as well as in seconds.
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
 * @param weights how large each is compared with the others; none is negative
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
