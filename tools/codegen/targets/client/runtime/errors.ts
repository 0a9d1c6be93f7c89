import { version } from './version.ts'

/** One argument that was refused. */
export interface ArgumentFault {
  /** The argument's name, or its path such as `tags[2]`. */
  path: string
  /** What is wrong and what would be right: `must be at most 100`. */
  message: string
}

/** Error codes of the server, by status; the first of a status is its default. */
export const codesByStatus = {
  400: ['invalid_argument', 'not_found', 'failed_precondition'],
  401: ['unauthenticated'],
  402: ['payment_required'],
  403: ['permission_denied', 'csrf', 'account_required', 'approval_required'],
  404: ['unknown_method'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: ['conflict'],
  410: ['gone'],
  413: ['too_large'],
  415: ['unsupported_media_type'],
  422: ['idempotency_mismatch'],
  429: ['rate_limited'],
  431: ['headers_too_large'],
  500: ['internal'],
  501: ['not_implemented'],
  502: ['upstream_failed'],
  503: ['unavailable', 'not_configured'],
  504: ['upstream_timeout'],
} as const

type CodesByStatus = typeof codesByStatus

/** Error codes of the server. */
export type ServerErrorCode = CodesByStatus[keyof CodesByStatus][number]

/**
 * What to branch on. Besides the server's codes: `network` (no response arrived), `timeout` (the call took longer than
 * `timeoutMs`) and `bad_response` (not a Onedoor server's response, for example because of a wrong `baseUrl`).
 */
export type ErrorCode = ServerErrorCode | 'network' | 'timeout' | 'bad_response'

/** Facts about a failed call. */
export interface ErrorFacts {
  /** Stable code; an unknown one is passed through. */
  code: ErrorCode | (string & {})
  /** The operation that was called, such as `notes.add`. */
  operation: string
  /** HTTP status; absent if no response arrived. */
  status?: number | undefined
  /** Every argument that was refused, with `invalid_argument`. */
  details?: ArgumentFault[] | undefined
  /** The id under which the server logged the call, or that was sent with it. */
  requestId: string
  /** Seconds to wait before a repeat, if the server said so. */
  retryAfterS?: number | undefined
  /** The error's body as received: with `payment_required` it contains the payment challenge. */
  body?: unknown
  /** The underlying failure, with `network`. */
  cause?: unknown
}

/** A call that failed. `message` is one sentence a person can act on. */
export class OnedoorError extends Error {
  /** What to branch on, such as `not_found`. */
  readonly code: ErrorCode | (string & {})
  /** The operation that was called, such as `notes.add`. */
  readonly operation: string
  /** HTTP status; absent if no response arrived (`network`, `timeout`). */
  readonly status: number | undefined
  /** Every argument that was refused, with `invalid_argument`; otherwise empty. */
  readonly details: readonly ArgumentFault[]
  /** The id under which the server logged the call, or that was sent with it: quote it when asking for help. */
  readonly requestId: string
  /** Seconds to wait before a repeat, if the server said so. */
  readonly retryAfterS: number | undefined
  /** The error's body as received: with `payment_required` it contains the payment challenge. */
  readonly body: unknown

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'OnedoorError'
    this.code = facts.code
    this.operation = facts.operation
    this.status = facts.status
    this.details = facts.details ?? []
    this.requestId = facts.requestId
    this.retryAfterS = facts.retryAfterS
    this.body = facts.body
  }
}

/** The parts of a response that an error is built from. */
export interface FailedAnswer {
  status: number
  headers: Headers
  body: unknown
  requestId: string
}

/**
 * The error for a response with a failing status. Reads both error formats: `{error, code, details}` of the tools and
 * `{id, code, detail, status}` of the older services, whose `code` is the HTTP status as a number.
 */
export function errorOfAnswer(operation: string, answer: FailedAnswer, nowMs: number): OnedoorError {
  const { status, headers, body, requestId } = answer
  const facts = {
    operation,
    status,
    body,
    requestId,
    retryAfterS: retryAfterSeconds(headers.get('retry-after'), nowMs),
  }
  const { error, code, details, detail } = asRecord(body)
  if (typeof error === 'string' && typeof code === 'string') {
    // Client and server may be of different versions.
    const hint = code === 'unknown_method' ? ` This client was made for version ${version} of the API.` : ''
    return new OnedoorError(error + hint, { ...facts, code, details: Array.isArray(details) ? details : undefined })
  }
  const statusCode = status in codesByStatus ? codesByStatus[status as keyof CodesByStatus][0] : 'bad_response'
  if (typeof detail === 'string') {
    // The older services return 404 for a record that does not exist; the tools reserve it for unknown methods.
    return new OnedoorError(detail, { ...facts, code: status === 404 ? 'not_found' : statusCode })
  }
  const location = headers.get('location')
  const said =
    location === null ? 'without an error message' : `and the address ${location}, which may belong into baseUrl`
  return new OnedoorError(`${operation} returned ${status} ${said}.`, { ...facts, code: statusCode })
}

/** Seconds to wait by a Retry-After header: a number, or a date relative to `nowMs`. Undefined if unreadable. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  // Dates start with the name of the day; Date.parse would also accept a stray number.
  const moment = /^[A-Z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - nowMs) / 1000))
}

/** The status that the server sends an error code with; undefined for an unknown code. */
export function statusOfCode(code: unknown): number | undefined {
  const [status] = Object.entries(codesByStatus).find(([, codes]) => (codes as readonly unknown[]).includes(code)) ?? []
  return status === undefined ? undefined : Number(status)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
