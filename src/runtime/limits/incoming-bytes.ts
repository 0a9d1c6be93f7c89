import { ApiError } from '../base/errors.ts'
import { BufferedBytes, type ByteBounds, mebibyte } from './buffered-bytes.ts'
import type { Policy, Verdict } from './policy.ts'

const defaultBounds: ByteBounds = { perSubject: 36 * mebibyte, perProcess: 144 * mebibyte }
const retryAfterS = 1

/**
 * The large bodies that a process is receiving, by their declared sizes, until their requests are done. Without a limit,
 * clients that send many at once, or slowly, could fill the memory.
 */
export class IncomingBytes {
  readonly #bounds: ByteBounds
  readonly #policy: Policy
  readonly #held: BufferedBytes

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds
    this.#held = new BufferedBytes(bounds)
    this.#policy = {
      name: 'arriving',
      unit: 'bytes of large requests',
      per: 'account or address',
      quota: bounds.perSubject,
      windowMs: retryAfterS * 1000,
    }
  }

  /**
   * Counts one body for a subject (an account, or an address without one). A single body is always accepted.
   *
   * @param bytes its declared size
   * @param verdicts gets the verdict of this limit if it rejects
   * @returns call it when the request is over
   * @throws ApiError rate_limited if the subject is at its limit, unavailable if the process is
   */
  begin(subject: string, bytes: number, verdicts: Verdict[] = []): () => void {
    const arriving = this.#held.of(subject)
    const { perSubject, perProcess } = this.#bounds
    if (arriving > 0 && arriving + bytes > perSubject) {
      const remaining = Math.max(0, perSubject - arriving)
      verdicts.push({ policy: this.#policy, quota: perSubject, isAllowed: false, remaining, resetS: retryAfterS })
      throw new ApiError(
        'rate_limited',
        `You are already sending ${Math.ceil(arriving / mebibyte)} MiB of large requests, and the maximum is ${Math.floor(perSubject / mebibyte)} MiB. Try again when one of them is done.`,
        { retryAfterS },
      )
    }
    if (this.#held.total > 0 && this.#held.total + bytes > perProcess) {
      throw new ApiError('unavailable', 'The server is receiving too many large requests. Try again.', {
        retryAfterS,
      })
    }
    return this.#held.hold(subject, bytes)
  }
}
