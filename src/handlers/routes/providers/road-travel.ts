import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Provided, Provider, Reading } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import type { Travel } from '../routing/travel.ts'

const dayMs = 86_400_000

/** Without traffic a route takes as long today as it did yesterday. */
export const routeAges: Ages = { freshMs: dayMs, refreshMs: 7 * dayMs, maxAgeMs: 30 * dayMs }

/**
 * Fetches a route on roads.
 *
 * @param absent the member of an error response, and its values for ends that no route connects
 * @returns data undefined if there is no route
 */
export async function readRoadTravel(
  provider: Provider,
  asker: Asker,
  request: Pick<Reading<Travel | undefined>, 'path' | 'query' | 'reader'>,
  absent: { readonly member: string; readonly codes: ReadonlySet<unknown>; readonly nowMs: number },
): Promise<Provided<Travel | undefined>> {
  try {
    return await provider.read(asker, { ...request, ages: routeAges })
  } catch (failure) {
    if (!(failure instanceof OutboundFailure) || !absent.codes.has(memberOf(failure, absent.member))) throw failure
    const provenance = { source: '', as_of: iso(absent.nowMs), stale: false }
    return { data: undefined, asOfMs: absent.nowMs, isStale: false, isFree: false, provenance }
  }
}

function memberOf({ upstreamBody = '' }: OutboundFailure, member: string): unknown {
  try {
    return (JSON.parse(upstreamBody) as Record<string, unknown> | null)?.[member]
  } catch {
    return undefined
  }
}
