import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '../base/errors.ts'
import { FairLimiter } from '../base/fair-limiter.ts'
import { IncomingBytes } from '../limits/incoming-bytes.ts'
import type { Verdict } from '../limits/policy.ts'
import type { Caller } from './caller.ts'
import type { IncomingCall } from './incoming.ts'
import { subjectOf } from './large-bodies.ts'

const retryAfterS = 1
/** Bodies up to this size are not counted while they arrive. */
const maxSmallBytes = 64 * 1024

/** The running calls, from when they are allowed, and their resources. */
export class RunningCalls {
  readonly #limiter: FairLimiter
  readonly #arriving: IncomingBytes

  /** @param most how many calls of one account, or of one address without one, can run at once */
  constructor(arriving = new IncomingBytes(), most?: number) {
    this.#limiter = new FairLimiter(most === undefined ? {} : { maxRunningPerSubject: most })
    this.#arriving = arriving
  }

  /**
   * Counts a call, and its body if that is large, until `end`; before the body is read.
   *
   * @param verdicts gets the verdict of the bound that rejects it
   * @throws ApiError rate_limited, unavailable
   */
  begin(call: IncomingCall, operation: Operation, caller: Caller, verdicts: Verdict[]): void {
    const subject = subjectOf(caller, call)
    const release = this.#limiter.tryTake(subject)
    if (!release) throw tooMany(this.#limiter.bounds.maxRunningPerSubject, verdicts)
    call.release = release
    const bytes = call.bodyBytes === 'unannounced' ? operation.bodyCapBytes : (call.bodyBytes ?? 0)
    if (bytes <= maxSmallBytes) return
    const arrival = this.#arriving.begin(subject, bytes, verdicts)
    call.arrival = arrival
    call.release = () => {
      arrival.end()
      release()
    }
  }

  /** Harmless for a call that was not begun. */
  end(call: IncomingCall): void {
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
    `You already have ${most} calls running, which is the maximum. Wait until one of them ends, and then try again.`,
    { retryAfterS },
  )
}
