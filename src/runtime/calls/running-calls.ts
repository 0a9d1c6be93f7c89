import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '../base/errors.ts'
import { FairLimiter } from '../base/fair-limiter.ts'
import type { IncomingBytes } from '../limits/incoming-bytes.ts'
import type { Verdict } from '../limits/policy.ts'
import type { Caller } from './caller.ts'
import type { IncomingCall } from './incoming.ts'
import { LargeBodies, subjectOf } from './large-bodies.ts'

const retryAfterS = 1

/** The running calls, from when they are allowed, and their resources. */
export class RunningCalls {
  readonly #limiter: FairLimiter
  readonly #largeBodies: LargeBodies

  /** @param most how many calls of one account, or of one address without one, can run at once */
  constructor(arriving: IncomingBytes | undefined, most: number | undefined) {
    this.#limiter = new FairLimiter(most === undefined ? {} : { maxRunningPerSubject: most })
    this.#largeBodies = new LargeBodies(arriving)
  }

  /**
   * Counts a call until `end`, before its body is read.
   *
   * @param verdicts gets the verdict of the bound that rejects it
   * @throws ApiError rate_limited, unavailable
   */
  begin(call: IncomingCall, operation: Operation, caller: Caller, verdicts: Verdict[]): void {
    const subject = subjectOf(caller, call)
    call.release = this.#limiter.tryTake(subject)
    if (!call.release) throw tooMany(this.#limiter.bounds.maxRunningPerSubject, verdicts)
    this.#largeBodies.begin(call, operation, caller, verdicts)
  }

  /** Harmless for a call that was not begun. */
  end(call: IncomingCall): void {
    this.#largeBodies.end(call)
    call.ended?.()
    call.release?.()
  }

  /** How many there are. */
  get count(): number {
    return this.#limiter.running
  }
}

function tooMany(most: number, verdicts: Verdict[]): ApiError {
  const policy = {
    ...{ name: 'at-once', unit: 'calls at once', per: 'account or address' },
    ...{ quota: most, windowMs: retryAfterS * 1000 },
  }
  verdicts.push({ policy, quota: most, isAllowed: false, remaining: 0, resetS: retryAfterS })
  return new ApiError(
    'rate_limited',
    `You already have ${most} calls running, the maximum. Wait until one of them ends, and then try again.`,
    { retryAfterS },
  )
}
