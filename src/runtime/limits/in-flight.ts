import { ApiError } from '../base/errors.ts'
import type { Policy, Verdict } from './policy.ts'

/** How many long responses may be sent at a time. Each holds at most a few hundred KiB of rows and JSON. */
export interface InFlightBounds {
  readonly perSubject: number
  readonly perProcess: number
}

const defaultBounds: InFlightBounds = { perSubject: 4, perProcess: 64 }

const mebibyte = 1024 * 1024
/** How many bytes of responses may wait for their clients. */
const defaultUnsent: InFlightBounds = { perSubject: 16 * mebibyte, perProcess: 64 * mebibyte }
const retryAfterS = 1

/** The long responses of a subject, and what they and those refused meanwhile are of. */
interface Running {
  count: number
  readonly kinds: Set<string>
}

/**
 * What a process is sending: long responses, by their number, and the bytes of others that their clients have not taken yet.
 * Clients that read slowly would otherwise decide how much memory it takes.
 */
export class InFlight {
  readonly #bounds: InFlightBounds
  readonly #unsentBounds: InFlightBounds
  readonly #unsent = new Map<string, number>()
  #unsentBytes = 0
  readonly #policy: Policy
  readonly #bySubject = new Map<string, Running>()
  #total = 0

  constructor(bounds = defaultBounds, unsentBounds = defaultUnsent) {
    this.#bounds = bounds
    this.#unsentBounds = unsentBounds
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

  /** How many bytes wait for clients in all. */
  get unsentBytes(): number {
    return this.#unsentBytes
  }

  /**
   * Counts bytes of a response that its client has not taken yet.
   *
   * @returns to be called when it has, or is gone
   */
  hold(subject: string, bytes: number): () => void {
    this.#unsent.set(subject, (this.#unsent.get(subject) ?? 0) + bytes)
    this.#unsentBytes += bytes
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (this.#unsent.get(subject) ?? 0) - bytes
      if (left > 0) this.#unsent.set(subject, left)
      else this.#unsent.delete(subject)
      this.#unsentBytes -= bytes
    }
  }

  /**
   * Refuses a response to a subject for which too much waits already. Beyond the bound of the process those are refused who
   * hold more than their share, and large responses to everybody.
   *
   * @param bytes how large it is; 0 if that is not known yet
   * @throws ApiError rate_limited for the subject, unavailable for the process
   */
  checkUnsent(subject: string, bytes = 0): void {
    if (this.#unsentBytes === 0) return
    const { perSubject, perProcess } = this.#unsentBounds
    const held = this.#unsent.get(subject) ?? 0
    if (held > 0 && held + Math.max(1, bytes) > perSubject) throw tooMuchUnsent(perSubject)
    if (this.#unsentBytes + bytes <= perProcess) return
    if (held > perProcess / this.#unsent.size) throw tooMuchUnsent(perSubject)
    if (bytes === 0) return
    throw new ApiError('unavailable', 'As much as may waits for clients that read slowly; try again.', { retryAfterS })
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

function tooMuchUnsent(perSubject: number): ApiError {
  return new ApiError(
    'rate_limited',
    `Responses of ${perSubject / mebibyte} MiB wait to be read by you already; read them, then try again.`,
    { retryAfterS },
  )
}
