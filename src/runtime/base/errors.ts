import { STATUS_CODES } from 'node:http'

/** A gRPC status code, named as in its documentation. */
export type GrpcCode =
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'FAILED_PRECONDITION'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'UNIMPLEMENTED'
  | 'DEADLINE_EXCEEDED'
  | 'ALREADY_EXISTS'
  | 'RESOURCE_EXHAUSTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'

interface ErrorKind {
  /** The HTTP status of the tool API. */
  readonly status: number
  /** The status in the legacy form of `/v1/<service>/...`, where nothing else distinguishes errors, if it differs. */
  readonly legacyStatus?: number
  /** The status in errors of the framework's own services, if it differs from the legacy one. */
  readonly serviceStatus?: number
  readonly grpc: GrpcCode
  readonly meaning: string
}

/**
 * The registry of errors: every failure that a caller sees, through any door, has one of these codes. docs/errors.md lists
 * the same rows, and a test compares the two.
 */
export const errorCodes = {
  invalid_argument: {
    status: 400,
    grpc: 'INVALID_ARGUMENT',
    meaning: 'An argument is missing, of the wrong type, out of bounds or unknown.',
  },
  not_found: {
    status: 400,
    legacyStatus: 404,
    grpc: 'NOT_FOUND',
    meaning: 'The record does not exist or is not yours. The response is the same in both cases.',
  },
  failed_precondition: {
    status: 400,
    serviceStatus: 412,
    grpc: 'FAILED_PRECONDITION',
    meaning: 'The current state of the record does not allow the call.',
  },
  unauthenticated: {
    status: 401,
    grpc: 'UNAUTHENTICATED',
    meaning: 'The credential is missing, malformed, expired or revoked.',
  },
  payment_required: {
    status: 402,
    // Retrying helps only after paying.
    grpc: 'FAILED_PRECONDITION',
    meaning: 'The method is metered, and the call was not paid for.',
  },
  permission_denied: {
    status: 403,
    grpc: 'PERMISSION_DENIED',
    meaning: 'The token does not allow this call. It lacks the service, the capability or the right to act.',
  },
  csrf: {
    status: 403,
    grpc: 'PERMISSION_DENIED',
    meaning: 'A POST with the session cookie requires the X-CSRF-Token header.',
  },
  account_required: {
    status: 403,
    grpc: 'PERMISSION_DENIED',
    meaning: 'A paying wallet called a method that needs an account.',
  },
  approval_required: {
    status: 403,
    grpc: 'PERMISSION_DENIED',
    meaning: 'A person has to approve the call first. `approval` is the id of the approval. The call costs nothing.',
  },
  unknown_method: { status: 404, grpc: 'NOT_FOUND', meaning: 'No such method exists.' },
  method_not_allowed: {
    status: 405,
    grpc: 'UNIMPLEMENTED',
    meaning: 'The method requires another HTTP verb. The Allow header names it.',
  },
  request_timeout: {
    status: 408,
    grpc: 'DEADLINE_EXCEEDED',
    meaning: 'The request did not arrive completely in time.',
  },
  conflict: {
    status: 409,
    grpc: 'ALREADY_EXISTS',
    meaning: 'The same request is still running, the record cannot be retried, or the id is taken.',
  },
  gone: {
    status: 410,
    grpc: 'NOT_FOUND',
    meaning: 'The record was deleted or has expired. Its id is never used again.',
  },
  too_large: { status: 413, grpc: 'RESOURCE_EXHAUSTED', meaning: 'The body is larger than the method accepts.' },
  unsupported_media_type: { status: 415, grpc: 'INVALID_ARGUMENT', meaning: 'The body is not application/json.' },
  idempotency_mismatch: {
    status: 422,
    grpc: 'INVALID_ARGUMENT',
    meaning: 'The Idempotency-Key was already used with a different body.',
  },
  rate_limited: {
    status: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    meaning: 'Too many requests were made. Retry-After states when to retry.',
  },
  headers_too_large: {
    status: 431,
    grpc: 'INVALID_ARGUMENT',
    meaning: 'The address and headers are larger than the server accepts, or the request has too many headers.',
  },
  internal: {
    status: 500,
    grpc: 'INTERNAL',
    meaning: 'The server failed. To find the cause in the server log, search for the request id.',
  },
  not_implemented: {
    status: 501,
    grpc: 'UNIMPLEMENTED',
    meaning: 'The method is documented, but this server does not provide it yet.',
  },
  upstream_failed: {
    status: 502,
    grpc: 'UNAVAILABLE',
    meaning: 'The provider behind the method failed. The call costs nothing.',
  },
  not_configured: {
    status: 503,
    grpc: 'UNAVAILABLE',
    meaning: 'A setting that this method requires is missing. The call costs nothing.',
  },
  unavailable: {
    status: 503,
    grpc: 'UNAVAILABLE',
    meaning: 'The server is stopping, or its database is unavailable. Retry on another server or later.',
  },
  upstream_timeout: {
    status: 504,
    grpc: 'DEADLINE_EXCEEDED',
    meaning:
      'The method, or the provider behind it, took too long. The call costs nothing, unless the description of the method says otherwise.',
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorCodes

/** One rejected argument: its path (`limit`, `tags[2]`) and what would be right. */
export interface ArgumentFault {
  path: string
  message: string
}

interface ErrorOptions {
  /** Every rejected argument; only with `invalid_argument`. */
  details?: ArgumentFault[]
  /** The inner failure: logged, never shown to the caller. */
  cause?: unknown
  /** Seconds until a retry makes sense: becomes the Retry-After header. */
  retryAfterS?: number
  /** The allowed verbs; only with `method_not_allowed`: becomes the Allow header. */
  allow?: readonly string[]
  /** The form of the error where no operation determines it: the older one of `/v1/<service>/...`. */
  form?: 'legacy'
  /** How the call could be paid for; only with `payment_required`. */
  challenge?: Challenge
  /** The scopes that a token needs for it; with `permission_denied` of a token. */
  scopes?: readonly string[]
  /** False if the public message says that nothing was charged. */
  charged?: false
  /** Whether the call is charged like a successful one, because what the caller asked for caused the failure. */
  costs?: true
  /** The id of the approval that the call waits for; only with `approval_required`. */
  approval?: string
  /** What to do about it, as a sentence at the end of the public message, such as `try again later`. */
  advice?: string
}

/** The x402 part of a 402. If it accepts nothing, the caller needs a token with credits. */
export interface Challenge {
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly x402Version: number; readonly accepts: readonly unknown[] }
}

/** A failure that is reported to the caller: `message` is public, one sentence a person can act on. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ArgumentFault[] | undefined
  readonly retryAfterS: number | undefined
  readonly allow: readonly string[] | undefined
  readonly form: 'legacy' | undefined
  readonly challenge: Challenge | undefined
  readonly costs: boolean
  readonly approval: string | undefined
  readonly scopes: readonly string[] | undefined
  /** What happened: the public message without the additions for `charged` and `advice`. */
  readonly summary: string

  /** @param message a sentence; without its full stop where `charged` or `advice` continues it */
  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(publicMessage(message, options), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = errorCodes[code].status
    this.details = options.details
    this.retryAfterS = options.retryAfterS
    this.allow = options.allow
    this.form = options.form
    this.challenge = options.challenge
    this.costs = options.costs ?? false
    this.approval = options.approval
    this.scopes = options.scopes
    this.summary = options.charged === false || options.advice !== undefined ? `${message}.` : message
  }
}

