import type { Handler } from '#generated/server/handlers.ts'
import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { iso } from '#runtime/base/clock.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { freeText, freeTime } from '../free-time.ts'
import * as rows from '../rows.ts'
import { lastMoment, parseMoment } from '../time/moments.ts'
import { offsetZoneOf } from '../time/zones.ts'

const weekMs = 7 * 86_400_000
const maxSpanMs = 366 * 86_400_000

export default (): Handler<'events.free'> => async (args, ctx) => {
  const owner = ctx.account.id
  const { minutes = 30, day_start: dayStart = 9, day_end: dayEnd = 18 } = args
  const from = args.from === undefined ? ctx.clock.now() : parseMoment('from', args.from)
  const to = args.to === undefined ? Math.min(from + weekMs, lastMoment) : parseMoment('to', args.to)
  if (to <= from) throw invalidArgument('to', 'must be later than from')
  if (to - from > maxSpanMs) throw invalidArgument('to', 'must be at most a year (366 days) after from')
  if (dayEnd <= dayStart) throw invalidArgument('day_end', 'must be later than day_start')
  const [zone, events] = await Promise.all([
    timeZoneOf(ctx.store, owner),
    ctx.store.all<rows.BusyRow>(rows.between({ owner, from: from - weekMs, to })),
  ])
  const timezone = zone ?? (args.from === undefined ? 'UTC' : offsetZoneOf(args.from))
  const query = { from, to, minutes, dayStart, dayEnd, timezone }
  const { periods, isTruncated } = await freeTime(query, events, ctx.signal)
  return {
    items: periods.map(({ start, end }) => ({
      start: iso(start),
      end: iso(end),
      minutes: Math.floor((end - start) / 60_000),
    })),
    is_truncated: isTruncated,
    from: iso(from),
    to: iso(to),
    timezone,
    text: freeText(periods, timezone),
  }
}
