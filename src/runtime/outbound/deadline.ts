import { OutboundFailure } from './failure.ts'

/** The time that a request to the outside has, together with the wish of whoever waits for it. Close it when it is over. */
export class Deadline implements Disposable {
  /** Aborts when the time is up or nobody waits any more. */
  readonly signal: AbortSignal
  readonly #expired = new AbortController()
  readonly #waiting: AbortSignal | undefined
  #limitMs: number
  #endsAt: number
  #timer: NodeJS.Timeout

  /**
   * @param limitMs from now on
   * @param waiting aborts when nobody waits any more
   */
  constructor(limitMs: number, waiting?: AbortSignal) {
    this.#waiting = waiting
    this.signal = waiting ? AbortSignal.any([waiting, this.#expired.signal]) : this.#expired.signal
    this.#limitMs = limitMs
    this.#endsAt = performance.now() + limitMs
    this.#timer = this.#start(limitMs)
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now())
  }

  /** Gives it `limitMs` from now on. */
  restart(limitMs: number): void {
    clearTimeout(this.#timer)
    this.#limitMs = limitMs
    this.#endsAt = performance.now() + limitMs
    this.#timer = this.#start(limitMs)
  }

  /**
   * What to throw once the signal has aborted: the reason of whoever waited, or a timeout. Undefined while it has not.
   *
   * @param who responds too slowly, as the subject of a sentence
   */
  failure(who: string, cause?: unknown): unknown {
    if (this.#waiting?.aborted) return this.#waiting.reason
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

  #start(limitMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#expired.abort(), limitMs).unref()
  }
}
