import { distanceKm } from '#runtime/base/geo.ts'
import type { Mode, Travel, Trip } from './travel.ts'

/** Roads are this much longer than the straight line. */
const detour = 1.3
const kmPerHour: Readonly<Record<Exclude<Mode, 'transit'>, number>> = { drive: 40, walk: 4.5, cycle: 15 }
/** Buses and walks at first, then local, regional and long-distance trains: how far each takes a traveller, and how fast. */
const transitStages = [
  { km: 5, kmPerHour: 12 },
  { km: 15, kmPerHour: 25 },
  { km: 80, kmPerHour: 60 },
  { km: Number.POSITIVE_INFINITY, kmPerHour: 140 },
]

/** An estimate from the straight line in whole minutes, for when no router is available. */
export function roughTravel({
  from,
  to,
  mode,
}: Pick<Trip, 'from' | 'to' | 'mode'>): Pick<Travel, 'distanceM' | 'durationS'> {
  const km = distanceKm(from, to) * detour
  return { distanceM: Math.round(km * 1000), durationS: Math.ceil(hoursFor(km, mode) * 60) * 60 }
}

function hoursFor(km: number, mode: Mode): number {
  if (mode !== 'transit') return km / kmPerHour[mode]
  let rest = km
  let hours = 0
  for (const stage of transitStages) {
    const part = Math.min(rest, stage.km)
    hours += part / stage.kmPerHour
    rest -= part
  }
  return hours
}
