import { OutboundFailure } from './failure.ts'

/** The time limit of an outbound request, combined with its caller's signal. Dispose of it when the request is over. */
export class Deadline implements Disposable {
  /** Aborts when the time is up or the caller disconnects. */
  readonly signal: AbortSignal
  readonly #expired = new AbortController()
  readonly #caller: AbortSignal | undefined
  #limitMs = 0
  #endsAt = 0
  #timer: NodeJS.Timeout | undefined

  /** @param caller aborts when the caller disconnects; not given where the request does not end with its caller */
  constructor(limitMs: number, caller?: AbortSignal) {
    this.#caller = caller
    this.signal = caller ? AbortSignal.any([caller, this.#expired.signal]) : this.#expired.signal
    this.restart(limitMs)
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now())
  }

  /** Whether time is up, by this limit or one of the caller (`AbortSignal.timeout`). */
  get hasPassed(): boolean {
    const caller = this.#caller?.aborted ? (this.#caller.reason as { name?: unknown } | undefined) : undefined
    return this.#expired.signal.aborted || caller?.name === 'TimeoutError'
  }

  /** Sets it to `limitMs` from now. */
  restart(limitMs: number): void {
    clearTimeout(this.#timer)
    this.#limitMs = limitMs
    this.#endsAt = performance.now() + limitMs
    this.#timer = setTimeout(() => this.#expired.abort(), limitMs).unref()
  }

  /**
   * What to throw after the signal has aborted: the caller's reason, or a timeout. Undefined if it has not aborted.
   *
   * @param who responds too slowly, as the subject of a sentence
   */
  failure(who: string, cause?: unknown): unknown {
    if (this.#caller?.aborted) return this.#caller.reason
    if (!this.#expired.signal.aborted) return undefined
    const seconds = Math.max(1, Math.round(this.#limitMs / 1000))
    return new OutboundFailure(
      'timeout',
      `${who} took longer than ${seconds} second${seconds === 1 ? '' : 's'} to respond`,
      { cause, advice: 'try again later' },
    )
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }
}
