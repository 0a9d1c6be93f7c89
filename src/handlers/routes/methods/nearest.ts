import type { Args, Handler } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import { type PlaceArgument, placeIn } from '#runtime/kit/place-argument.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { together } from '#runtime/outbound/terms.ts'
import type { RoutesDeps } from '../index.ts'
import { type End, endOf, endResult, startOf } from '../journeys/ends.ts'
import { travelResult } from '../journeys/journey.ts'
import { distanceText, durationText, modeText, stalenessText } from '../journeys/journey-text.ts'
import { findRoute, type Route } from '../routing/find-route.ts'
import type { Mode } from '../routing/travel.ts'

interface Destination {
  readonly name: string
  readonly argument: PlaceArgument
}

interface Reached {
  readonly name: string
  readonly end: End
  readonly route: Route
}

interface Unreached {
  readonly name: string
  readonly failure: ApiError
}

/** Looks the destinations up concurrently, as fast as the providers permit. */
export default (deps: RoutesDeps): Handler<'routes.nearest'> =>
  async (args, ctx) => {
    const { mode = 'drive' } = args
    const { start, destinations } = parse(args)
    const from = await endOf(deps.query, ctx, start)
    const trip = { from, mode, nowMs: ctx.clock.now() }
    const outcomes = await Promise.all(destinations.map((each) => reach(deps, ctx, trip, each)))
    const unreached = outcomes.filter((outcome) => 'failure' in outcome)
    const reached = outcomes
      .filter((outcome) => 'route' in outcome)
      .sort((a, b) => a.route.durationS - b.route.durationS)
    if (reached.length === 0) throw noneReached(from, unreached)
    if (reached.every(({ route }) => route.isFree)) ctx.charge(0)
    const provenance = provenanceOf(from, reached)
    return {
      from: endResult(from),
      mode,
      items: reached.map(({ name, end, route }) => ({ name, ...endResult(end), ...travelResult(route) })),
      unreached: unreached.map(({ name, failure }) => ({ name, reason: failure.message })),
      text: `${textOf(from, mode, reached, unreached)}${stalenessText(provenance)}`,
      ...provenance,
    }
  }

/** @throws ApiError invalid_argument with all faults */
function parse(args: Args<'routes.nearest'>): { start: PlaceArgument; destinations: Destination[] } {
  const faults: ArgumentFault[] = []
  const start = startOf(args, faults)
  const destinations = args.to.flatMap((name, at) => {
    const argument = placeIn(name, `to[${at}]`, faults)
    return argument ? [{ name, argument }] : []
  })
  if (!start || faults.length > 0) throw errorOfFaults(faults)
  return { start, destinations }
}

async function reach(
  { routers, query }: RoutesDeps,
  asker: Asker,
  trip: { from: End; mode: Mode; nowMs: number },
  { name, argument }: Destination,
): Promise<Reached | Unreached> {
  try {
    const end = await endOf(query, asker, argument)
    const route = await findRoute(routers, asker, { ...trip, to: end })
    if (route) return { name, end, route }
    return { name, failure: new ApiError('not_found', 'No route leads there.') }
  } catch (failure) {
    if (failure instanceof ApiError && !asker.signal.aborted) return { name, failure }
    throw failure
  }
}

/** Of the fastest route that is not an estimate, with the attributions of the others. */
function provenanceOf(from: End, reached: readonly Reached[]) {
  const routes = reached.map(({ route }) => route)
  const [best, ...others] = routes.filter(({ isEstimate }) => !isEstimate)
  const { provenance } = best ?? (routes[0] as Route)
  const ends = reached.map(({ end }) => end.provenance)
  return together(provenance, ...others.map((each) => each.provenance), ...ends, from.provenance)
}

/** The failure of a provider does not mean that there is no route, so it takes precedence. */
function noneReached(from: End, unreached: readonly Unreached[]): ApiError {
  const outage = unreached.find(({ failure }) => failure instanceof OutboundFailure)?.failure
  return outage ?? new ApiError('not_found', `None of the destinations can be reached from ${from.short}.`)
}

function textOf(from: End, mode: Mode, reached: readonly Reached[], unreached: readonly Unreached[]): string {
  const items = reached.map(({ end, route }) => {
    const words = `${end.short}, ${distanceText(route.distanceM)}, ${durationText(route.durationS)}`
    return route.isEstimate ? `${words} (estimated)` : words
  })
  const missing = unreached.length > 0 ? ` Not reached: ${unreached.map(({ name }) => name).join('; ')}.` : ''
  return `From ${from.short} ${modeText(mode)}: ${items.join('; ')}.${missing}`
}
