import { ApiError, type ArgumentFault, type ErrorCode } from '../base/errors.ts'

/** What went wrong with an outbound request. */
export type FailureKind =
  /** The address is not allowed: private, or not http. */
  | 'address'
  /** The host does not respond, or the connection broke. */
  | 'network'
  /** It took too long. */
  | 'timeout'
  /** A status that means failure. */
  | 'status'
  /** Too many redirects, or one that is not followed. */
  | 'redirect'
  /** A content type, encoding or charset that cannot be read. */
  | 'content_type'
  /** The response is larger than the limit. */
  | 'too_large'
  /** The payload is not what the provider documents. */
  | 'payload'
  /** Not sent, because the provider failed too often recently or asked for a pause with Retry-After. */
  | 'breaker'
  /** Not sent, because too many requests are waiting already. */
  | 'busy'
  /** A setting is missing. */
  | 'not_configured'

export interface FailureOptions {
  readonly cause?: unknown
  /** Seconds after which a retry makes sense. */
  readonly retryAfterS?: number | undefined
  /** What to do about it: the end of the public message. */
  readonly advice?: string | undefined
  /** The HTTP status, if there was one. */
  readonly status?: number | undefined
  readonly details?: ArgumentFault[]
  /** The beginning of the response's body, which may say more. */
  readonly body?: string | undefined
}

const busyRetryS = 5

/** The queue is full. @param who the subject of the sentence, such as `The browser` */
export function busyFailure(who: string): OutboundFailure {
  return new OutboundFailure('busy', `${who} is busy. Try again in ${busyRetryS} seconds.`, { retryAfterS: busyRetryS })
}

/** The provider does not respond. @param who the subject of the sentence */
export function unreachable(who: string, cause?: unknown): OutboundFailure {
  return new OutboundFailure('network', `${who} cannot be reached right now`, { cause, advice: 'try again later' })
}

const codes: Partial<Record<FailureKind, ErrorCode>> = {
  address: 'invalid_argument',
  timeout: 'upstream_timeout',
  not_configured: 'not_configured',
}

/**
 * An outbound request that failed. If a handler rethrows it, the caller gets `invalid_argument` for an address that is not
 * allowed, `upstream_timeout`, `not_configured`, or `upstream_failed` for everything else.
 */
export class OutboundFailure extends ApiError {
  readonly kind: FailureKind
  /** The status of the response, if there was one. */
  readonly upstreamStatus: number | undefined
  // Private, so that no log writes it: it may repeat what was sent.
  readonly #body: string | undefined

  readonly #message: string
  readonly #advice: string | undefined

  /** @param message public: one sentence a person can act on; without its full stop if `advice` follows */
  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    const { cause, retryAfterS, advice, status, details, body } = options
    super(codes[kind] ?? 'upstream_failed', message, {
      ...(cause === undefined ? {} : { cause }),
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
      ...(details ? { details } : {}),
      ...(advice === undefined ? {} : { advice }),
    })
    this.name = 'OutboundFailure'
    this.kind = kind
    this.upstreamStatus = status
    this.#body = body
    this.#message = message
    this.#advice = advice
  }

  /** The same failure, with these seconds until a retry makes sense unless it has its own. */
  withRetryAfter(seconds: number): OutboundFailure {
    if (this.retryAfterS !== undefined) return this
    const { kind, cause, upstreamStatus: status, details } = this
    const more = { cause, status, body: this.#body, advice: this.#advice, ...(details ? { details } : {}) }
    return new OutboundFailure(kind, this.#message, { ...more, retryAfterS: seconds })
  }

  /** The beginning of the response's body, if there was one. */
  get upstreamBody(): string | undefined {
    return this.#body
  }
}

/** The failure inside another error, as undici and Node wrap them. */
export function outboundFailureIn(error: unknown): OutboundFailure | undefined {
  for (let at = error, depth = 0; at !== undefined && at !== null && depth < 8; depth++) {
    if (at instanceof OutboundFailure) return at
    at = (at as { cause?: unknown }).cause
  }
  return undefined
}
