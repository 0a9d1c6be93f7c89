import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import {
  type ClientHttp2Stream,
  constants,
  type Http2ServerRequest,
  type IncomingHttpStatusHeader,
  type ServerHttp2Stream,
} from 'node:http2'
import { Code, ConnectError } from '@connectrpc/connect'
import { setTrailerStatus } from '@connectrpc/connect/protocol-grpc'
import type { Discovery, Route } from '../discovery/service-discovery.ts'
import { firstMessageWatch } from '../grpc/first-message.ts'
import type { PortRequest, PortResponse } from '../grpc/port.ts'
import { fitStatus, refuseGrpc } from '../grpc/rpc-refusals.ts'
import type { Admission } from '../kernel/admission/admission.ts'
import type { Standing } from '../kernel/admission/standing.ts'
import { type CallerTokens, forwardedMetadata, HOPS_HEADER } from '../kernel/forwarded.ts'
import { codeName, connectErrorOf, grpcCodeOf } from '../kernel/grpc-errors/grpc-status.ts'
import { upstreamError } from '../kernel/grpc-errors/upstream-errors.ts'
import type { RpcRecorder } from '../kernel/host/rpc-record.ts'
import type { RpcCall } from '../kernel/rpc-call.ts'
import { asRpcError, notFound, RpcError } from '../kernel/rpc-errors.ts'
import { isForwarded } from './forwarded-metadata.ts'

export interface GrpcProxyOptions {
  readonly services: Discovery
  readonly admission: Pick<Admission, 'admit' | 'identify'>
  readonly standing: Pick<Standing, 'watch'>
  readonly record: RpcRecorder
  /** Undefined if services do not receive a token that identifies their caller. */
  readonly callerTokens?: CallerTokens | undefined
  /** How long a service has to begin its response to a whole request, in milliseconds. */
  readonly timeoutMs: number
}

/** Passes a gRPC call on to the service that its path names. */
export type GrpcProxy = (req: PortRequest, res: PortResponse, call: RpcCall) => void

const rpcPath = /^\/((?:[A-Za-z_][\w]*\.)*)([A-Za-z_][\w]*)\/([A-Za-z_][\w]*)$/
const maxPathLength = 500
const version = /^v\d+((alpha|beta)\d*)?$/

/** The services that a protobuf type may belong to, with their endpoint; the likelier name first. */
export function namesOf(path: string): { service: string; endpoint: string }[] {
  const [, prefix = '', group, method] = (path.length <= maxPathLength && rpcPath.exec(path)) || []
  if (group === undefined || method === undefined || prefix === '') return []
  const whole = prefix.slice(0, -1)
  const parts = whole.split('.')
  const isVersioned = parts.length > 1 && version.test(parts.at(-1) as string)
  const last = (isVersioned ? parts.at(-2) : parts.at(-1)) as string
  const names = isVersioned ? [last, whole] : [whole, last]
  return [...new Set(names)].map((service) => ({ service, endpoint: `${group}.${method}` }))
}

/** Creates a proxy that admits callers and passes bytes on unread: responses and errors are the services' own. */
export function createGrpcProxy(options: GrpcProxyOptions): GrpcProxy {
  const { standing, record, timeoutMs } = options

  async function pass(stream: ServerHttp2Stream, req: PortRequest, call: RpcCall): Promise<void> {
    const path = (req.url ?? '').split('?', 1)[0] as string
    const disconnected = new AbortController()
    const giveUp = () => disconnected.abort()
    stream.once('close', giveUp)
    let upstream: ClientHttp2Stream
    let service = ''
    let endpoint = ''
    try {
      const found = await findRoute(options, path, call)
      service = found.service
      call.service = service
      endpoint = found.endpoint
      const headers = forwarded(req.headers, call)
      const token = call.caller && (await options.callerTokens?.of(call.caller, service))
      if (token !== undefined) headers.authorization = `Bearer ${token}`
      upstream = await found.open(found.path, headers, disconnected.signal)
      stream.off('close', giveUp)
      if (stream.destroyed) {
        upstream.on('error', () => undefined).close(constants.NGHTTP2_CANCEL)
        return record(call, path, 'canceled')
      }
    } catch (failure) {
      if (stream.destroyed) return record(call, 'none', 'canceled')
      const error = failure instanceof RpcError ? failure : brokenOff(failure, service, timeoutMs)
      record(call, 'none', codeName(grpcCodeOf(error)), error)
      return refuse(stream, error, { requestId: call.requestId, headers: req.headers })
    }
    const endWatch = standing.watch({ ...call, service, endpoint }, (refusal) => upstream.destroy(refusal))
    const errorOf = (failure: unknown) => brokenOff(failure, service, timeoutMs)
    void relay(stream, upstream, { requestId: call.requestId, headers: req.headers, timeoutMs, errorOf }).then(
      (code) => {
        endWatch()
        // An unimplemented method is not a metric label: callers choose its name.
        record(call, code === Code.Unimplemented ? 'none' : path, code === undefined ? 'ok' : codeName(code))
      },
    )
  }

  return (req, res, call) => {
    const { stream } = req as Http2ServerRequest
    if (stream) {
      pass(stream, req, call).catch((failure: unknown) => {
        record(call, 'none', codeName(Code.Internal), failure)
        stream.close(constants.NGHTTP2_INTERNAL_ERROR)
      })
      return
    }
    record(call, 'none', codeName(Code.Unimplemented))
    refuseGrpc(req, res, new RpcError('not_implemented', 'gateway', 'gRPC needs HTTP/2.'), call.requestId)
  }
}

