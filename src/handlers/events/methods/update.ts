import type { Args, Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { type Caller, laterRightsOf } from '#runtime/calls/caller.ts'
import type { Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { EventsDeps } from '../index.ts'
import { scheduleFiring } from '../jobs/fire.ts'
import { eventOf, noSuchEvent } from '../results.ts'
import * as rows from '../rows.ts'
import { checkOneRule, firstAfter, momentsColumn, recurs, ruleColumns, zoneOf } from '../time/event-schedule.ts'
import { parseMoment } from '../time/moments.ts'
import { checkUpcomingLimit } from '../upcoming-limit.ts'

export default ({ queue }: EventsDeps): Handler<'events.update'> =>
  async (args, ctx) => {
    const { id: _id, ...changes } = args
    const { id, title, note, minutes, prompt } = args
    const owner = ctx.account.id
    const now = ctx.clock.now()
    checkOneRule(args.repeat, args.rrule)
    const isChange = Object.values(changes).some((value) => value !== undefined)
    const row = await ctx.store.write(async (tx) => {
      const before = await rows.find(tx, { id, owner })
      if (!before) throw noSuchEvent(id)
      if (!isChange) return before
      await checkReopening(tx, before, args.when)
      const changed = await rows.update(tx, {
        ...{ id, owner, now, is_past: false },
        title: title === undefined ? before.title : oneLine(title),
        note: note === undefined ? before.note : note || null,
        minutes: minutes ?? before.minutes,
        ...promptColumns(before, prompt, ctx.caller),
        ...(await timeColumns(tx, before, args, now)),
      })
      if (!changed) throw noSuchEvent(id)
      await scheduleFiring(queue, tx, changed)
      return changed
    })
    return eventOf(row)
  }

/** A past event needs a new time, and counts as upcoming again. */
async function checkReopening(tx: Writer, { is_past, owner }: rows.EventRow, when: string | undefined): Promise<void> {
  if (!asBoolean(is_past)) return
  if (when === undefined) {
    throw new ApiError('failed_precondition', 'The event has already fired. Set a new time with `when`.')
  }
  await checkUpcomingLimit(tx, owner)
}

/** A new prompt gets its author's rights; an unchanged one retains those it had. */
function promptColumns(
  row: rows.EventRow,
  prompt: string | undefined,
  caller: Caller,
): Pick<rows.EventRow, 'prompt' | 'token_id' | 'last_error'> {
  if (prompt === undefined || prompt === row.prompt) {
    return { prompt: row.prompt, token_id: row.token_id, last_error: row.last_error }
  }
  const isCleared = prompt.trim() === ''
  return {
    prompt: isCleared ? null : prompt,
    token_id: isCleared ? null : (laterRightsOf(caller) ?? null),
    last_error: null,
  }
}

/** Columns of the time and the recurrence, and the next occurrence. */
async function timeColumns(tx: Writer, row: rows.EventRow, args: Args<'events.update'>, now: number) {
  const before = scheduleColumns(row)
  const { when, timezone, repeat, rrule, exdates, rdates } = args
  if ([when, timezone, repeat, rrule, exdates, rdates].every((value) => value === undefined)) {
    return { ...before, when_at: Number(row.when_at) }
  }
  const zone =
    when === undefined && timezone === undefined
      ? row.timezone
      : await zoneOf(tx, { owner: row.owner, timezone, when: when ?? '' })
  const after = withRecurrence(before, args)
  const starts_at = when === undefined ? startOf(row, after) : parseMoment('when', when)
  const schedule = { ...after, starts_at, timezone: zone, ...ruleColumns(after.rrule, starts_at, zone) }
  // An occurrence that is due and has not fired yet still fires.
  const due = asBoolean(row.is_past) || when !== undefined ? now : Math.min(now, Number(row.when_at) - 1)
  return { ...schedule, when_at: firstAfter(schedule, due) }
}

function scheduleColumns({ timezone, repeat, rrule, exdates, rdates, ...row }: rows.EventRow) {
  const ends_at = row.ends_at === null ? null : Number(row.ends_at)
  return { starts_at: Number(row.starts_at), ends_at, timezone, repeat, rrule, exdates, rdates }
}

/**
 * A rule replaces the other kind of rule; without any rule, an empty `repeat` also removes exceptions and additions. An
 * event that no longer recurs has no exceptions.
 */
function withRecurrence(before: ReturnType<typeof scheduleColumns>, args: Args<'events.update'>) {
  const { repeat, rrule, exdates, rdates } = args
  const after = { ...before }
  if (repeat !== undefined) Object.assign(after, { repeat: repeat || null, rrule: null })
  if (rrule) Object.assign(after, { repeat: null, rrule })
  else if (rrule === '') after.rrule = null
  if (repeat === '' && !rrule) Object.assign(after, { exdates: null, rdates: null })
  if (exdates) after.exdates = momentsColumn('exdates', exdates)
  if (rdates) after.rdates = momentsColumn('rdates', rdates)
  if (!exdates && !recurs(after)) after.exdates = null
  return after
}

/** A plain repetition counts from the time that the owner set last, a rule from the first occurrence. */
function startOf(row: rows.EventRow, after: Pick<rows.EventRow, 'repeat' | 'rrule' | 'rdates'>): number {
  const isPlain = after.repeat !== row.repeat && after.rrule === null
  return isPlain || !recurs(after) ? Number(row.when_at) : Number(row.starts_at)
}
