import { iso } from '#runtime/base/clock.ts'
import type { Provided } from '#runtime/outbound/provider.ts'

/** What a router says that knows of no way. */
export function absentTravel(nowMs: number): Provided<undefined> {
  return {
    data: undefined,
    asOfMs: nowMs,
    isStale: false,
    isFree: false,
    provenance: { source: '', as_of: iso(nowMs), stale: false },
  }
}
