import { ApiError } from '../base/errors.ts'
import type { Policy, Verdict } from './policy.ts'

/** How many long responses may be sent at a time. Each holds at most a few hundred KiB of rows and JSON. */
export interface InFlightBounds {
  readonly perSubject: number
  readonly perProcess: number
}

const defaultBounds: InFlightBounds = { perSubject: 4, perProcess: 64 }
const retryAfterS = 1

/** The long responses that a process is sending. Clients that read slowly would otherwise decide how much memory it takes. */
export class InFlight {
  readonly #bounds: InFlightBounds
  readonly #policy: Policy
  readonly #bySubject = new Map<string, number>()
  #total = 0

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds
    this.#policy = {
      name: 'in-flight',
      unit: 'long responses',
      per: 'account or address',
      quota: bounds.perSubject,
      windowMs: retryAfterS * 1000,
    }
  }

  /**
   * Counts one response for a subject (an account, or an address without one).
   *
   * @param verdicts gets the verdict of this bound if it refuses
   * @returns to be called when the response is over
   * @throws ApiError rate_limited if the subject is at its bound, unavailable if the process is
   */
  begin(subject: string, verdicts: Verdict[]): () => void {
    const running = this.#bySubject.get(subject) ?? 0
    const { perSubject, perProcess } = this.#bounds
    if (running >= perSubject) {
      verdicts.push({
        policy: this.#policy,
        quota: perSubject,
        isAllowed: false,
        remaining: 0,
        resetS: retryAfterS,
      })
      throw new ApiError(
        'rate_limited',
        `You are receiving ${perSubject} long responses already; read one to its end, then try again.`,
        { retryAfterS },
      )
    }
    if (this.#total >= perProcess) {
      throw new ApiError('unavailable', 'The server is sending as many long responses as it may; try again.', {
        retryAfterS,
      })
    }
    this.#total += 1
    this.#bySubject.set(subject, running + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(subject)
    }
  }

  #end(subject: string): void {
    this.#total -= 1
    const left = (this.#bySubject.get(subject) ?? 1) - 1
    if (left === 0) this.#bySubject.delete(subject)
    else this.#bySubject.set(subject, left)
  }
}
