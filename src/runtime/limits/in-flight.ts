import { ApiError } from '../base/errors.ts'
import { BufferedBytes, type ByteBounds, mebibyte } from './buffered-bytes.ts'
import type { Policy, Verdict } from './policy.ts'

/** How many long responses may be sent concurrently. Each buffers at most a few hundred KiB of rows and JSON. */
export interface InFlightBounds {
  readonly perSubject: number
  readonly perProcess: number
}

const defaultBounds: InFlightBounds = { perSubject: 4, perProcess: 64 }

/** How many bytes of responses may wait for their clients. */
const defaultUnsent: ByteBounds = { perSubject: 16 * mebibyte, perProcess: 64 * mebibyte }
const retryAfterS = 1

/** The long responses of a subject, and the kinds of those and of rejected ones. */
interface Running {
  count: number
  readonly kinds: Set<string>
}

/**
 * What a process is sending: the number of long responses, and the bytes of others that their clients have not received yet.
 * Otherwise clients that read slowly could fill the memory.
 */
export class InFlight {
  readonly #bounds: InFlightBounds
  readonly #unsentBounds: ByteBounds
  readonly #unsent: BufferedBytes
  readonly #policy: Policy
  readonly #bySubject = new Map<string, Running>()
  #total = 0

  constructor(bounds = defaultBounds, unsentBounds = defaultUnsent) {
    this.#bounds = bounds
    this.#unsentBounds = unsentBounds
    this.#unsent = new BufferedBytes(unsentBounds)
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
   * @param verdicts gets the verdict of this limit if it rejects
   * @param kind what the response contains, for `check`
   * @returns call it when the response is over
   * @throws ApiError rate_limited if the subject is at its limit, unavailable if the process is
   */
  begin(subject: string, verdicts: Verdict[], kind = ''): () => void {
    const known = this.#bySubject.get(subject)
    known?.kinds.add(kind)
    if (known && known.count >= this.#bounds.perSubject) throw this.#refusal(verdicts)
    if (this.#total >= this.#bounds.perProcess) {
      throw new ApiError('unavailable', 'The server is sending too many long responses. Try again.', {
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
   * Rejects a response before anything is read for it, if the subject is at its limit and has had a long one of this kind
   * since it started to receive, so that responses likely to be rejected cost nothing. Only `begin` counts.
   *
   * @throws ApiError rate_limited
   */
  check(subject: string, verdicts: Verdict[], kind: string): void {
    const known = this.#bySubject.get(subject)
    if (known && known.count >= this.#bounds.perSubject && known.kinds.has(kind)) throw this.#refusal(verdicts)
  }

  /** How many long responses are being sent. */
  get running(): number {
    return this.#total
  }

  /** How many bytes wait for clients in total. */
  get unsentBytes(): number {
    return this.#unsent.total
  }

  /**
   * Counts bytes of a response that its client has not received yet.
   *
   * @returns call it when the client has received them, or has disconnected
   */
  hold(subject: string, bytes: number): () => void {
    return this.#unsent.hold(subject, bytes)
  }

  /**
   * Rejects a response to a subject for which too much waits already. Beyond the limit of the process it rejects subjects with
   * more than their share, and large responses to everyone.
   *
   * @param bytes its size; 0 if that is not known yet
   * @throws ApiError rate_limited for the subject, unavailable for the process
   */
  checkUnsent(subject: string, bytes = 0): void {
    const { total, subjects } = this.#unsent
    if (total === 0) return
    const { perSubject, perProcess } = this.#unsentBounds
    const held = this.#unsent.of(subject)
    if (held > 0 && held + Math.max(1, bytes) > perSubject) throw tooMuchUnsent(perSubject)
    if (total + bytes <= perProcess) return
    if (held > perProcess / subjects) throw tooMuchUnsent(perSubject)
    if (bytes === 0) return
    throw new ApiError('unavailable', 'Too many responses are waiting for clients that read slowly. Try again.', {
      retryAfterS,
    })
  }

  #refusal(verdicts: Verdict[]): ApiError {
    const { perSubject } = this.#bounds
    verdicts.push({ policy: this.#policy, quota: perSubject, isAllowed: false, remaining: 0, resetS: retryAfterS })
    return new ApiError(
      'rate_limited',
      `You are already receiving ${perSubject} long responses. Read one of them to its end, and then try again.`,
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

function tooMuchUnsent(perSubject: number): ApiError {
  return new ApiError(
    'rate_limited',
    `You have ${perSubject / mebibyte} MiB of unread responses. Read them, and then try again.`,
    { retryAfterS },
  )
}
