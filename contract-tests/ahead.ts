import { clockFrom } from '../src/runtime/base/clock.ts'

/** ONEDOOR_CLOCK of the server on which examples are played: years ahead, so that no example needs a day that goes by. */
export const clockAhead = '+4000d'

/** The time of that server, or so much later, RFC 3339. */
export function timeAhead(laterMs = 0): string {
  return new Date(clockFrom(clockAhead).now() + laterMs).toISOString()
}
