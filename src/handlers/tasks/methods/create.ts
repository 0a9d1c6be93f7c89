import type { Handler } from '#generated/server/handlers.ts'
import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { newId } from '#runtime/base/ids.ts'
import { snippetOf } from '#runtime/base/text/markdown.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { type Caller, laterRightsOf } from '#runtime/calls/caller.ts'
import { isMarked } from '#runtime/store/marks.ts'
import type { Writer } from '#runtime/store/types.ts'
import { parseTime } from '../../../runtime/base/clock.ts'
import { invalidArgument } from '../../../runtime/base/errors.ts'
import { momentInZone } from '../../../runtime/base/zoned-time.ts'
import { taskAssigned } from '../contracts.ts'
import type { TasksDeps } from '../index.ts'
import { taskOf } from '../results.ts'
import * as rows from '../rows.ts'

export default ({ bus }: TasksDeps): Handler<'tasks.create'> =>
  async ({ title, detail, assignee = 'me', due }, ctx) => {
    const owner = ctx.account.id
    const task = {
      id: newId('task'),
      owner,
      title: oneLine(title),
      assignee,
      due_at: due === undefined ? null : parseDue(due, isDay(due) ? await timeZoneOf(ctx.store, owner) : undefined),
      snippet: detail === undefined ? null : snippetOf(detail),
      detail: detail ?? null,
      now: ctx.clock.now(),
    }
    return ctx.store.write(async (tx) => {
      const row = await rows.insert(tx, task)
      if (assignee === 'agent' && ctx.origin === 'client') await publish(bus, tx, row, { owner, caller: ctx.caller })
      return ctx.returns(taskOf(row))
    })
  }

function publish(
  bus: TasksDeps['bus'],
  tx: Writer,
  row: rows.TaskRow,
  { owner, caller }: { owner: string; caller: Caller },
): Promise<void> {
  const { id, title, detail } = row
  const token = laterRightsOf(caller)
  const payload = {
    ...{ id, title, by_others: isMarked(row) },
    ...(detail === null ? {} : { detail }),
    ...(token === undefined ? {} : { token }),
  }
  return bus.publish(tx, taskAssigned, payload, { account: owner, key: id })
}

const dayAndMinute = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/

/** Whether it is a day alone, for which the zone of its account is needed. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

/** The day must exist: the zone would carry 30 February over into March. */
function endOfDay(day: string, timeZone: string): number | undefined {
  return parseTime(`${day}T23:59:00Z`) === undefined ? undefined : momentInZone(`${day}T23:59:00`, timeZone)
}

/**
 * When a task is due. A time without an offset (`2026-11-24 17:00`) is UTC; a day is due until its last minute.
 *
 * @param timeZone whose days are meant
 * @returns epoch milliseconds; finer parts of a second are dropped
 * @throws ApiError invalid_argument for a day or time that does not exist, such as 30 February
 */
export function parseDue(text: string, timeZone = 'UTC'): number {
  const local = dayAndMinute.exec(text)
  const ms = isDay(text) ? endOfDay(text, timeZone) : parseTime(local ? `${local[1]}T${local[2]}:00Z` : text)
  if (ms !== undefined) return ms
  throw invalidArgument(
    'due',
    'must be a real day and time: RFC 3339 with an offset such as 2026-11-24T17:00:00Z, 2026-11-24 17:00 (UTC), or a day such as 2026-11-24',
  )
}
