import type { Clock } from '../base/clock.ts'

/** `closed`: requests pass. `open`: none do. `half_open`: one does, to see whether the provider works again. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/** Consecutive failures after which the breaker opens. */
const maxFailures = 5
const firstPauseMs = 15_000
const maxPauseMs = 300_000
/** The longest Retry-After of a provider that is honoured. */
const maxRetryAfterMs = 3_600_000

/** A circuit breaker for one provider, which honours Retry-After and pauses longer with every failed trial. */
export class Breaker {
  readonly #clock: Clock
  #failures = 0
  #openUntil: number | undefined
  #hasTrial = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get state(): BreakerState {
    if (this.#openUntil === undefined) return 'closed'
    return this.#clock.now() < this.#openUntil ? 'open' : 'half_open'
  }

  /**
   * Call it before each request, and `success`, `failure` or `cancel` after it.
   *
   * @returns undefined if the request may be sent; otherwise the seconds to wait
   */
  begin(): number | undefined {
    if (this.#openUntil === undefined) return undefined
    const waitMs = this.#openUntil - this.#clock.now()
    if (waitMs > 0 || this.#hasTrial) return Math.max(1, Math.ceil(waitMs / 1000))
    this.#hasTrial = true
    return undefined
  }

  success(): void {
    this.#hasTrial = false
    this.#openUntil = undefined
    this.#failures = 0
  }

  /** @param retryAfterS the provider's Retry-After, which opens the breaker for that long at the first failure */
  failure(retryAfterS?: number): void {
    this.#hasTrial = false
    if (retryAfterS !== undefined) {
      // If the trial fails as well, the breaker opens again.
      this.#failures = Math.max(this.#failures, maxFailures - 1)
      this.#open(Math.min(retryAfterS * 1000, maxRetryAfterMs))
    } else {
      this.#failures += 1
      const doublings = this.#failures - maxFailures
      if (doublings >= 0) this.#open(Math.min(firstPauseMs * 2 ** doublings, maxPauseMs))
    }
  }

  /** The caller disconnected before the request ended. */
  cancel(): void {
    this.#hasTrial = false
  }

  #open(ms: number): void {
    this.#openUntil = Math.max(this.#openUntil ?? 0, this.#clock.now() + ms)
  }
}
