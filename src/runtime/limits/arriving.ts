import { ApiError } from '../base/errors.ts'
import type { Policy, Verdict } from './policy.ts'

const mebibyte = 1024 * 1024

/** How many bytes of large bodies may be arriving or in work at a time. */
export interface ArrivingBounds {
  readonly perSubject: number
  readonly perProcess: number
}

const defaultBounds: ArrivingBounds = { perSubject: 36 * mebibyte, perProcess: 144 * mebibyte }
const retryAfterS = 1

/**
 * The large bodies that a process is receiving, by their announced sizes, until what they ask for is done. Without a bound,
 * clients that send many at once, or slowly, would decide how much memory it takes.
 */
export class Arriving {
  readonly #bounds: ArrivingBounds
  readonly #policy: Policy
  readonly #bySubject = new Map<string, number>()
  #total = 0

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds
    this.#policy = {
      name: 'arriving',
      unit: 'bytes of large requests',
      per: 'account or address',
      quota: bounds.perSubject,
      windowMs: retryAfterS * 1000,
    }
  }

  /**
   * Counts one body for a subject (an account, or an address without one). One alone is always let in.
   *
   * @param bytes its announced size
   * @param verdicts gets the verdict of this bound if it refuses
   * @returns to be called when the request is over
   * @throws ApiError rate_limited if the subject is at its bound, unavailable if the process is
   */
  begin(subject: string, bytes: number, verdicts: Verdict[] = []): () => void {
    const arriving = this.#bySubject.get(subject) ?? 0
    const { perSubject, perProcess } = this.#bounds
    if (arriving > 0 && arriving + bytes > perSubject) {
      const remaining = Math.max(0, perSubject - arriving)
      verdicts.push({ policy: this.#policy, quota: perSubject, isAllowed: false, remaining, resetS: retryAfterS })
      throw new ApiError(
        'rate_limited',
        `You are sending ${Math.ceil(arriving / mebibyte)} MiB of large requests already, and may send ${Math.floor(perSubject / mebibyte)} MiB at a time; try again when one is done.`,
        { retryAfterS },
      )
    }
    if (this.#total > 0 && this.#total + bytes > perProcess) {
      throw new ApiError('unavailable', 'The server is receiving as many large requests as it may; try again.', {
        retryAfterS,
      })
    }
    this.#total += bytes
    this.#bySubject.set(subject, arriving + bytes)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(subject, bytes)
    }
  }

  #end(subject: string, bytes: number): void {
    this.#total -= bytes
    const left = (this.#bySubject.get(subject) ?? bytes) - bytes
    if (left === 0) this.#bySubject.delete(subject)
    else this.#bySubject.set(subject, left)
  }
}
