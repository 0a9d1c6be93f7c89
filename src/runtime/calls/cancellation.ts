import { ApiError } from '../base/errors.ts'

/** How long a call can take before its signal aborts, unless a setting changes it. */
export const defaultTimeLimitMs = 240_000

/** The error of a call whose caller has disconnected: it costs nothing, and is only logged. */
export class CallCancelled extends ApiError {
  constructor() {
    super('unavailable', 'The call was cancelled before it was done', { charged: false })
  }
}

/** A result whose caller has disconnected is not charged. Changes that were made stay, and are charged. */
export function assertCallerConnected({ isAbandoned }: { readonly isAbandoned?: boolean }): void {
  if (isAbandoned) throw new CallCancelled()
}

/** The error of a call that took too long. */
export function timeIsUp(operationId: string, limitMs: number): ApiError {
  return new ApiError(
    'upstream_timeout',
    `${operationId} took longer than the ${Math.round(limitMs / 1000)} seconds that a call is allowed, so it was stopped. Nothing was charged.`,
  )
}

/**
 * Stops one running call: its caller has disconnected, or its time is up. Created when the handler first reads the signal, and
 * closed once the call has ended.
 */
export class Cancellation {
  readonly #controller = new AbortController()
  readonly #gone: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout
  readonly #leave = () => this.#controller.abort(new CallCancelled())

  /**
   * @param gone aborts when the caller has disconnected
   * @param limit how much longer the call can run, and its error after that
   */
  constructor(gone: AbortSignal | undefined, { ms, error }: { ms: number; error: () => ApiError }) {
    this.#gone = gone
    this.#timer = setTimeout(() => this.#controller.abort(error()), Math.max(0, ms)).unref()
    if (gone?.aborted) this.#leave()
    else gone?.addEventListener('abort', this.#leave, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Why the call had to stop; undefined if it did not. */
  get error(): ApiError | undefined {
    return this.signal.aborted ? (this.signal.reason as ApiError) : undefined
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#gone?.removeEventListener('abort', this.#leave)
  }
}
