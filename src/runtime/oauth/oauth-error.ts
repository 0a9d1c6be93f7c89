/** The error codes of OAuth that this server sends (RFC 6749, 7009, 7591, 8707, 9126). */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'too_many_requests'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

const statuses: Partial<Record<OAuthErrorCode, number>> = {
  too_many_requests: 429,
  invalid_client: 401,
  server_error: 500,
  temporarily_unavailable: 503,
}

/** An error in the form that OAuth defines. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  /** Of a response; an authorization request is rejected with a redirect instead. */
  readonly status: number
  /** Seconds until the next attempt makes sense. */
  readonly retryAfterS: number | undefined

  /** @param message public: the fault, for the program's developer */
  constructor(code: OAuthErrorCode, message: string, retryAfterS?: number) {
    super(message)
    this.name = 'OAuthError'
    this.code = code
    this.status = statuses[code] ?? 400
    this.retryAfterS = retryAfterS
  }
}
