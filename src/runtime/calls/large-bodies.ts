import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '../base/errors.ts'
import { addressGroup } from '../limits/client-address.ts'
import { IncomingBytes } from '../limits/incoming-bytes.ts'
import type { Verdict } from '../limits/policy.ts'
import { accountOf, type Caller } from './caller.ts'
import type { IncomingCall } from './incoming.ts'

/** Bodies up to this size are not counted while they arrive. */
const maxSmallBytes = 64 * 1024

/** The subject for which bytes in flight are counted: an account, or an address without one. */
export function subjectOf(caller: Caller, call: IncomingCall): string {
  return accountOf(caller)?.id ?? addressGroup(call.clientAddress)
}

/**
 * Rejects a body that is announced to be larger than the operation accepts, before a byte of it is read.
 *
 * @throws ApiError too_large
 */
export function checkBodySize({ bodyBytes }: Pick<IncomingCall, 'bodyBytes'>, { id, bodyCapBytes }: Operation): void {
  if (typeof bodyBytes === 'number' && bodyBytes > bodyCapBytes) throw bodyTooLarge(bodyCapBytes, id)
}

export function bodyTooLarge(capBytes: number, operationId: string): ApiError {
  return new ApiError(
    'too_large',
    `The body is larger than ${operationId} accepts, which is at most ${sizeText(capBytes)}.`,
  )
}

const bytesPerKib = 1024
const bytesPerMib = 1024 * bytesPerKib

function sizeText(bytes: number): string {
  if (bytes % (bytesPerMib / 4) === 0) return `${bytes / bytesPerMib} MiB`
  return bytes % bytesPerKib === 0 ? `${bytes / bytesPerKib} KiB` : `${bytes} bytes`
}

/** The running calls with a large body. */
export class LargeBodies {
  readonly #arriving: IncomingBytes
  /** What to call when each has ended. */
  readonly #running = new Map<IncomingCall, () => void>()

  constructor(arriving = new IncomingBytes()) {
    this.#arriving = arriving
  }

  /**
   * Counts the body of a call, before it is read, until `end`.
   *
   * @throws ApiError rate_limited, unavailable
   */
  begin(call: IncomingCall, operation: Operation, caller: Caller, verdicts: Verdict[]): void {
    const bytes = call.bodyBytes === 'unannounced' ? operation.bodyCapBytes : (call.bodyBytes ?? 0)
    if (bytes <= maxSmallBytes) return
    this.#running.set(call, this.#arriving.begin(subjectOf(caller, call), bytes, verdicts))
  }

  /** Harmless for a call with a small body. */
  end(call: IncomingCall): void {
    if (this.#running.size === 0) return
    this.#running.get(call)?.()
    this.#running.delete(call)
  }
}
