import type { z } from 'zod'

const kindName = /^[a-z]+(?:\.[a-z]+(?:_[a-z]+)*)+$/
const defaultAttempts = 8
const defaultTimeLimitMs = 300_000

/** A kind of work to be done later. */
export interface JobKind<Payload = unknown> {
  /** Who does it and what: `events.fire`. Rows of the database have it: a new name orphans jobs that are queued. */
  readonly name: string
  readonly schema: z.ZodType<Payload>
  /** How often it is tried before it is given up. */
  readonly maxAttempts: number
  /** How long one run may take, in milliseconds. */
  readonly timeLimitMs: number
  /** Takes minutes: it runs in slots of its own, so that what takes moments never waits for it. */
  readonly isLong: boolean
}

/**
 * Declares a kind of job, once at module level.
 *
 * @param schema of the payload. A job that was queued by an older release is read with the schema of this one
 * @throws Error if the name is not of the form `family.work`
 */
export function jobKind<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  limits: { readonly maxAttempts?: number; readonly timeLimitMs?: number; readonly isLong?: boolean } = {},
): JobKind<z.output<Schema>> {
  if (!kindName.test(name)) throw new Error(`The kind of job "${name}" must be named like mail.send.`)
  return {
    name,
    schema: schema as z.ZodType<z.output<Schema>>,
    maxAttempts: limits.maxAttempts ?? defaultAttempts,
    timeLimitMs: limits.timeLimitMs ?? defaultTimeLimitMs,
    isLong: limits.isLong ?? false,
  }
}

/** A run of a job. */
export interface Job<Payload = unknown> {
  readonly id: string
  readonly payload: Payload
  /** The account that it is for. */
  readonly account: string | undefined
  /** Which run this is, from 1 on. Above 1 an earlier run failed, or its process ended in the middle of it. */
  readonly attempt: number
  /** Whether the job is given up if this run fails. */
  readonly isLastAttempt: boolean
  /** When it was due, in epoch milliseconds; for a repeated run, when that was. */
  readonly dueAt: number
  /**
   * Aborts when the server stops, the time limit is over, or the lease is lost: then another process may run the job.
   */
  readonly signal: AbortSignal
}

/** What to do with jobs of one kind. */
export interface JobHandler {
  readonly kind: JobKind<never>
  run(job: Job<never>): Promise<unknown>
}

/**
 * Says what to do with the jobs of a kind. A job is run at least once: again after a failure, and after its process was
 * killed. So `run` first checks what is already done, or does its work in one transaction that records it.
 *
 * @param run rejects to be tried again later, with a `JobFailure` to say when or never
 */
export function handles<Payload>(kind: JobKind<Payload>, run: (job: Job<Payload>) => Promise<unknown>): JobHandler {
  return { kind: kind as JobKind<never>, run: run as JobHandler['run'] }
}

/** Why a run failed, with what that means for the next one. */
export class JobFailure extends Error {
  /** In how many milliseconds to try again; `never` gives the job up. */
  readonly retry: number | 'never'

  constructor(message: string, retry: number | 'never', cause?: unknown) {
    super(message, { cause })
    this.name = 'JobFailure'
    this.retry = retry
  }
}
