import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { Signals } from '../base/signals.ts'
import type { Writer } from '../store/types.ts'
import { Allowance } from './allowance.ts'
import type { JobKind } from './kind.ts'
import { longLanes } from './lanes.ts'
import * as rows from './rows.ts'

/** The largest payload, in bytes of JSON: what is larger belongs into a record or a blob that the payload names. */
export const maxPayloadBytes = 65_536
const maxKeyLength = 300

/** By this signal runners are told that something was queued. */
export const jobsTopic = 'jobs'

export interface EnqueueOptions {
  /** The account for which the work is done: accounts take turns, and the job is deleted with its account. */
  readonly account?: string | undefined
  /**
   * At most one job of a kind is queued with the same key, and at most one is running. A job that is already running does
   * not count as queued: what changed since it began would be missed.
   */
  readonly key?: string | undefined
  /** When to run it, in epoch milliseconds; at once if not given or past. */
  readonly runAt?: number | undefined
  /** What becomes of a queued job with the same key: it stays as it is (`keep`), or gets the new time and payload. */
  readonly ifQueued?: 'keep' | 'replace' | undefined
}

/** Where families put work that is to be done later. */
export interface JobQueue {
  /**
   * Queues a job, in the transaction of the record that it is about: both are kept, or neither.
   *
   * @returns its id, or that of the queued job with the same key
   * @throws ApiError failed_precondition if the account has too many jobs queued; Error if the payload does not match the
   * schema or is too large
   */
  enqueue<Payload>(
    tx: Writer,
    kind: JobKind<Payload>,
    payload: NoInfer<Payload>,
    options?: EnqueueOptions,
  ): Promise<{ readonly id: string; readonly isNew: boolean }>
  /** Removes the queued job with this key. One that is running is not stopped. False if there is none. */
  cancel(tx: Writer, kind: JobKind<never> | JobKind, key: string): Promise<boolean>
}

/** The lane of a job: its account, or its kind, in whose name no account can be. Long jobs have lanes of their own. */
function laneOf(account: string | undefined, { name, isLong }: Pick<JobKind, 'name' | 'isLong'>): string {
  return `${isLong ? longLanes.from : ''}${account ?? `:${name}`}`
}

function payloadText({ name, schema }: JobKind<unknown>, payload: unknown): string {
  const text = JSON.stringify(schema.parse(payload))
  const bytes = Buffer.byteLength(text)
  if (bytes > maxPayloadBytes)
    throw new Error(`The payload of a job ${name} has ${bytes} bytes and may have ${maxPayloadBytes}.`)
  return text
}

export interface QueueOptions {
  readonly clock: Clock
  readonly signals: Pick<Signals, 'send'>
}

export function createJobQueue({ clock, signals }: QueueOptions): JobQueue {
  const allowance = new Allowance()
  return {
    async enqueue(tx, kind, payload, { account, key, runAt, ifQueued = 'keep' } = {}) {
      if (key !== undefined && (key.length === 0 || key.length > maxKeyLength))
        throw new Error(`The key of a job ${kind.name} must have 1 to ${maxKeyLength} characters.`)
      const now = clock.now()
      const due = runAt ?? now
      if (account !== undefined) await allowance.take(tx, account)
      const id = newId('job')
      const insert = ifQueued === 'replace' ? rows.insertOrReplace : rows.insertUnlessQueued
      const inserted = await tx.get<{ id: string }>(
        insert({
          id,
          kind: kind.name,
          lane: laneOf(account, kind),
          owner: account ?? null,
          key: key ?? null,
          payload: payloadText(kind as JobKind<unknown>, payload),
          state: due <= now ? 'ready' : 'waiting',
          run_at: due,
          max_attempts: kind.maxAttempts,
          now,
        }),
      )
      if (inserted) tx.afterCommit(() => signals.send(jobsTopic))
      const queued = inserted ?? (await tx.get<{ id: string }>(rows.queuedWithKey({ kind: kind.name, key: key ?? '' })))
      return { id: queued?.id ?? id, isNew: inserted?.id === id }
    },
    async cancel(tx, { name }, key) {
      return (await tx.run(rows.deleteQueued({ kind: name, key }))).changes > 0
    },
  }
}
