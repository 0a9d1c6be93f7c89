import { z } from 'zod'
import type { Agent } from '../../runtime/agent/types.ts'
import type { Clock } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { jobKind } from '../../runtime/jobs/kind.ts'
import type { JobQueue } from '../../runtime/jobs/queue.ts'
import { totalOf } from '../../runtime/store/total.ts'
import type { Store, Writer } from '../../runtime/store/types.ts'
import * as rows from './rows/work.ts'

/** Pieces of work of one account that may wait. */
export const maxWaiting = 200
/** How often a piece of work may run. */
export const maxRuns = 20
/** Ended pieces of work of one account that are kept. */
export const maxEnded = 1000
/** How long ended work is kept. */
export const keptMs = 180 * 86_400_000

const purgedAtOnce = 20

/**
 * Runs a piece of work. The job may be tried many times, for a run that finds no turn is put back; a run that has begun is never
 * repeated.
 */
export const workJob = jobKind('work.run', z.object({ id: z.string(), owner: z.string(), number: z.int() }), {
  maxAttempts: 2000,
  // Five minutes, after up to as long for each of those that have their turn before.
  timeLimitMs: 30 * 60_000,
  isLong: true,
})

interface Options {
  readonly queue: JobQueue
  readonly agent: Pick<Agent, 'require'>
  readonly clock: Clock
}

interface Submission {
  readonly owner: string
  readonly prompt: string
  /** The id of the token that submits it; undefined for a signed-in person. */
  readonly token: string | undefined
  readonly task?: string | undefined
  /** The named agent that is to do it. */
  readonly agent?: { readonly id: string; readonly name: string } | undefined
}

/** Work that waits for its turn. */
export class WorkQueue {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** @throws ApiError not_configured where there is no model */
  requireAgent(): void {
    this.#options.agent.require()
  }

  /**
   * Adds work, which begins when it is its turn.
   *
   * @throws ApiError failed_precondition if the account has too much that waits
   */
  async add(tx: Writer, { owner, prompt, token, task, agent }: Submission): Promise<rows.WorkRow> {
    await this.#checkRoom(tx, owner)
    const row = await rows.insert(tx, {
      ...{ id: newId('work'), owner, prompt },
      thread: newId('thread'),
      task: task ?? null,
      token_id: token ?? null,
      agent_id: agent?.id ?? null,
      agent_name: agent?.name ?? null,
      now: this.#options.clock.now(),
    })
    await tx.run(rows.deleteBeyond({ owner, kept: maxEnded }))
    await this.#enqueue(tx, row)
    return row
  }

  /** Lets ended work run again, with the rights that it had. */
  async again(tx: Writer, { id, owner }: Pick<rows.WorkRow, 'id' | 'owner'>): Promise<rows.WorkRow> {
    await this.#checkRoom(tx, owner)
    const row = await rows.toRunAgain(tx, { id, owner, now: this.#options.clock.now() })
    if (!row) throw new Error('Work that runs again is gone')
    await this.#enqueue(tx, row)
    return row
  }

  async #checkRoom(tx: Writer, owner: string): Promise<void> {
    const waiting = await totalOf(tx, rows.countInStatus({ owner, status: 'todo' }))
    if (waiting < maxWaiting) return
    const message = `You have ${maxWaiting} pieces of work waiting, which is the limit: try again when some have begun.`
    throw new ApiError('failed_precondition', message)
  }

  async #enqueue(tx: Writer, { id, owner, run_count }: rows.WorkRow): Promise<void> {
    const number = Number(run_count) + 1
    await this.#options.queue.enqueue(tx, workJob, { id, owner, number }, { account: owner, key: `${id}/${number}` })
  }
}

/** Deletes ended work after its time, in batches. @param now epoch milliseconds */
export async function purge(store: Store, now: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { changes } = await store.run(rows.deleteOld({ before: now - keptMs, limit: purgedAtOnce }))
    if (changes < purgedAtOnce) return
  }
}
