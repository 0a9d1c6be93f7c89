import tzLookup from '@photostructure/tz-lookup'
import { timeZoneNamed } from '#runtime/accounts/time-zones.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { Point } from '#runtime/base/geo.ts'

/**
 * The time zone of a call by its current name.
 *
 * @param tz a name, or `place` for the zone of the point
 * @throws ApiError invalid_argument for an unknown zone
 */
export function timeZoneOf(tz: string, { lat, lon }: Point): string {
  const name = tz === 'place' ? tzLookup(lat, lon) : tz
  // Offsets are not IANA names, although some JavaScript engines accept them.
  const isName = /^[A-Za-z]/.test(name)
  const known = timeZoneNamed(name) ?? (isName ? acceptedName(name) : undefined)
  if (known !== undefined) return known
  throw invalidArgument('tz', 'is not an IANA time zone: give one such as Europe/London, or place')
}

/** Other names of zones, such as `US/Eastern` and `Etc/GMT+3`, as the engine spells them. */
function acceptedName(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions()
    return timeZoneNamed(timeZone) ?? timeZone
  } catch {
    return undefined
  }
}
