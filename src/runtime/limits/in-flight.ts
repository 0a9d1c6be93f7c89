import { ApiError } from '../base/errors.ts'
import type { Policy, Verdict } from './policy.ts'

/** How many long responses may be sent at a time. Each holds at most a few hundred KiB of rows and JSON. */
export interface InFlightBounds {
  readonly perSubject: number
  readonly perProcess: number
}

const defaultBounds: InFlightBounds = { perSubject: 4, perProcess: 64 }
const retryAfterS = 1

/** The long responses of a subject, and what they and those refused meanwhile are of. */
interface Running {
  count: number
  readonly kinds: Set<string>
}

/** The long responses that a process is sending. Clients that read slowly would otherwise decide how much memory it takes. */
export class InFlight {
  readonly #bounds: InFlightBounds
  readonly #policy: Policy
  readonly #bySubject = new Map<string, Running>()
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
   * @param kind what the response is of, for `check`
   * @returns to be called when the response is over
   * @throws ApiError rate_limited if the subject is at its bound, unavailable if the process is
   */
  begin(subject: string, verdicts: Verdict[], kind = ''): () => void {
    const known = this.#bySubject.get(subject)
    known?.kinds.add(kind)
    if (known && known.count >= this.#bounds.perSubject) throw this.#refusal(verdicts)
    if (this.#total >= this.#bounds.perProcess) {
      throw new ApiError('unavailable', 'The server is sending as many long responses as it may; try again.', {
        retryAfterS,
      })
    }
    this.#total += 1
    if (known) known.count += 1
    else this.#bySubject.set(subject, { count: 1, kinds: new Set([kind]) })
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(subject)
    }
  }

  /**
   * Refuses a response before anything is read for it, if the subject is at its bound and has had a long one of this kind
   * since it began to receive: those that are likely to be refused cost nothing. Only `begin` counts.
   *
   * @throws ApiError rate_limited
   */
  check(subject: string, verdicts: Verdict[], kind: string): void {
    const known = this.#bySubject.get(subject)
    if (known && known.count >= this.#bounds.perSubject && known.kinds.has(kind)) throw this.#refusal(verdicts)
  }

  #refusal(verdicts: Verdict[]): ApiError {
    const { perSubject } = this.#bounds
    verdicts.push({ policy: this.#policy, quota: perSubject, isAllowed: false, remaining: 0, resetS: retryAfterS })
    return new ApiError(
      'rate_limited',
      `You are receiving ${perSubject} long responses already; read one to its end, then try again.`,
      { retryAfterS },
    )
  }

  #end(subject: string): void {
    this.#total -= 1
    const known = this.#bySubject.get(subject)
    if (!known) return
    known.count -= 1
    if (known.count === 0) this.#bySubject.delete(subject)
  }
}
