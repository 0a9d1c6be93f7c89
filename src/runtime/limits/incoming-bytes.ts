import { ApiError } from '../base/errors.ts'
import { BufferedBytes, type ByteBounds, mebibyte } from './buffered-bytes.ts'
import type { Policy, Verdict } from './policy.ts'

const defaultBounds: ByteBounds = { perSubject: 36 * mebibyte, perProcess: 144 * mebibyte }
const retryAfterS = 1

/** A large body on its way. */
export interface Arrival {
  /**
   * To be called with each piece that arrives.
   *
   * @throws ApiError unavailable if the process holds too many bytes
   */
  take(bytes: number): void
  /** To be called when its request is over, any number of times. */
  end(): void
}

/**
 * The large bodies that a process is receiving, until their requests are done. Without a limit, clients that send many at
 * once could fill the memory. A subject is bounded by what it declares; the process by what has arrived, so that bodies
 * that trickle take no room. A subject may have sent at most as much as is still free, so that a few leave room for others.
 */
export class IncomingBytes {
  readonly #bounds: ByteBounds
  readonly #policy: Policy
  readonly #declared: BufferedBytes
  readonly #arrived: BufferedBytes

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds
    this.#declared = new BufferedBytes(bounds)
    this.#arrived = new BufferedBytes({ ...bounds, perSubject: bounds.perProcess })
    this.#policy = {
      name: 'arriving',
      unit: 'bytes of large requests',
      per: 'account or address',
      quota: bounds.perSubject,
      windowMs: retryAfterS * 1000,
    }
  }

  /**
   * Counts one body for a subject (an account, or an address without one). A single body is always begun.
   *
   * @param bytes its declared size
   * @param verdicts gets the verdict of this limit if it rejects
   * @throws ApiError rate_limited if the subject is at its limit
   */
  begin(subject: string, bytes: number, verdicts: Verdict[] = []): Arrival {
    const declared = this.#declared.of(subject)
    const { perSubject } = this.#bounds
    if (declared > 0 && declared + bytes > perSubject) {
      const remaining = Math.max(0, perSubject - declared)
      verdicts.push({ policy: this.#policy, quota: perSubject, isAllowed: false, remaining, resetS: retryAfterS })
      throw new ApiError(
        'rate_limited',
        `You are already sending ${Math.ceil(declared / mebibyte)} MiB of large requests, and the maximum is ${Math.floor(perSubject / mebibyte)} MiB. Try again when one of them is done.`,
        { retryAfterS },
      )
    }
    const done = this.#declared.hold(subject, bytes)
    let arrived = 0
    let isOver = false
    return {
      take: (more) => {
        if (isOver) return
        const free = this.#bounds.perProcess - this.#arrived.total - more
        if (this.#arrived.of(subject) + more > free || !this.#arrived.add(subject, more)) {
          throw new ApiError('unavailable', 'The server is receiving too many large requests. Try again.', {
            retryAfterS,
          })
        }
        arrived += more
      },
      end: () => {
        if (isOver) return
        isOver = true
        done()
        this.#arrived.remove(subject, arrived)
      },
    }
  }
}
