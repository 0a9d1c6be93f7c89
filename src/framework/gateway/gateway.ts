import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Operation } from '#generated/server/operations.ts'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { paymentOf, requestFault, targetOf } from '../../http/request-head.ts'
import { anonymous, type Caller } from '../../runtime/calls/caller.ts'
import type { Calls } from '../../runtime/calls/pipeline.ts'
import { addressGroup, clientAddress, type TrustedProxies } from '../../runtime/limits/client-address.ts'
import type { InFlight } from '../../runtime/limits/in-flight.ts'
import type { Discovery } from '../discovery/service-discovery.ts'
import type { Admission } from '../kernel/admission/admission.ts'
import type { Standing } from '../kernel/admission/standing.ts'
import type { CallerTokens } from '../kernel/forwarded.ts'
import { codeName, grpcCodeOf } from '../kernel/grpc-errors/grpc-status.ts'
import type { Host } from '../kernel/host/host.ts'
import type { RpcRecorder } from '../kernel/host/rpc-record.ts'
import { OpenStreams } from '../kernel/open-streams.ts'
import type { RpcCall } from '../kernel/rpc-call.ts'
import { denied, invalid, notFound, type RpcError, unauthenticated } from '../kernel/rpc-errors.ts'
import { type Reading, readPath } from './gateway-path.ts'
import { answerCall, usualHeartbeatMs } from './http-calls.ts'
import { ServerStopping } from './invoke.ts'
import {
  callOperation,
  type GatewayOperations,
  gatewayOperations,
  type OperationRequest,
  writeOperation,
} from './operation-calls.ts'
import { authorizationOf } from './request-credentials.ts'
import { namespaceOf } from './request-namespace.ts'
import { answerPreflight, type Exchange, responseOn, VERBS, VerbRefused, writeAnswer, writeError } from './responses.ts'
import { type RpcTarget, Targets } from './rpc-targets.ts'
import { createSockets, methodCall, type SocketCall, type SocketTimes } from './websocket.ts'

export interface GatewayOptions {
  readonly calls: Calls
  readonly host: Pick<Host, 'methods' | 'transport'>
  readonly services: Discovery
  readonly admission: Admission
  readonly standing: Pick<Standing, 'watch'>
  readonly record: RpcRecorder
  /** Undefined if services do not receive a token that identifies their caller. */
  readonly callerTokens?: CallerTokens | undefined
  /** The server's version, which the root returns. */
  readonly version: string
  /** The host name below which namespaces have host names. */
  readonly gatewayHost: string | undefined
  readonly trustedProxies: TrustedProxies
  /** The timeout of unary calls, in milliseconds. */
  readonly timeoutMs: number
  /** Aborts when the server stops: streams end then. */
  readonly stopping: AbortSignal
  readonly socketTimes?: SocketTimes
  /** How often a quiet stream over plain HTTP sends an empty line. */
  readonly heartbeatMs?: number
}

const rootId = 'gateway'
/** Sixteen bytes in Base64. */
const keyForm = /^[+/0-9A-Za-z]{22}==$/

/** What a request contains, before any lookup. */
interface Understood {
  readonly reading: Reading | undefined
  readonly query: string
  readonly call: RpcCall
}

/** What is known of a request while it is handled, for errors and records. */
interface Progress {
  errorId: string
  call?: RpcCall
  target?: RpcTarget
  stream?: OpenStream
}

/** Maps HTTP paths to endpoints of services. */
export class Gateway {
  readonly #options: GatewayOptions
  readonly #operations: GatewayOperations
  readonly #targets: Targets
  /** Aborts with ServerStopping when the server stops. */
  readonly #stop = new AbortController()
  readonly #sockets: ReturnType<typeof createSockets>
  readonly #streams: ReturnType<typeof createHeldStreams>

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#operations = gatewayOperations(options.calls.contract)
    this.#targets = new Targets({ ...options, operations: this.#operations })
    options.stopping.addEventListener('abort', () => this.#stop.abort(new ServerStopping()), { once: true })
    this.#sockets = createSockets(this.#stop.signal, options.socketTimes)
    this.#streams = createHeldStreams(options.standing)
  }

  /** Handles a request, of HTTP/1.1 or HTTP/2. */
  readonly handle = (req: IncomingMessage, res: ServerResponse): void => {
    const hold = (bytes: number) => this.#inFlight.hold(this.#subjectOf(req), bytes)
    const exchange = { req, res, requestId: requestIdOf(req.headers['x-request-id']), hold }
    if (refused(exchange)) return
    this.#answer(exchange).catch(() => res.destroy())
  }

