import {
  ApiError,
  type ErrorCode,
  type LegacyErrorBody,
  legacyDetailOf,
  legacyErrorBody,
  legacyStatusOf,
  serviceStatusOf,
} from '../../runtime/base/errors.ts'
import type { Verdict } from '../../runtime/limits/policy.ts'

interface RpcErrorOptions {
  /** The inner failure: logged, never shown to the caller. */
  readonly cause?: unknown
  /** Seconds until a retry makes sense. */
  readonly retryAfterS?: number | undefined
  /** The limit that is reached; only with `rate_limited`. */
  readonly limit?: Verdict
  /** The verbs that would be right; only with `method_not_allowed`. */
  readonly allow?: readonly string[]
  /** The HTTP status, where it is not the one that services use for the code. */
  readonly status?: number
}

/**
 * An error of the framework's services and the gateway. It differs from an ApiError in what callers see of it: the legacy
 * body with an id, and the statuses of services.
 */
export class RpcError extends ApiError {
  override readonly status: number
  /** What failed: `<service>.<endpoint>` in lower case (`config.get`), or `gateway`. */
  readonly id: string
  readonly limit: Verdict | undefined

  constructor(code: ErrorCode, id: string, message: string, options: RpcErrorOptions = {}) {
    const { cause, retryAfterS, allow, limit, status = serviceStatusOf(code) } = options
    super(code, message, { cause, ...(retryAfterS !== undefined && { retryAfterS }), ...(allow && { allow }) })
    this.name = 'RpcError'
    this.status = status
    this.id = id
    this.limit = limit
  }

  get body(): LegacyErrorBody {
    return legacyErrorBody(this.id, this.status, this.message)
  }
}

/** The failure as callers may see it. An unexpected one becomes `internal`, its cause kept for the log. */
export function asRpcError(failure: unknown, id: string): RpcError {
  if (failure instanceof RpcError) return failure
  if (failure instanceof ApiError) return rpcErrorFrom(failure, id, failure.message)
  return new RpcError('internal', id, 'The server failed to answer; the request id finds the cause in its log.', {
    cause: failure,
  })
}

/** The error that an operation of the tool API ended with. Its sentence names every argument that was refused. */
export function operationError(error: ApiError, operationId: string): RpcError {
  return rpcErrorFrom(error, operationId, legacyDetailOf(error))
}

function rpcErrorFrom(error: ApiError, id: string, message: string): RpcError {
  const { code, cause, retryAfterS } = error
  return new RpcError(code, id, message, { cause: cause ?? error, retryAfterS, status: legacyStatusOf(error) })
}
