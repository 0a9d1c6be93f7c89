import { STATUS_CODES } from 'node:http'
import { ApiError, legacyStatusOf } from '../../runtime/base/errors.ts'
import type { Verdict } from '../../runtime/limits/policy.ts'

const rpcStatuses = [400, 401, 402, 403, 404, 405, 408, 409, 410, 412, 413, 415, 429, 500, 501, 502, 503, 504] as const

/** The HTTP statuses that services answer errors with. */
export type RpcStatus = (typeof rpcStatuses)[number]

export function isRpcStatus(status: number): status is RpcStatus {
  return (rpcStatuses as readonly number[]).includes(status)
}

/** The body of an error, as the gateway and every service of the framework write it. */
export interface RpcErrorBody {
  readonly id: string
  readonly code: number
  readonly detail: string
  readonly status: string
}

/**
 * A failure that the caller of a service is told about. `detail` is public: one sentence a person can act on. Doors
 * translate: the gateway into its HTTP status, gRPC into the code that stands for it.
 */
export class RpcError extends Error {
  readonly code: RpcStatus
  /** What failed: `<service>.<endpoint>` in small letters (`config.get`), or `gateway`. */
  readonly id: string
  readonly retryAfterS: number | undefined
  /** The limit that is reached; only with 429. */
  readonly limit: Verdict | undefined

  /** @param options cause: the inner failure, logged and never shown; retryAfterS: seconds until a retry makes sense */
  constructor(
    code: RpcStatus,
    id: string,
    detail: string,
    options: { cause?: unknown; retryAfterS?: number; limit?: Verdict } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'RpcError'
    this.code = code
    this.id = id
    this.retryAfterS = options.retryAfterS
    this.limit = options.limit
  }

  get body(): RpcErrorBody {
    return { id: this.id, code: this.code, detail: this.message, status: STATUS_CODES[this.code] ?? 'Error' }
  }
}

/** The failure as callers may see it: an unexpected one becomes a 500, its cause kept for the log alone. */
export function asRpcError(failure: unknown, id: string): RpcError {
  if (failure instanceof RpcError) return failure
  if (failure instanceof ApiError) {
    const options = failure.retryAfterS === undefined ? {} : { retryAfterS: failure.retryAfterS }
    return new RpcError(legacyStatusOf(failure) as RpcStatus, id, failure.message, { cause: failure.cause, ...options })
  }
  return new RpcError(500, id, 'The server failed to answer; the request id finds the cause in its log.', {
    cause: failure,
  })
}