  /** Handles a WebSocket upgrade. */
  readonly upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const exchange = { req, res: responseOn(req, socket), requestId: requestIdOf(req.headers['x-request-id']) }
    if (refused(exchange)) return
    this.#answerUpgrade(exchange, socket, head).catch(() => socket.destroy())
  }

  async #answer(exchange: Exchange): Promise<void> {
    const { req, res } = exchange
    if (req.method === 'OPTIONS') return answerPreflight(exchange)
    const disconnected = new AbortController()
    res.once('close', () => disconnected.abort())
    const progress: Progress = { errorId: rootId }
    try {
      await this.#route(exchange, progress, disconnected.signal)
    } catch (failure) {
      const error = writeError(exchange, failure, progress.errorId)
      this.#note(progress, error)
    } finally {
      progress.stream?.close()
    }
  }

  /** @param disconnected aborts when the client has disconnected */
  async #route(exchange: Exchange, progress: Progress, disconnected: AbortSignal): Promise<void> {
    const { req } = exchange
    const verb = req.method ?? 'GET'
    if (!(VERBS as readonly string[]).includes(verb)) throw new VerbRefused(rootId, verb, VERBS)
    const understood = this.#understand(exchange)
    progress.call = understood.call
    this.#inFlight.checkUnsent(this.#subjectOf(req))
    const { reading } = understood
    if (!reading) return this.#answerRoot(exchange, verb, understood.call)
    const operation = this.#operationAt(reading)
    if (operation) {
      const request = await this.#operationRequest(req, operation, understood, disconnected)
      return writeOperation(exchange, await callOperation(this.#options.calls, request))
    }
    await this.#answerMethod(exchange, progress, { ...understood, reading }, disconnected)
  }

  async #answerMethod(
    exchange: Exchange,
    progress: Progress,
    { reading, call, query }: Understood & { readonly reading: Reading },
    disconnected: AbortSignal,
  ): Promise<void> {
    const target = await this.#targets.find(reading, call, exchange.req.headers)
    progress.target = target
    progress.errorId = target.errorId
    exchange.limit = call.caller?.limit
    progress.stream = this.#streams.open(target, call)
    // A stopping server waits for unary calls; a stream would keep it from stopping.
    const isSingle = target.method.methodKind === 'unary'
    const signal = isSingle ? disconnected : AbortSignal.any([disconnected, this.#stop.signal, progress.stream.lost])
    const { heartbeatMs = usualHeartbeatMs } = this.#options
    this.#note(progress, await answerCall(exchange, target, query, { signal, heartbeatMs }))
  }

  get #inFlight(): InFlight {
    return this.#options.calls.inFlight
  }

  /**
   * Whose unread bytes are counted together: those of an address, because many responses are sent before the caller is
   * known.
   */
  #subjectOf(req: IncomingMessage): string {
    return addressGroup(clientAddress(req.socket?.remoteAddress, req.headers, this.#options.trustedProxies))
  }

  #understand({ req, requestId }: Exchange): Understood {
    const url = req.url ?? '/'
    const mark = url.indexOf('?')
    const call: RpcCall = {
      requestId,
      authorization: authorizationOf(req),
      namespace: namespaceOf(req.headers, this.#options.gatewayHost),
      clientAddress: clientAddress(req.socket.remoteAddress, req.headers, this.#options.trustedProxies),
      startedAt: performance.now(),
    }
    return { reading: readPath(mark < 0 ? url : url.slice(0, mark)), query: mark < 0 ? '' : url.slice(mark + 1), call }
  }

  async #answerRoot(exchange: Exchange, verb: string, call: RpcCall): Promise<void> {
    if (verb !== 'GET' && verb !== 'HEAD') throw new VerbRefused(rootId, verb, ['GET', 'HEAD'])
    const identity = await this.#options.admission.identify(call.authorization, rootId, call.clientAddress)
    if (!identity) {
      throw unauthenticated(rootId, 'The gateway requires an account. Send "Authorization: Bearer <token>".')
    }
    writeAnswer(exchange, 200, 'application/json', JSON.stringify({ version: this.#options.version }))
  }

  #operationAt({ table, product }: Reading): Operation | undefined {
    return this.#operations.find(table) ?? (product && this.#operations.find(product))
  }

  async #operationRequest(
    req: IncomingMessage,
    operation: Operation,
    { call, query }: Understood,
    signal: AbortSignal,
  ): Promise<OperationRequest> {
    const { requestId, authorization, clientAddress: address } = call
    const caller = await this.#callerInNamespace(operation, call)
    return { req, operation, query, requestId, authorization, clientAddress: address, caller, signal }
  }

  /**
   * The caller of a request that names a namespace, which must be the caller's own: operations work for an account. For
   * other requests the pipeline finds the caller.
   *
   * @returns undefined if the pipeline has to find the caller, or reject one that operations do not serve
   * @throws RpcError permission_denied for another namespace
   */
  async #callerInNamespace(
    { id }: Operation,
    { authorization, namespace, clientAddress: address }: RpcCall,
  ): Promise<Caller | undefined> {
    if (namespace === undefined) return undefined
    const identity = await this.#options.admission.identify(authorization, id, address)
    if (!identity) return anonymous
    const { issuer, grant } = identity
    if (issuer === namespace) return grant && { kind: 'account', via: 'token', account: grant.account, grant }
    throw denied(
      id,
      `${id} works for your account, which belongs to the namespace ${issuer}. Send that namespace or none.`,
    )
  }

  async #answerUpgrade(exchange: Exchange, socket: Duplex, head: Buffer): Promise<void> {
    const progress: Progress = { errorId: rootId }
    let run: SocketCall
    try {
      run = await this.#routeUpgrade(exchange, socket, progress)
    } catch (failure) {
      const error = writeError(exchange, failure, progress.errorId)
      delete progress.target
      this.#note(progress, error)
      return
    }
    exchange.res.detachSocket(socket as Socket)
    if (socket.destroyed) return progress.stream?.close()
    socket.once('close', () => progress.stream?.close())
    const { caller, clientAddress: address } = progress.call ?? {}
    const subject = caller?.id || addressGroup(address ?? '')
    const error = await this.#sockets.run({ req: exchange.req, socket, head, subject }, progress.errorId, run)
    if (progress.target) this.#note(progress, error)
  }

  async #routeUpgrade(exchange: Exchange, socket: Duplex, progress: Progress): Promise<SocketCall> {
    const { req } = exchange
    const understood = this.#understand(exchange)
    const { reading, call } = understood
    progress.call = call
    if (!reading) throw notFound(rootId, 'The path / is not an endpoint. Name an endpoint in the path.')
    checkHandshake(req)
    const operation = this.#operationAt(reading)
    if (operation) {
      const disconnected = new AbortController()
      socket.once('close', () => disconnected.abort())
      const request = await this.#operationRequest(req, operation, understood, disconnected.signal)
      progress.errorId = operation.id
      if (!paymentOf(req)) await this.#checkCaller(operation, call)
      return operationOnSocket(this.#options.calls, request)
    }
    const target = await this.#targets.find(reading, call, req.headers)
    progress.target = target
    progress.errorId = target.errorId
    progress.stream = this.#streams.open(target, call)
    return methodCall(target, progress.stream.lost)
  }

  /**
   * Rejects a socket whose caller the operation would reject once the first frame has arrived: until then it uses
   * memory.
   */
  async #checkCaller({ id, needs }: Operation, { authorization, clientAddress: address }: RpcCall): Promise<void> {
    if (needs === 'open') return
    if (await this.#options.admission.identify(authorization, id, address)) return
    throw unauthenticated(id, `${id} requires an account. Send "Authorization: Bearer <token>".`)
  }

  /** Records a call of a registered service, once. The framework's own services record theirs themselves. */
  #note({ call, target }: Progress, error: RpcError | undefined): void {
    if (!call) return
    this.#options.record(call, target?.name ?? 'none', error ? codeName(grpcCodeOf(error)) : 'ok', error)
  }
}

