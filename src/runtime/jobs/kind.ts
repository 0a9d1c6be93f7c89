import type { z } from 'zod'

const kindName = /^[a-z]+(?:\.[a-z]+(?:_[a-z]+)*)+$/
const defaultAttempts = 8
const defaultTimeLimitMs = 300_000

/** A kind of work to be done later. */
export interface JobKind<Payload = unknown> {
  /** Family and work: `events.fire`. It is stored in the database: renaming it orphans queued jobs. */
  readonly name: string
  readonly schema: z.ZodType<Payload>
  /** How many times it is tried before it is given up. */
  readonly maxAttempts: number
  /** How long one run may take, in milliseconds. */
  readonly timeLimitMs: number
  /** Whether it takes minutes: it then runs in separate slots, so that short jobs never wait for it. */
  readonly isLong: boolean
}

/**
 * Declares a kind of job, once at module level.
 *
 * @param schema of the payload. Jobs that were queued by an older release are read with the schema of this one
 * @throws Error if the name is not of the form `family.work`
 */
export function jobKind<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  limits: { readonly maxAttempts?: number; readonly timeLimitMs?: number; readonly isLong?: boolean } = {},
): JobKind<z.output<Schema>> {
  if (!kindName.test(name)) throw new Error(`The job kind "${name}" must have the form mail.send.`)
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
  /** The number of this run, from 1 on. Above 1 an earlier run failed, or its process ended during it. */
  readonly attempt: number
  /** Whether the job is given up if this run fails. */
  readonly isLastAttempt: boolean
  /** When it was due, in epoch milliseconds; for a retry, when the retry was. */
  readonly dueAt: number
  /**
   * Aborts when the server stops, the time limit is over, or the lease is lost: then another process may run the job.
   */
  readonly signal: AbortSignal
}

/** How to run jobs of one kind. */
export interface JobHandler {
  readonly kind: JobKind<never>
  run(job: Job<never>): Promise<unknown>
}

/**
 * Declares how to run jobs of a kind. A job runs at least once: again after a failure, and after its process was
 * killed. So `run` first checks what has already been done, or does its work in one transaction that records it.
 *
 * @param run rejects to be retried, with a `JobFailure` to choose when or never
 */
export function handles<Payload>(kind: JobKind<Payload>, run: (job: Job<Payload>) => Promise<unknown>): JobHandler {
  return { kind: kind as JobKind<never>, run: run as JobHandler['run'] }
}

/** Why a run failed, and when to try again. */
export class JobFailure extends Error {
  /** After how many milliseconds to try again; `never` gives the job up. */
  readonly retry: number | 'never'

  constructor(message: string, retry: number | 'never', cause?: unknown) {
    super(message, { cause })
    this.name = 'JobFailure'
    this.retry = retry
  }
}
