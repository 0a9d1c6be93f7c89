import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { DescMethod } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { encodeEnvelope, type UniversalHandler, type UniversalServerResponse } from '@connectrpc/connect/protocol'
import { codeToHttpStatus, errorFromJsonBytes, errorToJsonBytes } from '@connectrpc/connect/protocol-connect'
import { findTrailerError, setTrailerStatus } from '@connectrpc/connect/protocol-grpc'
import { trailerFlag, trailerParse, trailerSerialize } from '@connectrpc/connect/protocol-grpc-web'
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import type { Log } from '../../runtime/base/log.ts'
import { addressGroup, clientAddress, type TrustedProxies } from '../../runtime/limits/client-address.ts'
import { InFlight } from '../../runtime/limits/in-flight.ts'
import { codeName, connectErrorOf, rpcErrorOf } from '../kernel/grpc-errors/grpc-status.ts'
import { endpointOf, type Host, packageOf } from '../kernel/host/host.ts'
import type { RpcRecorder } from '../kernel/host/rpc-record.ts'
import type { RpcCall } from '../kernel/rpc-call.ts'
import { asRpcError, errorIdOf, invalid, RpcError } from '../kernel/rpc-errors.ts'
import { type SharedMessage, withShared } from '../kernel/shared-message.ts'
import { firstMessageOf } from './first-message.ts'
import type { PortHandler, PortRequest, PortResponse } from './port.ts'
import {
  addCommonHeaders,
  answerPreflight,
  authorizationsOf,
  fitStatus,
  hasReadableHost,
  refusalOf,
  refuse,
  refuseGrpc,
  refuseWeb,
  webProtocolOf,
} from './rpc-refusals.ts'

/** Serves everything else on the port: paths of the gateway, and services that users registered. */
export interface Beyond {
  handle(req: IncomingMessage, res: ServerResponse): void
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** A gRPC call of a service that is not the framework's own. */
  proxyGrpc(req: PortRequest, res: PortResponse, call: RpcCall): void
}

interface DoorOptions {
  readonly host: Host
  readonly beyond: Beyond
  readonly proxies: TrustedProxies
  /** @throws RpcError 400 for a malformed namespace */
  readonly namespaceOf: (req: PortRequest) => string | undefined
  readonly record: RpcRecorder
  readonly log: Log
  /** Limits how many bytes of responses wait for their clients. */
  readonly inFlight?: InFlight
}

const grpcType = /^application\/grpc(?:$|[+;])/i
/** gRPC with messages in binary, other than gRPC-Web. */
const binaryGrpc = /^application\/grpc(?:\+proto)?\s*(?:;|$)/i
const rpcPath = /^\/([^/]+)\/([^/]+)$/

/** Sends calls of the framework's services to their handlers, and everything else beyond. */
export class RpcDoor implements PortHandler {
  readonly #options: DoorOptions
  readonly #ownTypes: ReadonlySet<string>
  readonly #inFlight: InFlight

  constructor(options: DoorOptions) {
    this.#options = options
    this.#inFlight = options.inFlight ?? new InFlight()
    this.#ownTypes = new Set([...options.host.handlers.values()].map(({ method }) => method.parent.typeName))
  }

  readonly request = (req: PortRequest, res: PortResponse): void => {
    const [path = ''] = (req.url ?? '').split('?', 1)
    const handler = this.#options.host.handlers.get(path)
    if (handler) {
      if (req.method === 'OPTIONS') answerPreflight(res, requestIdOf(req.headers['x-request-id']))
      else void this.#serve(handler, path, req, res)
    } else if (grpcType.test(req.headers['content-type'] ?? '')) {
      this.#serveUnknown(path, req, res)
    } else if (this.#isWebCall(path, req)) {
      this.#refuseWeb(path, req, res)
    } else {
      this.#options.beyond.handle(req as IncomingMessage, res as ServerResponse)
    }
  }

