import { distanceKm } from '#runtime/base/geo.ts'
import type { Mode, Travel, Trip } from './travel.ts'

/** Roads are this much longer than the straight line. */
const detour = 1.3
const kmPerHour: Readonly<Record<Mode, number>> = { drive: 40, walk: 4.5, cycle: 15, transit: 25 }

/** An estimate from the straight line, for when no router is available. */
export function roughTravel({
  from,
  to,
  mode,
}: Pick<Trip, 'from' | 'to' | 'mode'>): Pick<Travel, 'distanceM' | 'durationS'> {
  const km = distanceKm(from, to) * detour
  return { distanceM: Math.round(km * 1000), durationS: Math.round((km / kmPerHour[mode]) * 3600) }
}
