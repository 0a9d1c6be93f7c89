import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { ApiError } from '#runtime/base/errors.ts'
import { truncate } from '#runtime/base/text/quote.ts'
import { isShortBody, lingerAfter } from '../../http/body.ts'
import { crossOriginHeaders, optionsHeaders } from '../../http/cors.ts'
import { challengeWith } from '../../http/outcome-headers.ts'
import { filterHeaders } from './filters.ts'
import type { McpParts } from './mcp-door.ts'

const verbs = ['GET', 'POST', 'DELETE']
const sentByClients = [
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Last-Event-ID',
  ...filterHeaders,
]

interface RefusedRequest {
  readonly requestId: string
  /** Of the message. */
  readonly id?: string | number | undefined
  /** The protocol's own code, if it has one for this. */
  readonly rpcCode?: number | undefined
  /** The scopes that a token needs. */
  readonly scopes?: readonly string[] | undefined
}

/** Which pages may send requests, and to which host names of this server; and how requests are rejected. */
export class Gate {
  readonly #origins: ReadonlySet<string>
  readonly #ownHost: string
  readonly #metadata: string

  constructor({ baseUrl, origins }: Pick<McpParts, 'baseUrl' | 'origins'>) {
    this.#ownHost = new URL(baseUrl).hostname
    this.#metadata = `${baseUrl}/.well-known/oauth-protected-resource/mcp`
    this.#origins = new Set([new URL(baseUrl).origin, ...origins])
  }

  /**
   * Responds to a preflight request.
   *
   * @returns whether the response was sent
   * @throws ApiError permission_denied for a page or a host that is not allowed, method_not_allowed
   */
  answered(req: IncomingMessage, res: ServerResponse, requestId: string): boolean {
    const { host, origin } = req.headers
    if (!this.#isOwnHost(host)) {
      const name = truncate(host ?? 'none', 100)
      throw new ApiError(
        'permission_denied',
        `The Host header names ${name}, but the host of this server is ${this.#ownHost} (BASE_URL).`,
      )
    }
    if (origin !== undefined && !this.#isOwnOrigin(origin, host)) {
      const name = truncate(origin, 100)
      throw new ApiError(
        'permission_denied',
        `Pages from ${name} may not connect. The operator can add this origin to MCP_ORIGINS.`,
      )
    }
    if (req.method === 'OPTIONS') {
      res.writeHead(204, ['X-Request-Id', requestId, ...optionsHeaders(verbs, sentByClients)]).end()
      return true
    }
    if (!verbs.includes(req.method ?? '')) {
      throw new ApiError(
        'method_not_allowed',
        `${truncate(req.method ?? '', 20)} is not supported at /mcp. Use POST.`,
        {
          allow: verbs,
        },
      )
    }
    return false
  }

  /** The headers that let a page that may connect read the response. */
  corsOf({ headers }: IncomingMessage): readonly string[] {
    if (headers.origin === undefined || !this.#isOwnOrigin(headers.origin, headers.host)) return []
    const [name = '', exposed = ''] = crossOriginHeaders.slice(2)
    return [...crossOriginHeaders.slice(0, 2), name, `${exposed}, Mcp-Session-Id`]
  }

  /** Writes the error of a request that is rejected before the protocol. */
  refuse(
    req: IncomingMessage,
    res: ServerResponse,
    error: ApiError,
    { requestId, id, rpcCode, scopes }: RefusedRequest,
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
    const challenge = this.#challenge(req, error, scopes)
    if (challenge) headers.push('WWW-Authenticate', challenge)
    headers.push(...this.corsOf(req))
    if (!req.complete && !isShortBody(req)) {
      headers.push('Connection', 'close')
      lingerAfter(req)
    }
    res.writeHead(error.status, headers).end(body)
  }

  /** How a client can get a sufficient token (RFC 6750, RFC 9728). */
  #challenge({ headers }: IncomingMessage, error: ApiError, scopes: readonly string[] | undefined): string | undefined {
    const resourceMetadata = this.#metadata
    if (error.scopes) return challengeWith({ error: 'insufficient_scope', scopes, resourceMetadata })
    if (error.code !== 'unauthenticated') return undefined
    const fault = headers.authorization === undefined ? undefined : 'invalid_token'
    return challengeWith({ error: fault, scopes, resourceMetadata })
  }

  /**
   * A page elsewhere can have its own name point to this machine (DNS rebinding). It cannot have an address, or a name
   * without a dot.
   */
  #isOwnHost(host: string | undefined): boolean {
    if (host === undefined) return true
    if (!URL.canParse(`http://${host}`)) return false
    const { hostname } = new URL(`http://${host}`)
    return hostname === this.#ownHost || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !hostname.includes('.')
  }

  #isOwnOrigin(origin: string, host: string | undefined): boolean {
    if (this.#origins.has(origin)) return true
    return URL.canParse(origin) && new URL(origin).host === host
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