  async #serve(handler: UniversalHandler, path: string, req: PortRequest, res: PortResponse): Promise<void> {
    const call = this.#callFrom(req)
    const { requestId } = call
    if (!hasReadableHost(req)) {
      const fault = invalid('gateway', 'The host of the request is missing or malformed.')
      return refuse(req, res, fault, { requestId })
    }
    const isUnary = handler.method.methodKind === 'unary'
    const subject = addressGroup(call.clientAddress)
    // The client may hang up before the handler is reached.
    res.once('close', () => this.#options.record(call, path, 'canceled'))
    const shared: SharedMessage[] = []
    if (!isUnary && binaryGrpc.test(req.headers['content-type'] ?? '')) call.sendShared = (one) => shared.push(one)
    try {
      if (isUnary) this.#inFlight.checkUnsent(subject)
      const received = universalRequestFromNodeRequest(req, res, undefined, this.#options.host.valuesOf(call))
      const body = bodyOf(req, received.body as AsyncIterable<Uint8Array>, handler, call)
      let answer = await responseOf(call, () => handler({ ...received, body }))
      const isEarly = isUnary && !call.isRecorded
      if (isEarly && answer.body) answer = await completeBody(answer, errorIdOf(...nameOf(handler.method)))
      if (answer.body) {
        if (call.sendShared) answer = sendingShared(answer, shared)
        const finished = this.#finished(answer, handler, call, req)
        const hold = (bytes: number) => this.#inFlight.hold(subject, bytes)
        const body = isUnary ? untilTaken(finished.body, res, hold) : finished.body
        return await universalResponseToNodeResponse({ ...finished, body }, res)
      }
      this.#options.record(call, path, 'unimplemented')
      const allow = answer.status === 405 ? 'POST' : undefined
      refuse(req, res, refusalOf(answer.status, path, req), { requestId, allow })
    } catch (failure) {
      if (res.destroyed || req.destroyed) return
      if (failure instanceof ApiError) return this.#refuseUnread(req, res, failure, requestId)
      this.#options.log.error({ requestId, method: path, err: failure }, 'rpc response failed')
      refuse(req, res, failure, { requestId })
    }
  }

  #refuseUnread(req: PortRequest, res: PortResponse, failure: ApiError, requestId: string): void {
    if (grpcType.test(req.headers['content-type'] ?? '')) refuseGrpc(req, res, failure, requestId)
    else refuse(req, res, failure, { requestId })
  }

  /** Adds the common headers; a call that reached no handler is recorded at the end of its response. */
  #finished(
    answer: UniversalServerResponse,
    { method, requestPath }: UniversalHandler,
    call: RpcCall,
    req: PortRequest,
  ): UniversalServerResponse & { readonly body: AsyncIterable<Uint8Array> } {
    const header = addCommonHeaders(new Headers(answer.header), req, call.requestId)
    const trailer = answer.trailer && new Headers(answer.trailer)
    const finish = () => {
      if (trailer) completeTrailer(trailer, answer.trailer, method, req)
      const status = Number(trailer?.get('grpc-status') ?? 0)
      this.#options.record(call, requestPath, status === 0 ? 'invalid_argument' : codeName(status))
    }
    const body = withEnd(answer.body as AsyncIterable<Uint8Array>, finish)
    return { ...answer, header, ...(trailer && { trailer }), body }
  }

  /** A unary Connect call of a path without a package may also be meant for the gateway, whose calls have the same form. */
  #isWebCall(path: string, req: PortRequest): boolean {
    const protocol = webProtocolOf(req)
    if (protocol !== 'connect') return protocol !== undefined
    return this.#ownTypes.has(typeOf(path)) || typeOf(path).includes('.')
  }

  #refuseWeb(path: string, req: PortRequest, res: PortResponse): void {
    const call = this.#callFrom(req)
    const failure =
      this.#noSuchMethod(path) ??
      new RpcError(
        'not_implemented',
        'gateway',
        'gRPC-Web and Connect reach only the services of this server. Call other services over gRPC, or with JSON at /<service>/<endpoint>.',
      )
    this.#options.record(call, 'none', 'unimplemented')
    refuseWeb(req, res, webProtocolOf(req) ?? 'connect', { failure, requestId: call.requestId })
  }

  /** The refusal of an unknown method of this server's own services. */
  #noSuchMethod(path: string): RpcError | undefined {
    const [, typeName = '', name = ''] = rpcPath.exec(path) ?? []
    if (!this.#ownTypes.has(typeName)) return undefined
    return new RpcError('not_implemented', typeName.split('.')[0] ?? '', `${typeName} has no method ${name}.`)
  }

  #serveUnknown(path: string, req: PortRequest, res: PortResponse): void {
    const call = this.#callFrom(req)
    const refusal = this.#noSuchMethod(path) ?? (rpcPath.test(path) ? call.fault : notAnRpcPath())
    if (refusal) refuseGrpc(req, res, refusal, call.requestId)
    else this.#options.beyond.proxyGrpc(req, res, call)
  }

  #callFrom(req: PortRequest): RpcCall {
    const facts = {
      requestId: requestIdOf(req.headers['x-request-id']),
      authorization: authorizationsOf(req),
      clientAddress: clientAddress(req.socket.remoteAddress, req.headers, this.#options.proxies),
      startedAt: performance.now(),
    }
    try {
      return { ...facts, namespace: this.#options.namespaceOf(req) }
    } catch (failure) {
      return { ...facts, namespace: undefined, fault: asRpcError(failure, 'gateway') }
    }
  }

  readonly upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void =>
    this.#options.beyond.upgrade(req, socket, head)
}

