import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { roughTravel } from './estimate.ts'
import type { Router, Travel, Trip } from './travel.ts'

/** A route, or an estimate of one. */
export interface Route extends Omit<Travel, 'polyline'> {
  /** Undefined for an estimate. */
  readonly polyline?: string
  readonly isEstimate: boolean
  /** Whether no request was made for it, so that it costs nothing. */
  readonly isFree: boolean
  readonly provenance: Provenance
}

/**
 * The route of the first router that is available; without one, an estimate, which is free.
 *
 * @param routers in order of preference
 * @returns undefined if a router reports that there is no route
 */
export async function findRoute(routers: readonly Router[], asker: Asker, trip: Trip): Promise<Route | undefined> {
  for (const router of routers) {
    if (!router.serves(trip.mode)) continue
    try {
      const { data, isFree, provenance } = await router.travel(asker, trip)
      return data && { ...data, isEstimate: false, isFree, provenance }
    } catch (failure) {
      if (!(failure instanceof OutboundFailure)) throw failure
    }
  }
  const provenance = { source: 'straight-line estimate', as_of: iso(trip.nowMs), stale: false }
  return { ...roughTravel(trip), steps: [], isEstimate: true, isFree: true, provenance }
}
