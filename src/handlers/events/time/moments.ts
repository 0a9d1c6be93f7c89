import { parseTime } from '#runtime/base/clock.ts'
import { invalidArgument } from '#runtime/base/errors.ts'

/** The last moment whose year has four digits in every zone. */
export const lastMoment = Date.parse('9999-12-30T23:59:59.999Z')

/**
 * Parses a time argument.
 *
 * @returns epoch milliseconds
 * @throws ApiError invalid_argument for days that do not exist, and for times before 1970 or after 9999-12-30
 */
export function parseMoment(path: string, text: string): number {
  const ms = parseTime(text)
  if (ms !== undefined && ms >= 0 && ms <= lastMoment) return ms
  const rule =
    'must be an existing RFC 3339 time from 1970 to 9999-12-30 with an offset, such as 2026-11-23T18:00:00+00:00'
  throw invalidArgument(path, rule)
}
