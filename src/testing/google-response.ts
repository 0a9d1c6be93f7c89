/** What one of Google's APIs returns. */
export interface GoogleResponse {
  readonly status: number
  readonly json?: unknown
  readonly body?: string | Buffer
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An error as Google's APIs word it. */
export function refusal(status: number, reason: string, message: string): GoogleResponse {
  return { status, json: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } } }
}
