import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { cors } from '@connectrpc/connect'
import { isShortBody, lingerAfter } from '../../http/body.ts'
import { crossOriginHeaders, optionsHeaders } from '../../http/cors.ts'
import { bearerChallenge } from '../../http/outcome-headers.ts'
import { watchUnread } from '../../http/pieces.ts'
import { addRateLimitHeaders } from '../../runtime/limits/headers.ts'
import type { Verdict } from '../../runtime/limits/policy.ts'
import { asRpcError, RpcError } from '../kernel/rpc-errors.ts'

/** A request and its response. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly requestId: string
  /** The state of the limit that the call counts against, once known. */
  limit?: Verdict | undefined
  /** Counts bytes that wait for the client; the returned function is called when none do. */
  readonly hold?: (bytes: number) => () => void
}

/** The supported verbs of endpoints. */
export const VERBS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** An unsupported verb, with the supported ones. */
export class VerbRefused extends RpcError {
  constructor(id: string, verb: string, allow: readonly string[]) {
    const message = `${verb.slice(0, 20)} is not supported here. Use ${allow.join(' or ')}.`
    super('method_not_allowed', id, message, { allow })
  }
}

/** The headers of every response, as alternating names and values. */
export function commonHeaders({ req, requestId, limit }: Exchange, contentType: string): string[] {
  const headers = [
    'Content-Type',
    contentType,
    'X-Request-Id',
    requestId,
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
  ]
  if (limit) addRateLimitHeaders(headers, [limit])
  if (req.headers.origin !== undefined) headers.push(...crossOriginHeaders, 'Vary', 'Origin')
  return headers
}

/** Sends a response with a complete body. */
export function writeAnswer(
  exchange: Exchange,
  status: number,
  contentType: string,
  body: string | Uint8Array,
  more: readonly string[] = [],
): void {
  const { req, res } = exchange
  if (res.destroyed || res.headersSent) return
  const headers = commonHeaders(exchange, contentType)
  headers.push('Content-Length', String(Buffer.byteLength(body)), ...more)
  const isLeft = status >= 400 && !req.complete && !isShortBody(req)
  if (isLeft && req.httpVersionMajor < 2) {
    headers.push('Connection', 'close')
    // A request that was read only in part has lost its socket.
    if (res.socket) lingerAfter({ socket: res.socket })
  }
  res.writeHead(status, headers)
  if (req.method === 'HEAD') res.end()
  else res.end(body)
  if (req.httpVersionMajor < 2) watchUnread(res, exchange.hold)
}

/** A response to a request for an upgrade, with which the connection ends. */
export function responseOn(req: IncomingMessage, socket: Duplex): ServerResponse {
  const res = new ServerResponse(req)
  res.shouldKeepAlive = false
  res.assignSocket(socket as Socket)
  // A client that does not close its side must not keep the connection open.
  res.once('finish', () => socket.end(() => socket.destroy()))
  return res
}

/** Sends the four keys of an error. */
export function writeError(exchange: Exchange, failure: unknown, errorId: string): RpcError {
  const error = asRpcError(failure, errorId)
  exchange.limit = error.limit ?? exchange.limit
  writeAnswer(exchange, error.status, 'application/json', JSON.stringify(error.body), errorHeaders(error))
  return error
}

/** The headers of an error, as alternating names and values. */
function errorHeaders(error: RpcError): string[] {
  const headers: string[] = []
  if (error.code === 'unauthenticated') headers.push('WWW-Authenticate', bearerChallenge)
  if (error.retryAfterS !== undefined) headers.push('Retry-After', String(Math.ceil(error.retryAfterS)))
  if (error.allow) headers.push('Allow', error.allow.join(', '))
  return headers
}

/** Answers a browser's preflight request, at any path and without credentials. It does not count as a call. */
export function answerPreflight({ res, requestId }: Exchange): void {
  const headers = optionsHeaders(VERBS, ['Service-Namespace', 'Micro-Namespace', 'Timeout', ...cors.allowedHeaders])
  res.writeHead(204, ['X-Request-Id', requestId, 'Vary', 'Origin', ...headers]).end()
}