interface FoundRoute extends Route {
  readonly service: string
  readonly endpoint: string
}

/**
 * Admits the caller and finds the service: by each name that the path allows, then by the gRPC service that the path
 * names, which may be registered under any name.
 */
async function findRoute(
  { services, admission }: Pick<GrpcProxyOptions, 'services' | 'admission'>,
  path: string,
  call: RpcCall,
): Promise<FoundRoute> {
  const to = async (service: string, endpoint: string): Promise<FoundRoute> => {
    const caller = await admission.admit({ ...call, service, endpoint })
    call.caller = caller
    return { ...(await services.route(caller.namespace, service, path)), service, endpoint }
  }
  const failures: unknown[] = []
  const names = namesOf(path)
  for (const { service, endpoint } of names) {
    try {
      return await to(service, endpoint)
    } catch (failure) {
      const isOfName = failure instanceof RpcError && [403, 404].includes(failure.status)
      if (!isOfName) throw failure
      failures.push(failure)
    }
  }
  const [first] = names
  if (!first) {
    throw notFound('gateway', `${path} is not the path of a gRPC call: /<package>.<Interface>/<Method>.`)
  }
  const namespace = call.caller?.namespace ?? (await ownNamespace(admission, call))
  const owner = namespace && (await services.ownerOf(namespace, path.slice(1, path.lastIndexOf('/'))))
  if (owner) return to(owner, first.endpoint)
  throw failures[0]
}

/** The namespace of a caller whom none of these attempts admitted, if the call is for it. */
async function ownNamespace(admission: Pick<Admission, 'identify'>, call: RpcCall): Promise<string | undefined> {
  const who = await admission.identify(call.authorization, 'gateway')
  return who && (call.namespace ?? who.issuer) === who.issuer ? who.issuer : undefined
}

/** Responds with only a status. */
function refuse(stream: ServerHttp2Stream, error: RpcError, { requestId, headers }: ProxiedRequest): void {
  if (stream.destroyed || stream.headersSent) return
  const head = { ':status': 200, 'content-type': 'application/grpc', 'x-request-id': requestId }
  stream.respond({ ...head, ...statusOf(error, headers) }, { endStream: true })
}

function statusOf(error: RpcError, headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const header = new Headers()
  setTrailerStatus(header, connectErrorOf(error))
  fitStatus(header, headers)
  return Object.fromEntries(header)
}

function brokenOff(failure: unknown, service: string, timeoutMs: number): RpcError {
  const call = { id: 'gateway', service, timeoutMs, maxMessageBytes: 0 }
  return asRpcError(upstreamError(failure, call), 'gateway')
}

/** The metadata for the service: the caller's own without credentials, and the caller's account. */
function forwarded(headers: IncomingHttpHeaders, call: RpcCall): OutgoingHttpHeaders {
  const { caller, requestId } = call
  if (!caller) throw new Error('the call was not admitted')
  const passed: OutgoingHttpHeaders = {}
  for (const name of Object.keys(headers)) if (isForwarded(name)) passed[name] = headers[name]
  return { ...passed, ...Object.fromEntries(forwardedMetadata(caller, requestId, headers[HOPS_HEADER])) }
}

/**
 * Passes the call on and its response back, as fast as either side reads. When one side breaks off, so does the other.
 *
 * @returns the gRPC code that the call failed with; undefined if it succeeded
 */
function relay(
  stream: ServerHttp2Stream,
  upstream: ClientHttp2Stream,
  options: RelayOptions,
): Promise<Code | undefined> {
  return new Relay(stream, upstream, options).run()
}

interface ProxiedRequest {
  readonly requestId: string
  /** Of the request. */
  readonly headers: IncomingHttpHeaders
}

interface RelayOptions extends ProxiedRequest {
  readonly timeoutMs: number
  errorOf(failure: unknown): RpcError
}

class Relay {
  readonly #stream: ServerHttp2Stream
  readonly #upstream: ClientHttp2Stream
  readonly #options: RelayOptions
  readonly #outcome = Promise.withResolvers<Code | undefined>()
  #trailers: OutgoingHttpHeaders | undefined
  #failure: unknown
  /** Ends the call if the response to the whole request has not begun by then. */
  #deadline: NodeJS.Timeout | undefined

