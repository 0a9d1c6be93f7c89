import { timeZoneNamed } from '../../runtime/accounts/time-zones.ts'
import { BoundedMap } from '../../runtime/base/bounded-map.ts'
import type { Point } from '../../runtime/base/geo.ts'
import { once } from '../../runtime/base/once.ts'
import { errorOfFaults } from '../../runtime/calls/faults.ts'

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
const formats = new BoundedMap<string, Intl.DateTimeFormat>(100)

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
  const parts = formatOf(timeZone).formatToParts(ms)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  }
}

/** Other names of zones, such as `US/Eastern` and `Etc/GMT+3`, in the spelling of the engine. */
function acceptedName(name: string): string | undefined {
  try {
    const { timeZone } = formatOf(name).resolvedOptions()
    return timeZoneNamed(timeZone) ?? timeZone
  } catch {
    return undefined
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}
