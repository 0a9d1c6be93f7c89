import { timeZoneNamed } from '#runtime/accounts/time-zones.ts'
import { BoundedMap } from '#runtime/base/bounded-map.ts'
import type { Point } from '#runtime/base/geo.ts'
import { once } from '#runtime/base/once.ts'
import { timeInZone } from '#runtime/base/zoned-time.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'

/** What a clock on the wall shows. */
export interface WallTime {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM`. */
  readonly time: string
}

/** By which a caller asks for the zone of the place. */
const ofPlace = 'place'
const zones = once(async () => (await import('@photostructure/tz-lookup')).default)

/**
 * The time zone of a call, by its current name.
 *
 * @throws ApiError invalid_argument for a zone that is not known
 */
export async function zoneOf(tz: string, { lat, lon }: Point): Promise<string> {
  const name = tz === ofPlace ? (await zones())(lat, lon) : tz
  // Offsets are none of the IANA's names, though some JavaScript engines take them.
  const isName = /^[A-Za-z]/.test(name)
  const known = timeZoneNamed(name) ?? (isName ? acceptedName(name) : undefined)
  if (known !== undefined) return known
  throw errorOfFaults([{ path: 'tz', message: 'is no IANA time zone: give one such as Europe/London, or place' }])
}

/** What clocks of a zone show at a moment, to the minute. */
export function wallTime(ms: number, timeZone: string): WallTime {
  const local = timeInZone(ms, timeZone)
  return { day: local.slice(0, 10), time: local.slice(11, 16) }
}

/** The day by the clocks of each zone in the minute that was last asked for. All zones have kept whole minutes since 1972. */
const days = new BoundedMap<string, { readonly minute: number; readonly day: string }>(100)
const minuteMs = 60_000

/** The calendar day of a moment in a zone, `YYYY-MM-DD`, for moments of these days: many ask in the same minute. */
export function currentDay(ms: number, timeZone: string): string {
  const minute = Math.floor(ms / minuteMs)
  const known = days.get(timeZone)
  if (known?.minute === minute) return known.day
  const { day } = wallTime(ms, timeZone)
  days.set(timeZone, { minute, day })
  return day
}

/** Other names of zones, such as `US/Eastern` and `Etc/GMT+3`, in the spelling of the engine. */
function acceptedName(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions()
    return timeZoneNamed(timeZone) ?? timeZone
  } catch {
    return undefined
  }
}
