import type { IncomingMessage } from 'node:http'
import { cors } from '@connectrpc/connect'
import { encodeEnvelope } from '@connectrpc/connect/protocol'
import {
  codeToHttpStatus,
  endStreamFlag,
  endStreamToJson,
  errorToJsonBytes,
} from '@connectrpc/connect/protocol-connect'
import { setTrailerStatus } from '@connectrpc/connect/protocol-grpc'
import { lingerAfter } from '../../http/body.ts'
import { crossOriginHeaders, optionsHeaders } from '../../http/cors.ts'
import { bearerChallenge } from '../../http/outcome-headers.ts'
import { connectErrorOf, rpcErrorOf } from '../kernel/grpc-errors/grpc-status.ts'
import { asRpcError, RpcError } from '../kernel/rpc-errors.ts'
import type { PortRequest, PortResponse } from './port.ts'

/** The CORS headers by name, including the exposed headers of gRPC-Web and Connect. */
const readable: ReadonlyMap<string, string> = new Map([
  [crossOriginHeaders[0] as string, crossOriginHeaders[1] as string],
  [crossOriginHeaders[2] as string, `${crossOriginHeaders[3]}, ${cors.exposedHeaders.join(', ')}`],
])

/** Adds the headers of every response. */
export function addCommonHeaders(header: Headers, req: PortRequest, requestId: string): Headers {
  header.set('x-request-id', requestId)
  header.set('cache-control', 'no-store')
  header.set('x-content-type-options', 'nosniff')
  if (req.headers.origin !== undefined) for (const [name, value] of readable) header.set(name, value)
  return header
}

/** Answers a browser's preflight request. It does not count as a call. */
export function answerPreflight(res: PortResponse, requestId: string): void {
  const pairs = [
    'X-Request-Id',
    requestId,
    ...optionsHeaders(['POST'], ['Service-Namespace', 'Micro-Namespace', ...cors.allowedHeaders]),
  ]
  const header = new Headers()
  for (let at = 0; at < pairs.length; at += 2) header.set(pairs[at] as string, pairs[at + 1] as string)
  write(res, 204, header)
}

/** Rejects, by HTTP status, a request in no protocol of the services. */
export function refuse(
  req: PortRequest,
  res: PortResponse,
  failure: unknown,
  { requestId, allow }: { requestId: string; allow?: string | undefined },
): void {
  if (res.headersSent) return void res.destroy()
  const error = asRpcError(failure, 'gateway')
  const header = addCommonHeaders(new Headers({ 'content-type': 'application/json' }), req, requestId)
  if (allow !== undefined) header.set('allow', allow)
  if (error.code === 'unauthenticated') header.set('www-authenticate', bearerChallenge)
  if (error.retryAfterS !== undefined) header.set('retry-after', String(Math.ceil(error.retryAfterS)))
  closeIfUnread(req, header)
  write(res, error.status, header, JSON.stringify(error.body))
}

function closeIfUnread(req: PortRequest, header: Headers): void {
  if (req.complete || req.httpVersionMajor >= 2) return
  header.set('connection', 'close')
  lingerAfter(req as IncomingMessage)
}

type WebProtocol = 'grpc-web' | 'connect' | 'connect-stream'

/** The protocol of a call by a client of gRPC-Web or Connect; undefined for other requests. */
export function webProtocolOf({ method, headers }: PortRequest): WebProtocol | undefined {
  if (method !== 'POST') return undefined
  const type = headers['content-type'] ?? ''
  if (/^application\/grpc-web(?:$|[-+;])/i.test(type)) return 'grpc-web'
  if (/^application\/connect\+/i.test(type)) return 'connect-stream'
  return headers['connect-protocol-version'] === undefined ? undefined : 'connect'
}

/** Rejects a call that this server does not handle, in the protocol of its client. */
export function refuseWeb(
  req: PortRequest,
  res: PortResponse,
  protocol: WebProtocol,
  { failure, requestId }: { readonly failure: RpcError; readonly requestId: string },
): void {
  const type = req.headers['content-type'] ?? ''
  const header = addCommonHeaders(new Headers({ 'content-type': type }), req, requestId)
  closeIfUnread(req, header)
  const error = connectErrorOf(failure)
  if (protocol === 'grpc-web') {
    setTrailerStatus(header, error)
    write(res, 200, header)
  } else if (protocol === 'connect-stream') {
    const last = Buffer.from(JSON.stringify(endStreamToJson(new Headers(), error, undefined)))
    write(res, 200, header, encodeEnvelope(endStreamFlag, last))
  } else {
    header.set('content-type', 'application/json')
    write(res, codeToHttpStatus(error.code), header, errorToJsonBytes(error, undefined))
  }
}

/** Rejects a gRPC call that this server does not handle, with a status and no message. */
export function refuseGrpc(req: PortRequest, res: PortResponse, failure: unknown, requestId: string): void {
  const header = addCommonHeaders(new Headers({ 'content-type': 'application/grpc' }), req, requestId)
  setTrailerStatus(header, connectErrorOf(rpcErrorOf(failure, 'gateway')))
  fitStatus(header, req.headers)
  write(res, 200, header)
}

function write(res: PortResponse, status: number, header: Headers, body?: string | Uint8Array): void {
  res.statusCode = status
  for (const [name, value] of header) res.setHeader(name, value)
  // An empty text would be a separate frame: gRPC clients expect a status without messages to end the stream.
  if (body === undefined) res.end()
  else res.end(body)
}

/**
 * Puts the status of a failed gRPC call in the form that its client reads.
 *
 * Clients that send `x-content-type` know details of one type only, whose name depends on their version; they report
 * any other as a failure to read the error, and parse the message if there are none.
 *
 * @param headers of the request
 */
export function fitStatus(trailer: Headers, headers: PortRequest['headers']): void {
  if (headers['x-content-type'] !== undefined) trailer.delete('grpc-status-details-bin')
  encodeLeast(trailer)
}

/**
 * Percent-encodes only what gRPC requires in the message: connect encodes all punctuation, and @grpc/grpc-js does not
 * decode commas and colons, so the JSON of the error would be unreadable.
 */
function encodeLeast(trailer: Headers): void {
  const message = trailer.get('grpc-message')
  if (message === null) return
  trailer.set('grpc-message', decodeURIComponent(message).replace(/[^\x20-\x7e]+|%/g, encodeURIComponent))
}

/** The error for a request that connect rejects with a bare HTTP status. */
export function refusalOf(status: number, path: string, req: PortRequest): RpcError {
  if (status === 405)
    return new RpcError('method_not_allowed', 'gateway', `${req.method} is not supported at ${path}. Use POST.`)
  if (status === 415) {
    const types = 'application/grpc, application/grpc-web, application/json or application/proto'
    return new RpcError(
      'unsupported_media_type',
      'gateway',
      `${path} accepts ${types}. A streaming method accepts application/connect+json instead.`,
    )
  }
  return new RpcError('not_implemented', 'gateway', `${path} is a bidirectional stream, which requires HTTP/2.`)
}

/** Every Authorization header: sending two is an error, but Node keeps only the first. */
export function authorizationsOf({ rawHeaders }: PortRequest): string[] | undefined {
  const given: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'authorization') given.push(rawHeaders[at + 1] ?? '')
  }
  return given.length === 0 ? undefined : given
}

/** Whether the request's host is well-formed; connect fails without one. */
export function hasReadableHost(req: PortRequest): boolean {
  const authority = 'authority' in req && req.authority ? req.authority : req.headers.host
  return authority !== undefined && URL.canParse(req.url ?? '/', `http://${authority}`)
}
