import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { PlaceArgument } from '#runtime/kit/place-argument.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { together } from '#runtime/outbound/terms.ts'
import { type Routed, route } from '../routing/find-route.ts'
import type { Mode } from '../routing/travel.ts'
import { destinationOf, type End, endOf } from './ends.ts'
import { type Priced, type RouteWorld, shown, startOf, travelled } from './journey.ts'
import { distanceInWords, durationInWords, staleness, wayInWords } from './journey-text.ts'

interface Wanted {
  readonly name: string
  readonly argument: PlaceArgument
}

/** A destination with the way to it, or why there is none. */
type Outcome =
  | { readonly name: string; readonly end: End; readonly routed: Routed }
  | { readonly name: string; readonly failure: ApiError }

type Reached = Extract<Outcome, { routed: Routed }>

/** `routes.nearest`. The destinations are looked up side by side, as fast as the providers permit. */
export async function nearest(
  world: RouteWorld,
  args: CallArgs<'routes.nearest'>,
  asker: Asker,
  nowMs: number,
): Promise<Priced<Result<'routes.nearest'>>> {
  const { mode = 'drive' } = args
  const faults: ArgumentFault[] = []
  const start = startOf(args, faults)
  const wanted = args.to.map((name, at) => ({ name, argument: destinationOf(name, `to[${at}]`, faults) }))
  if (!start || faults.length > 0) throw errorOfFaults(faults)
  const from = await endOf(world.ask, asker, start)
  const outcomes = await Promise.all(wanted.map((each) => reach(world, asker, { from, mode, nowMs }, each)))
  const reached = outcomes
    .filter((outcome): outcome is Reached => 'routed' in outcome)
    .sort((a, b) => a.routed.durationS - b.routed.durationS)
  const unreached = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome] : []))
  const [first] = reached
  if (!first) throw noneReached(from, unreached)
  const best = reached.find(({ routed }) => !routed.isEstimate) ?? first
  const others = reached.flatMap(({ routed, end }) => [
    routed.isEstimate ? undefined : routed.provenance,
    end.provenance,
  ])
  const provenance = together(best.routed.provenance, ...others, from.provenance)
  const result = {
    from: shown(from),
    mode,
    items: reached.map(({ name, end, routed }) => ({ name, ...shown(end), ...travelled(routed) })),
    unreached: unreached.map(({ name, failure }) => ({ name, reason: failure.message })),
    text: `${inSentences(from, mode, reached, unreached)}${staleness(provenance)}`,
    ...provenance,
  }
  return { result, isFree: reached.every(({ routed }) => routed.isFree) }
}

async function reach(
  { routers, ask }: RouteWorld,
  asker: Asker,
  { from, mode, nowMs }: { from: End; mode: Mode; nowMs: number },
  { name, argument }: Wanted,
): Promise<Outcome> {
  try {
    const end = await endOf(ask, asker, argument)
    const routed = await route(routers, asker, { from, to: end, mode, nowMs })
    if (routed) return { name, end, routed }
    return { name, failure: new ApiError('not_found', 'No route leads there.') }
  } catch (failure) {
    if (failure instanceof ApiError && !asker.signal.aborted) return { name, failure }
    throw failure
  }
}

/** A provider that failed says nothing about whether there is a way. */
function noneReached(from: End, unreached: readonly { readonly failure: ApiError }[]): ApiError {
  const outage = unreached.find(({ failure }) => failure instanceof OutboundFailure)?.failure
  return outage ?? new ApiError('not_found', `None of the destinations can be reached from ${from.short}.`)
}

function inSentences(
  from: End,
  mode: Mode,
  reached: readonly Reached[],
  unreached: readonly { readonly name: string }[],
): string {
  const told = reached.map(({ end, routed }) => {
    const words = `${end.short}, ${distanceInWords(routed.distanceM)}, ${durationInWords(routed.durationS)}`
    return routed.isEstimate ? `${words} (estimated)` : words
  })
  const missing = unreached.length > 0 ? ` Not reached: ${unreached.map(({ name }) => name).join('; ')}.` : ''
  return `From ${from.short} ${wayInWords(mode)}: ${told.join('; ')}.${missing}`
}