/** Rejects what the main port also rejects, and reduces an absolute request target to its path. */
function refused(exchange: Exchange): boolean {
  const { req } = exchange
  const target = targetOf(req)
  const fault = target === undefined ? 'names no address on this server' : requestFault(req)
  if (fault === undefined) {
    req.url = target ?? '/'
    return false
  }
  writeError(exchange, invalid(rootId, `The request ${fault}.`), rootId)
  return true
}

/** Checks the headers that a WebSocket handshake needs (RFC 6455, 4.2.1). */
function checkHandshake({ headers, method }: IncomingMessage): void {
  const isWebSocket = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
  const isComplete = keyForm.test(headers['sec-websocket-key'] ?? '') && headers['sec-websocket-version'] === '13'
  if (isWebSocket && isComplete) return
  throw invalid(rootId, 'The request is not a complete WebSocket handshake, or it requests another protocol.')
}

/** Runs the operation with the first frame as its arguments. */
function operationOnSocket(calls: Calls, request: OperationRequest): SocketCall {
  return async (frames, send) => {
    const frame = await frames.next()
    if (frame === undefined) return
    const { body, error } = await callOperation(calls, request, frame)
    if (error) throw error
    return send(body)
  }
}

/** A stream while it is open. */
interface OpenStream {
  /** Aborts, with the error, when the caller is no longer authorized. */
  readonly lost: AbortSignal
  close(): void
}

/** The open streams of registered services. The framework's own services limit and watch their streams themselves. */
function createHeldStreams(standing: Pick<Standing, 'watch'>) {
  const streams = new OpenStreams()
  return {
    /**
     * Counts the stream against its caller's limit and watches that the caller stays authorized. A unary call is neither
     * counted nor watched.
     *
     * @throws RpcError rate_limited when the caller has too many open streams
     */
    open({ method, headers, service, endpoint, errorId }: RpcTarget, call: RpcCall): OpenStream {
      const { caller } = call
      const lost = new AbortController()
      if (method.methodKind === 'unary' || !headers || !caller) return { lost: lost.signal, close() {} }
      const holder = JSON.stringify([caller.namespace, service, caller.issuer])
      const held = streams.open({ ...caller, issuer: holder, id: caller.id || caller.clientAddress }, errorId)
      const endWatch = standing.watch({ ...call, service, endpoint }, (refusal) => lost.abort(refusal))
      return {
        lost: lost.signal,
        close() {
          endWatch()
          held[Symbol.dispose]()
        },
      }
    },
  }
}
