import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { type PlaceArgument, placeArgument } from '#runtime/kit/place-argument.ts'
import { together } from '#runtime/outbound/terms.ts'
import { type Routed, route } from '../routing/find-route.ts'
import type { Router } from '../routing/travel.ts'
import { type End, endOf } from './ends.ts'
import { journeyInWords, staleness, stepsInWords, travelInWords } from './journey-text.ts'

/** Who is asked for routes. */
export interface RouteWorld {
  /** In the order in which they are asked. */
  readonly routers: readonly Router[]
  readonly ask: FamilyWorld['ask']
}

type Args = CallArgs<'routes.directions'>

/** A result, and whether it costs nothing because no router was asked for it. */
export interface Priced<T> {
  readonly result: T
  readonly isFree: boolean
}

/** `routes.eta`. */
export async function eta(
  world: RouteWorld,
  args: Args,
  asker: Asker,
  nowMs: number,
): Promise<Priced<Result<'routes.eta'>>> {
  const { journey, words, provenance, isFree } = await journeyOf(world, args, asker, nowMs)
  return { result: { ...journey, text: `${words}${staleness(provenance)}`, ...provenance }, isFree }
}

/** `routes.directions`. */
export async function directions(
  world: RouteWorld,
  args: Args,
  asker: Asker,
  nowMs: number,
): Promise<Priced<Result<'routes.directions'>>> {
  const { journey, routed, provenance, isFree } = await journeyOf(world, args, asker, nowMs)
  const { steps, polyline } = routed
  const told = steps.length > 0 ? ` ${stepsInWords(steps)}` : ' No router can be asked for the way itself.'
  const text = `${capitalised(travelInWords(journey.mode, journey))}.${told}${staleness(provenance)}`
  return {
    result: { ...journey, steps: [...steps], ...(polyline === undefined ? {} : { polyline }), text, ...provenance },
    isFree,
  }
}

async function journeyOf(world: RouteWorld, args: Args, asker: Asker, nowMs: number) {
  const { mode = 'drive' } = args
  const { from, to, departMs, arriveMs } = wishOf(args, nowMs)
  const [start, goal] = await Promise.all([endOf(world.ask, asker, from), endOf(world.ask, asker, to)])
  const routed = await route(world.routers, asker, { from: start, to: goal, mode, nowMs, departMs, arriveMs })
  if (!routed) throw noRoute(start, goal)
  const takesMs = routed.durationS * 1000
  const leaveMs = leaveMsOf(
    routed.leaveMs,
    arriveMs === undefined ? { fromMs: departMs ?? nowMs } : { arriveMs, takesMs },
  )
  const late = arriveMs !== undefined && leaveMs < nowMs
  const journey = {
    from: shown(start),
    to: shown(goal),
    mode,
    ...travelled(routed),
    depart_at: iso(leaveMs),
    late,
    arrive_at: iso(leaveMs + takesMs),
  }
  const words = journeyInWords({
    ...journey,
    from: start.short,
    to: goal.short,
    departMs: leaveMs,
    arriveMs: arriveMs ?? leaveMs + takesMs,
    departAt: args.depart_at,
    arriveBy: args.arrive_by,
  })
  const provenance: Provenance = together(routed.provenance, start.provenance, goal.provenance)
  return { journey, routed, words, provenance, isFree: routed.isFree }
}

/** When to set out, which a timetable may decide. @param wish when to leave at the earliest, or when to be there */
function leaveMsOf(
  timetableMs: number | undefined,
  wish: { readonly fromMs: number } | { readonly arriveMs: number; readonly takesMs: number },
): number {
  if ('fromMs' in wish) return Math.max(timetableMs ?? wish.fromMs, wish.fromMs)
  return timetableMs ?? wish.arriveMs - wish.takesMs
}

/** What a call asks for. @throws ApiError invalid_argument with everything that is wrong */
function wishOf(args: Args, nowMs: number) {
  const faults: ArgumentFault[] = []
  const from = startOf(args, faults)
  const to = placeArgument(
    { name: args.to, lat: args.to_lat, lon: args.to_lon },
    { name: 'to', lat: 'to_lat', lon: 'to_lon' },
    faults,
  )
  const { depart_at: departAt, arrive_by: arriveBy } = args
  const arriveMs = arriveBy === undefined ? undefined : Date.parse(arriveBy)
  if (departAt !== undefined && arriveBy !== undefined) {
    faults.push({ path: 'arrive_by', message: 'cannot be given together with depart_at' })
  } else if (arriveMs !== undefined && arriveMs < nowMs) {
    faults.push({ path: 'arrive_by', message: 'must not be in the past' })
  }
  if (!from || !to || faults.length > 0) throw errorOfFaults(faults)
  const departMs = departAt === undefined ? undefined : Date.parse(departAt)
  return { from, to, arriveMs, departMs: departMs !== undefined && departMs > nowMs ? departMs : undefined }
}

/** The start of a call. */
export function startOf(
  { from, from_lat: lat, from_lon: lon }: Pick<Args, 'from' | 'from_lat' | 'from_lon'>,
  faults: ArgumentFault[],
): PlaceArgument | undefined {
  return placeArgument({ name: from, lat, lon }, { name: 'from', lat: 'from_lat', lon: 'from_lon' }, faults)
}

/** An end as results have it. */
export function shown({ place, lat, lon }: End): Result<'routes.eta'>['from'] {
  return { place, lat, lon }
}

/** Distance and time as results have them. */
export function travelled({ distanceM, durationS, trafficDelayS, isEstimate }: Routed) {
  return {
    distance_m: distanceM,
    duration_s: durationS,
    ...(trafficDelayS === undefined ? {} : { traffic_delay_s: trafficDelayS }),
    is_estimate: isEstimate,
  }
}

function noRoute(from: End, to: End): ApiError {
  return new ApiError('not_found', `There is no route from ${from.short} to ${to.short}.`)
}

function capitalised(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}