/** `/acme.greeter.v1.Greeter/Hello` calls `acme.greeter.v1.Greeter`; empty for other paths. */
const typeOf = (path: string): string => rpcPath.exec(path)?.[1] ?? ''

function notAnRpcPath(): RpcError {
  const message = 'The path of a gRPC call must have the form /<package>.<Interface>/<Method>.'
  return new RpcError('not_implemented', 'gateway', message)
}

/** The response with shared messages in place of their empty placeholders. */
function sendingShared(answer: UniversalServerResponse, waiting: SharedMessage[]): UniversalServerResponse {
  const encoding = new Headers(answer.header).get('grpc-encoding')
  return { ...answer, body: withShared(answer.body as AsyncIterable<Uint8Array>, waiting, encoding) }
}

/** The trailer is complete, and sent, only after the last piece of the body. */
function completeTrailer(
  trailer: Headers,
  received: UniversalServerResponse['trailer'],
  method: DescMethod,
  { headers }: PortRequest,
): void {
  for (const [name, value] of new Headers(received)) trailer.set(name, value)
  if (trailer.has('grpc-status')) completeStatus(trailer, errorIdOf(...nameOf(method)))
  fitStatus(trailer, headers)
}

async function* withEnd(pieces: AsyncIterable<Uint8Array>, atEnd: () => void): AsyncGenerator<Uint8Array> {
  yield* pieces
  atEnd()
}

function nameOf(method: DescMethod): [service: string, endpoint: string] {
  return [packageOf(method), endpointOf(method)]
}

/** Lets a request stay open, and idle, for as long as its response, and closes its stream after that. */
function leaveOpen(req: PortRequest): void {
  if (!('stream' in req)) return
  const { stream } = req
  stream.setTimeout(0)
  // In the next turn the trailers have been sent.
  stream.once('wantTrailers', () =>
    setImmediate(() => {
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR)
    }),
  )
}

/** The body of a request. That of a server stream ends with its first message: see firstMessageOf. */
function bodyOf(
  req: PortRequest,
  body: AsyncIterable<Uint8Array>,
  { method }: UniversalHandler,
  call: RpcCall,
): AsyncIterable<Uint8Array> {
  if (method.methodKind !== 'server_streaming') return allOf(req, body)
  const isJson = /[+/]json\b/.test(req.headers['content-type'] ?? '')
  return firstMessageOf(body, {
    begun: () => leaveOpen(req),
    later: (bytes) => call.onLater?.({ bytes, isJson }),
  })
}

/**
 * The body of a request, which fails if it was aborted: Node ends an HTTP/2 request that was cancelled, or whose
 * connection is closed, as if it were complete, and half of a stream would be taken for the whole.
 */
async function* allOf(req: PortRequest, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body
  // A stream to which this side has yet to respond is open, unless the client has cancelled it.
  if ('stream' in req && (req.stream.closed || req.stream.destroyed)) {
    throw new ConnectError('the request was aborted', Code.Canceled)
  }
}

