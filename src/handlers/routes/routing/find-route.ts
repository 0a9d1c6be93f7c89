import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { roughTravel } from './estimate.ts'
import type { Router, Travel, Trip } from './travel.ts'

/** A way, or a guess at one. */
export interface Routed extends Omit<Travel, 'polyline'> {
  /** Undefined for an estimate. */
  readonly polyline?: string
  readonly isEstimate: boolean
  /** Whether no router was asked for it, so that it costs nothing. */
  readonly isFree: boolean
  readonly provenance: Provenance
}

/**
 * The way of the first router that can be asked; an estimate, which is free, if none can.
 *
 * @param routers in the order in which they are asked
 * @returns undefined where a router knows that there is no way
 */
export async function route(routers: readonly Router[], asker: Asker, trip: Trip): Promise<Routed | undefined> {
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
