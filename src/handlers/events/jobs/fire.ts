import { z } from 'zod'
import { handles, type JobHandler, jobKind } from '#runtime/jobs/kind.ts'
import type { JobQueue } from '#runtime/jobs/queue.ts'
import { isMarked } from '#runtime/store/marks.ts'
import type { Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { eventFired } from '../contracts.ts'
import type { EventsDeps } from '../index.ts'
import * as rows from '../rows.ts'
import { recurrenceOf } from '../time/event-schedule.ts'
import { queuePrompt } from './carry-out-prompt.ts'

/** Fires an event, unless it no longer agrees with `due`: then it was fired, moved or cancelled in the meantime. */
const fireEvent = jobKind('events.fire', z.object({ id: z.string(), owner: z.string(), due: z.int() }), {
  maxAttempts: 20,
})

type Queue = Pick<JobQueue, 'enqueue' | 'cancel'>

/** Schedules an event's next firing, replacing any earlier schedule. */
export async function scheduleFiring(
  queue: Queue,
  tx: Writer,
  { id, owner, when_at }: Pick<rows.EventRow, 'id' | 'owner' | 'when_at'>,
): Promise<void> {
  const due = Number(when_at)
  await queue.enqueue(tx, fireEvent, { id, owner, due }, { account: owner, key: id, runAt: due, ifQueued: 'replace' })
}

export async function cancelFiring(queue: Queue, tx: Writer, id: string): Promise<void> {
  await queue.cancel(tx, fireEvent, id)
}

/** Records a firing, publishes it and schedules the next one in one transaction, so that each firing happens once. */
export function firingJobs({ store, clock, queue, bus }: EventsDeps): JobHandler {
  return handles(fireEvent, ({ payload: { id, owner, due } }) =>
    store.write(async (tx) => {
      const row = await rows.find(tx, { id, owner })
      if (!row || asBoolean(row.is_past) || Number(row.when_at) !== due) return
      const now = clock.now()
      const next = nextOf(row, now)
      const changed = await rows.fired(tx, {
        ...{ id, owner, when_at: next ?? due, is_past: next === undefined },
        ...{ last_fired_at: now, last_error: null },
      })
      await bus.publish(tx, eventFired, payloadOf(row, next !== undefined), { key: id, account: owner })
      if (row.prompt !== null) await queuePrompt(queue, tx, { id, owner, due })
      if (changed && next !== undefined) await scheduleFiring(queue, tx, changed)
      else await tx.run(rows.deleteBeyondMax({ owner }))
    }),
  )
}

/** The next time an event fires after now; missed times are skipped. */
function nextOf(row: rows.EventRow, now: number): number | undefined {
  return recurrenceOf(row).nextAfter(Math.max(now, Number(row.when_at)))
}

function payloadOf(row: rows.EventRow, repeats: boolean) {
  const { id, owner: account, title, note, minutes, timezone, when_at } = row
  const facts = { due: Number(when_at), minutes, timezone, repeats, by_others: isMarked(row) }
  return { id, account, title, ...(note === null ? {} : { note }), ...facts }
}
