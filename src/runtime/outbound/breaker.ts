import type { Clock } from '../base/clock.ts'

/** `closed`: requests pass. `open`: none does. `half_open`: one may, to see whether the provider works again. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/** Failures in a row after which a provider is left alone. */
const maxFailures = 5
const firstRestMs = 15_000
const longestRestMs = 300_000
/** The longest wish for rest of a provider (Retry-After) that is honoured. */
const maxWishMs = 3_600_000

/** Leaves a provider alone that fails, or says that it wants to be left alone. */
export class Breaker {
  readonly #clock: Clock
  #failures = 0
  #restMs = firstRestMs
  #openUntil = Number.NEGATIVE_INFINITY
  #isOpen = false
  #hasTrial = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get state(): BreakerState {
    if (!this.#isOpen) return 'closed'
    return this.#clock.now() < this.#openUntil ? 'open' : 'half_open'
  }

  /**
   * Asks to send one request, whose end must be told to `success`, `failure` or `cancel`.
   *
   * @returns undefined if it may be sent; otherwise the seconds to wait
   */
  begin(): number | undefined {
    const state = this.state
    if (state === 'closed') return undefined
    if (state === 'half_open' && !this.#hasTrial) {
      this.#hasTrial = true
      return undefined
    }
    return Math.max(1, Math.ceil((this.#openUntil - this.#clock.now()) / 1000))
  }

  success(): void {
    this.#hasTrial = false
    this.#isOpen = false
    this.#failures = 0
    this.#restMs = firstRestMs
  }

  /** @param wishS the provider's Retry-After in seconds: it is left alone that long, whatever came before */
  failure(wishS?: number): void {
    const wasTrial = this.#hasTrial
    this.#hasTrial = false
    this.#failures += 1
    if (wishS !== undefined) this.#open(Math.min(wishS * 1000, maxWishMs))
    else if (wasTrial || this.#failures >= maxFailures) {
      this.#open(this.#restMs)
      this.#restMs = Math.min(this.#restMs * 2, longestRestMs)
    }
  }

  /** Nobody waited for the request any more: it says nothing about the provider. */
  cancel(): void {
    this.#hasTrial = false
  }

  #open(ms: number): void {
    this.#isOpen = true
    this.#openUntil = Math.max(this.#openUntil, this.#clock.now() + ms)
  }
}
