import { BoundedMap } from '../base/bounded-map.ts'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { Signals } from '../base/signals.ts'
import { totalOf } from '../store/total.ts'
import type { Reader, Writer } from '../store/types.ts'
import type { JobKind } from './kind.ts'
import * as rows from './rows.ts'

/** The maximum payload, in bytes of JSON: larger data belong in a record or a blob that the payload names. */
export const maxPayloadBytes = 65_536
const maxKeyLength = 300

/** The signal that wakes runners when a job is queued. */
export const jobsTopic = 'jobs'

/** Lanes from `from` to just before `until`, compared as bytes. */
export interface LaneRange {
  readonly from: string
  readonly until: string
}

/** Lanes of short jobs: the ids of accounts and `:kind`. */
export const shortLanes: LaneRange = { from: '', until: '~' }
/** Lanes of jobs that take minutes: the same with a prefix that sorts after all of those. */
export const longLanes: LaneRange = { from: '~', until: '~~' }

export interface EnqueueOptions {
  /** The account for which the work is done: accounts take turns, and the job is deleted with its account. */
  readonly account?: string | undefined
  /**
   * At most one job of a kind is queued with the same key, and at most one runs. A running job does not count as queued:
   * otherwise changes since it started would be missed.
   */
  readonly key?: string | undefined
  /** When to run it, in epoch milliseconds; immediately if not given or past. */
  readonly runAt?: number | undefined
  /** What to do with a queued job with the same key: leave it unchanged (`keep`), or set the new time and payload. */
  readonly ifQueued?: 'keep' | 'replace' | undefined
}

/** The lane of a job: its account, or its kind, with a prefix that no account has. Long jobs have separate lanes. */
function laneOf(account: string | undefined, { name, isLong }: Pick<JobKind, 'name' | 'isLong'>): string {
  return `${isLong ? longLanes.from : ''}${account ?? `:${name}`}`
}

function payloadText({ name, schema }: JobKind<unknown>, payload: unknown): string {
  const text = JSON.stringify(schema.parse(payload))
  const bytes = Buffer.byteLength(text)
  if (bytes > maxPayloadBytes)
    throw new Error(`The payload of a ${name} job is ${bytes} bytes. The maximum is ${maxPayloadBytes} bytes.`)
  return text
}

export interface QueueOptions {
  readonly clock: Clock
  readonly signals: Pick<Signals, 'send'>
}

export function createJobQueue({ clock, signals }: QueueOptions) {
  const allowance = new Allowance()
  return {
    /**
     * Queues a job in the transaction of its record: both are committed, or neither.
     *
     * @returns its id, or that of the queued job with the same key
     * @throws ApiError failed_precondition if the account has too many jobs queued; Error if the payload does not match the
     * schema or is too large
     */
    async enqueue<Payload>(
      tx: Writer,
      kind: JobKind<Payload>,
      payload: NoInfer<Payload>,
      { account, key, runAt, ifQueued = 'keep' }: EnqueueOptions = {},
    ): Promise<{ readonly id: string; readonly isNew: boolean }> {
      if (key !== undefined && (key.length === 0 || key.length > maxKeyLength))
        throw new Error(`The key of a ${kind.name} job must have 1 to ${maxKeyLength} characters.`)
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
    /** Removes the queued job with this key. A running one is not stopped. Returns false if none is queued. */
    async cancel(tx: Writer, { name }: JobKind<never> | JobKind, key: string): Promise<boolean> {
      return (await tx.run(rows.deleteQueued({ kind: name, key }))).changes > 0
    },
  }
}

/** Where families queue background work. */
export type JobQueue = ReturnType<typeof createJobQueue>

/** How many jobs of one account may be queued. */
export const maxQueuedPerAccount = 10_000
/** How many are queued between two counts, so that a job neither costs a count nor waits for one. */
const countEvery = 100
const maxAccounts = 10_000

/**
 * Limits the queued jobs of an account. A process counts them once in a hundred; several processes together may exceed the
 * limit by as many each.
 */
class Allowance {
  /** How many more jobs of an account may be queued without counting. */
  readonly #left = new BoundedMap<string, number>(maxAccounts)

  /** @throws ApiError failed_precondition if the account has too many jobs queued */
  async take(reader: Reader, owner: string): Promise<void> {
    const left = this.#left.get(owner) ?? 0
    if (left > 0) return this.#left.set(owner, left - 1)
    const queued = await totalOf(reader, rows.countQueued({ owner, most: maxQueuedPerAccount }))
    if (queued >= maxQueuedPerAccount) {
      throw new ApiError(
        'failed_precondition',
        `The account has ${maxQueuedPerAccount} jobs waiting, which is the maximum. Try again when some of them are done.`,
      )
    }
    this.#left.set(owner, Math.min(countEvery, maxQueuedPerAccount - queued) - 1)
  }
}
