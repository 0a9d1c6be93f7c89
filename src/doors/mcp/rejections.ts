import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from '#runtime/base/errors.ts'
import { isShortBody, lingerAfter } from '../../http/body.ts'
import type { Gate } from './gate.ts'

interface RefusedRequest {
  readonly requestId: string
  /** Of the message. */
  readonly id?: string | number | undefined
  /** The protocol's own code, if it has one for this. */
  readonly rpcCode?: number | undefined
  /** What the token lacks. */
  readonly scope?: string | undefined
}

/** Writes the errors of requests that the door rejects before the protocol. */
export class Refusals {
  readonly #metadata: string
  readonly #gate: Gate

  constructor(baseUrl: string, gate: Gate) {
    this.#metadata = `${baseUrl}/.well-known/oauth-protected-resource/mcp`
    this.#gate = gate
  }

  send(
    req: IncomingMessage,
    res: ServerResponse,
    error: ApiError,
    { requestId, id, rpcCode, scope }: RefusedRequest,
  ): void {
    if (res.headersSent || res.destroyed) return void res.destroy()
    const body = JSON.stringify({
      jsonrpc: '2.0',
      error: { code: rpcCode ?? error.status, message: error.message, data: dataOf(error, requestId) },
      id: id ?? null,
    })
    const headers = ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))]
    headers.push('Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff', 'X-Request-Id', requestId)
    if (error.allow) headers.push('Allow', error.allow.join(', '))
    if (error.retryAfterS !== undefined) headers.push('Retry-After', String(Math.ceil(error.retryAfterS)))
    const challenge = this.#challenge(req, error, scope)
    if (challenge) headers.push('WWW-Authenticate', challenge)
    headers.push(...this.#gate.corsOf(req))
    if (!req.complete && !isShortBody(req)) {
      headers.push('Connection', 'close')
      lingerAfter(req)
    }
    res.writeHead(error.status, headers).end(body)
  }

  /** How a client can get a sufficient token (RFC 6750, RFC 9728). */
  #challenge({ headers }: IncomingMessage, error: ApiError, scope: string | undefined): string | undefined {
    const metadata = `resource_metadata="${this.#metadata}"`
    if (error.code === 'unauthenticated') {
      const fault = headers.authorization === undefined ? '' : 'error="invalid_token", '
      return `Bearer realm="onedoor", ${fault}${metadata}`
    }
    if (scope === undefined || error.code !== 'permission_denied') return undefined
    return `Bearer realm="onedoor", error="insufficient_scope", scope="${scope}", ${metadata}`
  }
}

function dataOf(error: ApiError, requestId: string): Record<string, unknown> {
  return {
    code: error.code,
    ...(error.details && { details: error.details }),
    ...(error.retryAfterS !== undefined && { retry_after_s: Math.ceil(error.retryAfterS) }),
    request_id: requestId,
  }
}
