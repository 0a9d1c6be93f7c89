import type { Args } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { placeArgument } from '#runtime/kit/place-argument.ts'
import { together } from '#runtime/outbound/terms.ts'
import type { RoutesDeps } from '../index.ts'
import { findRoute, type Route } from '../routing/find-route.ts'
import { endOf, endResult, startOf } from './ends.ts'
import { journeyText } from './journey-text.ts'

type JourneyArgs = Args<'routes.eta'>

/**
 * A journey with its times, as `routes.eta` and `routes.directions` return it.
 *
 * @throws ApiError invalid_argument, not_found
 */
export async function planJourney({ routers, query }: RoutesDeps, args: JourneyArgs, ctx: Context) {
  const nowMs = ctx.clock.now()
  const { mode = 'drive' } = args
  const { from, to, departMs, arriveMs } = parse(args, nowMs)
  const [start, goal] = await Promise.all([endOf(query, ctx, from), endOf(query, ctx, to)])
  const route = await findRoute(routers, ctx, { from: start, to: goal, mode, nowMs, departMs, arriveMs })
  if (!route) throw new ApiError('not_found', `There is no route from ${start.short} to ${goal.short}.`)
  const takesMs = route.durationS * 1000
  const leaveMs =
    arriveMs === undefined
      ? // Nobody leaves in the middle of a second.
        Math.ceil(Math.max(route.leaveMs ?? 0, departMs ?? nowMs) / 1000) * 1000
      : (route.leaveMs ?? arriveMs - takesMs)
  const journey = {
    from: endResult(start),
    to: endResult(goal),
    mode,
    ...travelResult(route),
    depart_at: iso(leaveMs),
    late: arriveMs !== undefined && leaveMs < nowMs,
    arrive_at: iso(leaveMs + takesMs),
  }
  const text = journeyText({
    ...journey,
    from: start.short,
    to: goal.short,
    departMs: leaveMs,
    arriveMs: arriveMs ?? leaveMs + takesMs,
    departAt: args.depart_at,
    arriveBy: args.arrive_by,
  })
  const provenance = together(route.provenance, start.provenance, goal.provenance)
  return { journey, route, text, provenance, isFree: route.isFree }
}

/** @throws ApiError invalid_argument with all faults */
function parse(args: JourneyArgs, nowMs: number) {
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
    faults.push({ path: 'arrive_by', message: 'cannot be combined with depart_at' })
  } else if (arriveMs !== undefined && arriveMs < nowMs) {
    faults.push({ path: 'arrive_by', message: 'must not be in the past' })
  }
  if (!from || !to || faults.length > 0) throw errorOfFaults(faults)
  const departMs = departAt === undefined ? undefined : Date.parse(departAt)
  return { from, to, arriveMs, departMs: departMs !== undefined && departMs > nowMs ? departMs : undefined }
}

/** Distance and time as results have them. */
export function travelResult({ distanceM, durationS, trafficDelayS, isEstimate }: Route) {
  return {
    distance_m: distanceM,
    duration_s: durationS,
    ...(trafficDelayS === undefined ? {} : { traffic_delay_s: trafficDelayS }),
    is_estimate: isEstimate,
  }
}
