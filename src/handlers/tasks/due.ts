import { parseTime } from '../../runtime/base/clock.ts'
import { invalidArgument } from '../../runtime/base/errors.ts'

const dayAndMinute = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/

/**
 * When a task is due. A time without an offset (`2026-11-24 17:00`) is UTC.
 *
 * @returns epoch milliseconds; finer parts of a second are dropped
 * @throws ApiError invalid_argument for a day or time that does not exist, such as 30 February
 */
export function parseDue(text: string): number {
  const local = dayAndMinute.exec(text)
  const ms = parseTime(local ? `${local[1]}T${local[2]}:00Z` : text)
  if (ms !== undefined) return ms
  throw invalidArgument(
    'due',
    'must be a real day and time: RFC 3339 with an offset such as 2026-11-24T17:00:00Z, or 2026-11-24 17:00 (UTC)',
  )
}
