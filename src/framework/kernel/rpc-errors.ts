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
  /** Seconds after which a retry is worthwhile. */
  readonly retryAfterS?: number | undefined
  /** The exceeded limit; only with `rate_limited`. */
  readonly limit?: Verdict
  /** The supported verbs; only with `method_not_allowed`. */
  readonly allow?: readonly string[]
  /** The HTTP status, if it is not the usual one of services for the code. */
  readonly status?: number
  /** The registered service that failed, if the server itself did not. */
  readonly service?: string
}

/**
 * An error of the framework's services and the gateway. Unlike an ApiError it has the legacy body with an id, and the
 * statuses of services.
 */
export class RpcError extends ApiError {
  override readonly status: number
  /** What failed: `<service>.<endpoint>` in lower case (`config.get`), or `gateway`. */
  readonly id: string
  readonly limit: Verdict | undefined
  /** The registered service that failed; undefined for failures of the server and of callers. */
  readonly service: string | undefined

  constructor(code: ErrorCode, id: string, message: string, options: RpcErrorOptions = {}) {
    const { cause, retryAfterS, allow, limit, service, status = serviceStatusOf(code) } = options
    super(code, message, { cause, ...(retryAfterS !== undefined && { retryAfterS }), ...(allow && { allow }) })
    this.name = 'RpcError'
    this.status = status
    this.id = id
    this.limit = limit
    this.service = service
  }

  get body(): LegacyErrorBody {
    return legacyErrorBody(this.id, this.status, this.message)
  }
}

/** The error for a request that is malformed. */
export function invalid(id: string, message: string): RpcError {
  return new RpcError('invalid_argument', id, message)
}

/** The error for a caller who must identify itself, or did so in vain. */
export function unauthenticated(id: string, message: string): RpcError {
  return new RpcError('unauthenticated', id, message)
}

/** The error for something that does not exist, or not for this caller. */
export function notFound(id: string, message: string): RpcError {
  return new RpcError('not_found', id, message)
}

/** The error for a change that contradicts what is stored. */
export function conflict(id: string, message: string): RpcError {
  return new RpcError('conflict', id, message)
}

/** The error for something over its size limit. */
export function tooLarge(id: string, message: string): RpcError {
  return new RpcError('too_large', id, message)
}

/** The error for a caller without the right to do this. */
export function denied(id: string, message: string): RpcError {
  return new RpcError('permission_denied', id, message)
}

/** The error that callers get for a failure. An unexpected one becomes `internal`, with its cause for the log. */
export function asRpcError(failure: unknown, id: string): RpcError {
  if (failure instanceof RpcError) return failure
  if (failure instanceof ApiError) return rpcErrorFrom(failure, id, failure.message)
  return new RpcError(
    'internal',
    id,
    'The server failed to respond. To find the cause in the server log, search for the request id.',
    {
      cause: failure,
    },
  )
}

/** The error for a failed operation of the tool API. Its message names every rejected argument. */
export function operationError(error: ApiError, operationId: string): RpcError {
  return rpcErrorFrom(error, operationId, legacyDetailOf(error))
}

function rpcErrorFrom(error: ApiError, id: string, message: string): RpcError {
  const { code, cause, retryAfterS } = error
  return new RpcError(code, id, message, { cause: cause ?? error, retryAfterS, status: legacyStatusOf(error) })
}

/**
 * The error id of an endpoint: service and endpoint in lower case, without the name of the interface if it is that of the
 * service (`config.get`, `auth.rules.create`).
 */
export function errorIdOf(service: string, endpoint: string): string {
  const [group = '', ...rest] = endpoint.toLowerCase().split('.')
  const path = rest.length > 0 && group === service.toLowerCase() ? rest : [group, ...rest]
  return [service.toLowerCase(), ...path].join('.')
}