  constructor(stream: ServerHttp2Stream, upstream: ClientHttp2Stream, options: RelayOptions) {
    this.#stream = stream
    this.#upstream = upstream
    this.#options = options
  }

  run(): Promise<Code | undefined> {
    this.#relayResponse()
    this.#relayRequest()
    return this.#outcome.promise
  }

  #relayResponse(): void {
    const stream = this.#stream
    const upstream = this.#upstream
    upstream.once('response', (headers, flags) => this.#respond(headers, flags))
    upstream.once('trailers', (received) => {
      this.#trailers = withoutPseudo(received)
      this.#outcome.resolve(codeIn(received))
    })
    upstream.on('error', (error) => {
      this.#failure = error
    })
    upstream.once('close', () => {
      clearTimeout(this.#deadline)
      if (this.#trailers === undefined) this.#fail()
    })
    // Node's compatibility layer would send its own trailers.
    stream.removeAllListeners('wantTrailers')
    stream.once('wantTrailers', () =>
      stream.sendTrailers(this.#trailers ?? statusOf(this.#error(), this.#options.headers)),
    )
  }

  #relayRequest(): void {
    const stream = this.#stream
    const upstream = this.#upstream
    stream.on('error', () => undefined)
    stream.once('close', () => {
      if (!upstream.closed) upstream.close(constants.NGHTTP2_CANCEL)
      this.#outcome.resolve(Code.Canceled)
    })
    const isBegun = firstMessageWatch()
    const onPiece = (piece: Buffer) => {
      if (!isBegun(piece)) return
      stream.off('data', onPiece)
      // From here on the request may stay open, and idle, for as long as its response.
      stream.setTimeout(0)
    }
    stream.on('data', onPiece)
    stream.pipe(upstream, { end: false })
    stream.once('end', () => {
      // Node ends an aborted stream as if it were complete: the service must not mistake half a request for a whole one.
      if (stream.closed || stream.destroyed) upstream.close(constants.NGHTTP2_CANCEL)
      else this.#endRequest()
    })
  }

  #endRequest(): void {
    const { timeoutMs } = this.#options
    this.#upstream.end()
    if (this.#stream.headersSent || this.#upstream.closed) return
    this.#deadline = setTimeout(() => {
      this.#failure = new ConnectError('The response has not begun', Code.DeadlineExceeded)
      this.#upstream.close(constants.NGHTTP2_CANCEL)
      this.#fail()
    }, timeoutMs)
  }

  #respond(headers: IncomingHttpHeaders & IncomingHttpStatusHeader, flags: number): void {
    const stream = this.#stream
    const upstream = this.#upstream
    clearTimeout(this.#deadline)
    if (stream.destroyed) return
    const fault = faultOf(headers)
    if (fault) {
      this.#failure = fault
      upstream.close(constants.NGHTTP2_CANCEL)
      this.#fail()
      return
    }
    const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
    stream.respond(responseHeaders(headers, this.#options.requestId), { endStream: isWhole, waitForTrailers: !isWhole })
    if (isWhole) this.#outcome.resolve(codeIn(headers))
    else upstream.pipe(stream)
  }

  #fail(): void {
    const stream = this.#stream
    if (stream.destroyed || stream.writableEnded) return
    if (stream.headersSent) stream.end()
    else refuse(stream, this.#error(), this.#options)
  }

  /** The error that the call ends with. */
  #error(): RpcError {
    const error = this.#options.errorOf(this.#failure)
    this.#outcome.resolve(grpcCodeOf(error))
    return error
  }
}

function faultOf({ ':status': status, 'content-type': type }: IncomingHttpHeaders & IncomingHttpStatusHeader) {
  if (status === 200 && /^application\/grpc/i.test(type ?? '')) return undefined
  const message = `The service does not support gRPC: it returned HTTP ${status}, ${type ?? 'no type'}.`
  const error = new RpcError('upstream_failed', 'gateway', message)
  return new ConnectError(message, Code.Unavailable, undefined, undefined, error)
}

function codeIn({ 'grpc-status': status }: IncomingHttpHeaders): Code | undefined {
  const code = Number(status ?? Code.Unknown)
  return code === 0 ? undefined : code in Code ? code : Code.Unknown
}

/** Headers that Node rejects: one of them in a response would throw where nothing catches it. */
const ofTheConnection = new Set([
  ...['connection', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'],
  ...['date', 'x-request-id'],
])

function responseHeaders(headers: IncomingHttpHeaders, requestId: string): OutgoingHttpHeaders {
  return { ':status': 200, ...withoutPseudo(headers), 'x-request-id': requestId }
}

function withoutPseudo(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {}
  for (const name of Object.keys(headers)) {
    if (!name.startsWith(':') && !ofTheConnection.has(name)) kept[name] = headers[name]
  }
  return kept
}
