import { ApiError, type ArgumentFault, type ErrorCode } from '../base/errors.ts'

/** What went wrong with a request to the outside. */
export type FailureKind =
  /** The address may not be asked: private, or not http. */
  | 'address'
  /** Nobody responds there, or the connection broke. */
  | 'network'
  /** It took too long. */
  | 'timeout'
  /** A status that means failure. */
  | 'status'
  /** More redirects than are followed, or one that is not followed. */
  | 'redirect'
  /** Another content type, encoding or charset than can be read. */
  | 'content_type'
  /** More bytes than are taken. */
  | 'too_large'
  /** The payload is not what the provider documents. */
  | 'payload'
  /** Not asked, because the provider failed too often lately or wants to be left alone. */
  | 'breaker'
  /** Not asked, because too many requests wait already. */
  | 'busy'
  /** A setting is missing. */
  | 'not_configured'

export interface FailureOptions {
  readonly cause?: unknown
  /** Seconds after which a retry makes sense. */
  readonly retryAfterS?: number | undefined
  /** What to do about it, which ends the public message. */
  readonly advice?: string | undefined
  /** The HTTP status, if there was one. */
  readonly status?: number | undefined
  readonly details?: ArgumentFault[]
  /** The beginning of the response's body, which may say more. */
  readonly body?: string | undefined
}

const busyRetryS = 5

/** More requests wait already than the queue holds. @param who the subject of the sentence, such as `The browser` */
export function busyFailure(who: string): OutboundFailure {
  return new OutboundFailure('busy', `${who} is busy; try again in ${busyRetryS} seconds.`, { retryAfterS: busyRetryS })
}

const codes: Partial<Record<FailureKind, ErrorCode>> = {
  address: 'invalid_argument',
  timeout: 'upstream_timeout',
  not_configured: 'not_configured',
}

/**
 * A request to the outside that failed. Passed on by a handler it is what the caller gets: `invalid_argument` for an address
 * that may not be asked, `upstream_timeout`, `not_configured`, and `upstream_failed` for everything else.
 */
export class OutboundFailure extends ApiError {
  readonly kind: FailureKind
  /** The status of the response, if there was one. */
  readonly upstreamStatus: number | undefined
  // Private, so that no log writes it: it may repeat what was sent.
  readonly #body: string | undefined

  readonly #message: string
  readonly #advice: string | undefined

  /** @param message public: one sentence a person can act on; without its full stop where `advice` goes on after it */
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

  /** The same failure, with the seconds until a retry makes sense if it has none. */
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

/** The failure that happened inside another one, as undici and Node wrap them; undefined if there is none. */
export function outboundFailureIn(error: unknown): OutboundFailure | undefined {
  for (let at = error, depth = 0; at !== undefined && at !== null && depth < 8; depth++) {
    if (at instanceof OutboundFailure) return at
    at = (at as { cause?: unknown }).cause
  }
  return undefined
}