/**
 * The response of a handler. Connect sends nothing before the first message of a stream; if the handler publishes that its
 * stream is open, the response begins at once and continues with Connect's.
 *
 * @param respond calls the handler
 */
async function responseOf(
  call: RpcCall,
  respond: () => Promise<UniversalServerResponse>,
): Promise<UniversalServerResponse> {
  const opened = Promise.withResolvers<Headers>()
  call.onOpened = opened.resolve
  const response = respond()
  const header = await Promise.race([response.then(() => undefined), opened.promise])
  if (header === undefined) return response
  const trailer = new Headers()
  return { status: 200, header: new Headers(header), body: fromNow(), trailer }

  async function* fromNow(): AsyncGenerator<Uint8Array> {
    // The headers are sent with the first piece, even an empty one.
    yield new Uint8Array()
    const answer = await response
    yield* (answer.body ?? []) as AsyncIterable<Uint8Array>
    for (const [name, value] of new Headers(answer.trailer)) trailer.set(name, value)
  }
}

const partBytes = 64 * 1024
/** How long, in milliseconds, a client may read nothing of a response. */
const maxStallMs = 30_000

/**
 * The body of a complete response in parts, each written when the client has taken the previous one. A client that
 * takes none for half a minute loses its response.
 *
 * @param hold counts bytes that wait for the client; the returned function is called when none do
 */
export async function* untilTaken(
  body: AsyncIterable<Uint8Array>,
  res: PortResponse,
  hold: (bytes: number) => () => void,
  stallMs = maxStallMs,
): AsyncGenerator<Uint8Array> {
  let stalled: NodeJS.Timeout | undefined
  const watch = () => {
    clearTimeout(stalled)
    stalled = setTimeout(() => drop(res), stallMs).unref()
  }
  res.once('close', () => clearTimeout(stalled))
  for await (const piece of body) {
    res.once('close', hold(piece.length))
    for (let at = 0; at < piece.length; at += partBytes) {
      watch()
      yield piece.subarray(at, at + partBytes)
    }
  }
  if (res.destroyed) clearTimeout(stalled)
  else watch()
}

function drop(res: PortResponse): void {
  if ('stream' in res) res.stream?.close(constants.NGHTTP2_CANCEL)
  else res.socket?.resetAndDestroy()
}

const envelopeHeadBytes = 5

/** Adds the details to the status of a gRPC call if it is connect's own, for a malformed message. */
function completeStatus(trailer: Headers, id: string): void {
  if (trailer.has('grpc-status-details-bin')) return
  const failure = findTrailerError(trailer)
  if (failure) setTrailerStatus(trailer, connectErrorOf(rpcErrorOf(failure, id)))
}

/**
 * Completes the error of a unary call that failed before its handler was reached, in gRPC-Web and Connect, which carry it
 * in the body. gRPC carries it in the trailer: see completeStatus.
 *
 * @param id of the error: `config.get`
 */
async function completeBody(answer: UniversalServerResponse, id: string): Promise<UniversalServerResponse> {
  const header = new Headers(answer.header)
  const type = header.get('content-type') ?? ''
  if (type.startsWith('application/grpc-web')) {
    const body = await collected(answer)
    if (((body[0] ?? 0) & trailerFlag) === 0) return { ...answer, body: pieces(body) }
    const trailer = trailerParse(body.subarray(envelopeHeadBytes))
    completeStatus(trailer, id)
    return { ...answer, body: pieces(encodeEnvelope(trailerFlag, trailerSerialize(trailer))) }
  }
  if (answer.status < 400 || type !== 'application/json') return answer
  const given = errorFromJsonBytes(await collected(answer), undefined, new ConnectError('', Code.Unknown))
  const error = connectErrorOf(rpcErrorOf(given, id))
  const body = errorToJsonBytes(error, undefined)
  header.set('content-length', String(body.length))
  return { ...answer, status: codeToHttpStatus(error.code), header, body: pieces(body) }
}

async function collected({ body }: UniversalServerResponse): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

async function* pieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body
}
