import type { Log } from '../base/log.ts'
import { type Job, JobFailure, type JobHandler } from './kind.ts'
import type { ClaimedRow } from './rows.ts'

/** How a run ended. */
export type RunResult =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'failed'; readonly error: unknown; readonly retry: number | 'never' | undefined }

/** The lease of a job ended during its run: another process may run it. */
export class LeaseLostError extends Error {
  constructor() {
    super("The job's lease ended during the run. The job will run again.")
    this.name = 'LeaseLostError'
  }
}

/** The server stopped during a run. */
export class ServerStoppingError extends Error {
  constructor() {
    super('The server stopped during the run. The job will run again.')
    this.name = 'ServerStoppingError'
  }
}

/** A run of a job in this process. */
export class Run {
  readonly row: ClaimedRow
  readonly #stop = new AbortController()
  /** The lease is lost: the result of this process no longer counts. */
  isLost = false

  constructor(row: ClaimedRow) {
    this.row = row
  }

  abort(reason: Error): void {
    if (reason instanceof LeaseLostError) this.isLost = true
    this.#stop.abort(reason)
  }

  /**
   * Runs the handler. Resolves when it has ended, or soon after it was aborted, even if it has not ended by then: a
   * handler that ignores its signal must not occupy a slot.
   */
  async perform(handler: JobHandler, log: Log): Promise<RunResult> {
    const { kind } = handler
    const payload = kind.schema.safeParse(parsed(this.row.payload))
    if (!payload.success) {
      const reason = payload.error.issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`)
      return { outcome: 'failed', error: new Error(`The payload cannot be read: ${reason.join('; ')}`), retry: 'never' }
    }
    const timer = setTimeout(
      () => this.abort(new Error(`The run took more than ${kind.timeLimitMs} ms.`)),
      kind.timeLimitMs,
    )
    try {
      await Promise.race([handler.run(this.#jobWith(payload.data) as Job<never>), this.#aborted(log)])
      return { outcome: 'done' }
    } catch (error) {
      const cause = this.#stop.signal.aborted ? this.#stop.signal.reason : error
      return { outcome: 'failed', error: cause, retry: error instanceof JobFailure ? error.retry : undefined }
    } finally {
      clearTimeout(timer)
    }
  }

  #jobWith(payload: unknown): Job {
    const { id, owner, attempt, max_attempts, run_at } = this.row
    return {
      id,
      payload,
      account: owner ?? undefined,
      attempt,
      isLastAttempt: attempt >= max_attempts,
      dueAt: Number(run_at),
      signal: this.#stop.signal,
    }
  }

  /** Rejects some time after the abort. */
  #aborted(log: Log): Promise<never> {
    const { signal } = this.#stop
    return new Promise((_resolve, reject) => {
      signal.addEventListener(
        'abort',
        () =>
          setTimeout(() => {
            reject(signal.reason)
            log.debug({ job: this.row.id, kind: this.row.kind }, 'job aborted')
          }, graceMs).unref(),
        { once: true },
      )
    })
  }
}

/** How long an aborted handler has to end. */
const graceMs = 500

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
