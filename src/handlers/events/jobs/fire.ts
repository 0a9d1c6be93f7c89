import { z } from 'zod'
import type { Clock } from '#runtime/base/clock.ts'
import type { Publisher } from '#runtime/bus/bus.ts'
import { type Job, jobKind } from '#runtime/jobs/kind.ts'
import type { JobQueue } from '#runtime/jobs/queue.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { eventDeleted, eventFired } from '../contracts.ts'
import * as rows from '../rows.ts'
import { Recurrence } from '../time/recurrence.ts'
import { wallClock } from '../time/zones.ts'
import type { Prompts } from './carry-out-prompt.ts'

const keepPastMs = 30 * 86_400_000

/** Fires an event. What `due` no longer agrees with has been fired, moved or cancelled meanwhile. */
export const fireEvent = jobKind('events.fire', z.object({ id: z.string(), owner: z.string(), due: z.int() }), {
  maxAttempts: 20,
})

interface FiringOptions {
  readonly store: Store
  readonly clock: Clock
  readonly queue: JobQueue
  readonly bus: Publisher
  readonly prompts: Pick<Prompts, 'order'>
}

/** Fires events at their times. */
export class Firing {
  readonly #options: FiringOptions

  constructor(options: FiringOptions) {
    this.#options = options
  }

  /** Sees to it that an event fires at its next time, in place of whatever was planned. */
  async plan(tx: Writer, { id, owner, when_at }: Pick<rows.EventRow, 'id' | 'owner' | 'when_at'>): Promise<void> {
    const due = Number(when_at)
    const payload = { id, owner, due }
    await this.#options.queue.enqueue(tx, fireEvent, payload, {
      account: owner,
      key: id,
      runAt: due,
      ifQueued: 'replace',
    })
  }

  /** For an event that was deleted. */
  async cancel(tx: Writer, { id, owner }: { readonly id: string; readonly owner: string }): Promise<void> {
    const { queue, bus } = this.#options
    await queue.cancel(tx, fireEvent, id)
    await bus.publish(tx, eventDeleted, { id }, { account: owner, key: id })
  }

  /** Fires an event that is due: its record, the announcement and its next time are written together, so it fires once. */
  async fire({
    payload: { id, owner, due },
  }: Pick<Job<{ id: string; owner: string; due: number }>, 'payload'>): Promise<void> {
    const { store, clock, prompts } = this.#options
    await store.write(async (tx) => {
      const row = await rows.find(tx, { id, owner })
      if (!row || asBoolean(row.is_past) || Number(row.when_at) !== due) return
      const now = clock.now()
      const next = nextOf(row, now)
      const firing = {
        id,
        owner,
        when_at: next ?? due,
        is_past: next === undefined,
        last_fired_at: now,
        last_error: null,
      }
      const changed = await rows.fired(tx, firing)
      await this.#publish(tx, row, next !== undefined)
      if (row.prompt !== null) await prompts.order(tx, { id, owner, due })
      if (changed && next !== undefined) await this.plan(tx, changed)
      else await tx.run(rows.deleteBeyondKept({ owner }))
    })
  }

  async #publish(tx: Writer, row: rows.EventRow, repeats: boolean): Promise<void> {
    const { id, owner: account, title, note, minutes, timezone } = row
    const due = Number(row.when_at)
    const payload = { id, account, title, ...(note === null ? {} : { note }), due, minutes, timezone, repeats }
    await this.#options.bus.publish(tx, eventFired, payload, { key: id, account })
  }

  /** Deletes past events after their time, in batches. */
  async purge(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#options
    while (!signal.aborted) {
      const deleted = await store.take(rows.deleteOld({ before: clock.now() - keepPastMs }))
      if (deleted.length === 0) return
    }
  }
}

/** When an event fires after now: times that were missed are left out. */
function nextOf({ starts_at, repeat, timezone, when_at }: rows.EventRow, now: number): number | undefined {
  const rule = { startsAt: Number(starts_at), repeat }
  return new Recurrence(rule, wallClock(timezone)).nextAfter(Math.max(now, Number(when_at)))
}
