import type { Args, Handler } from '#generated/server/handlers.ts'
import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { type Caller, credentialIdOf } from '#runtime/calls/caller.ts'
import type { Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { EventsDeps } from '../index.ts'
import { scheduleFiring } from '../jobs/fire.ts'
import { eventOf, noSuchEvent } from '../results.ts'
import * as rows from '../rows.ts'
import { parseMoment } from '../time/moments.ts'
import { offsetZoneOf } from '../time/zones.ts'
import { checkUpcomingLimit } from '../upcoming-limit.ts'

export default ({ queue }: EventsDeps): Handler<'events.update'> =>
  async (args, ctx) => {
    const { id, title, when, note, minutes, repeat, prompt } = args
    const owner = ctx.account.id
    const now = ctx.clock.now()
    const whenAt = when === undefined ? undefined : parseMoment('when', when)
    if (whenAt !== undefined && whenAt <= now) throw invalidArgument('when', 'must be in the future')
    const isChange = [title, when, note, minutes, repeat, prompt].some((value) => value !== undefined)
    const row = await ctx.store.write(async (tx) => {
      const before = await rows.find(tx, { id, owner })
      if (!before) throw noSuchEvent(id)
      if (!isChange) return before
      await checkReopening(tx, before, whenAt)
      const changed = await rows.update(tx, {
        ...{ id, owner, now, is_past: false },
        title: title === undefined ? before.title : oneLine(title),
        note: note === undefined ? before.note : note || null,
        minutes: minutes ?? before.minutes,
        ...promptColumns(before, prompt, ctx.caller),
        ...timeColumns(before, args, whenAt),
        timezone: when === undefined ? before.timezone : ((await timeZoneOf(tx, owner)) ?? offsetZoneOf(when)),
      })
      if (!changed) throw noSuchEvent(id)
      await scheduleFiring(queue, tx, changed)
      return changed
    })
    return eventOf(row)
  }

/** A past event needs a new time, and counts as upcoming again. */
async function checkReopening(
  tx: Writer,
  { is_past, owner }: rows.EventRow,
  whenAt: number | undefined,
): Promise<void> {
  if (!asBoolean(is_past)) return
  if (whenAt === undefined) {
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
    token_id: isCleared ? null : (credentialIdOf(caller) ?? null),
    last_error: null,
  }
}

function timeColumns(row: rows.EventRow, { when, repeat: given }: Args<'events.update'>, whenAt: number | undefined) {
  const when_at = whenAt ?? Number(row.when_at)
  const repeat = given === undefined ? row.repeat : given || null
  // Repeats count from the time that the owner set last.
  const isMoved = when !== undefined || repeat !== row.repeat
  return { when_at, repeat, starts_at: isMoved ? when_at : Number(row.starts_at) }
}