const sentenceOf = (advice: string): string => `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`

function publicMessage(message: string, { charged, advice }: ErrorOptions): string {
  if (charged === undefined) return advice === undefined ? message : `${message}. ${sentenceOf(advice)}`
  return `${message}. Nothing was charged.${advice === undefined ? '' : ` ${sentenceOf(advice)}`}`
}

/**
 * The error for one argument.
 *
 * @param path `due`, `tags[2]`
 * @param message the predicate of a sentence about it: `must be a real day`
 * @param sentence the full sentence, where it says more
 */
export function invalidArgument(path: string, message: string, sentence = `${path} ${message}.`): ApiError {
  return new ApiError('invalid_argument', sentence, { details: [{ path, message }] })
}

/** The status of an error in the legacy form. */
export function legacyStatusOf({ code, status }: Pick<ApiError, 'code' | 'status'>): number {
  const kind: ErrorKind = errorCodes[code]
  return kind.legacyStatus ?? status
}

/** The status of an error of the framework's services. */
export function serviceStatusOf(code: ErrorCode): number {
  const kind: ErrorKind = errorCodes[code]
  return kind.serviceStatus ?? kind.legacyStatus ?? kind.status
}

/** The code of a status when nothing else is known; 503 is also the status of a missing setting. */
const codesByStatus: ReadonlyMap<number, ErrorCode> = new Map([
  ...(Object.keys(errorCodes) as ErrorCode[]).map((code) => [serviceStatusOf(code), code] as const).reverse(),
  [serviceStatusOf('unavailable'), 'unavailable'],
])

/** The code that a service means by an HTTP status; the closest one if no code has that status. */
export function codeOfServiceStatus(status: number): ErrorCode {
  return codesByStatus.get(status) ?? (status >= 400 && status < 500 ? 'invalid_argument' : 'internal')
}

/** An address whose percent-encoding cannot be read. */
export function addressNotUtf8(): ApiError {
  return new ApiError('invalid_argument', 'The address is not percent-encoded UTF-8. Write each % as %25.')
}

/** The failure as callers see it: an unexpected one becomes `internal`, and only the log gets its cause. */
export function asApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  return new ApiError(
    'internal',
    'The server failed to respond. To find the cause in the server log, search for the request id.',
    {
      cause: failure,
    },
  )
}

/** The body of an error in the legacy form, also used by the gateway and the framework's services. */
export interface LegacyErrorBody {
  /** What failed: `<service>.<endpoint>` in lower case (`config.get`), or `gateway`. */
  readonly id: string
  /** The HTTP status. */
  readonly code: number
  readonly detail: string
  /** The name of the HTTP status. */
  readonly status: string
}

/** The sentence of an error in the legacy form, which has no separate place for `details`. */
export function legacyDetailOf({ details, message }: ApiError): string {
  return details?.map((fault) => `${fault.path} ${fault.message}`).join('; ') ?? message
}

export function legacyErrorBody(id: string, code: number, detail: string): LegacyErrorBody {
  return { id, code, detail, status: STATUS_CODES[code] ?? 'Error' }
}

/** The body of an error in the tool API's form. */
export function errorBody(
  error: ApiError,
): { error: string; code: ErrorCode; details?: ArgumentFault[]; approval?: string } & Partial<Challenge['body']> {
  return {
    error: error.message,
    code: error.code,
    ...(error.details ? { details: error.details } : {}),
    ...(error.approval === undefined ? {} : { approval: error.approval }),
    ...error.challenge?.body,
  }
}
