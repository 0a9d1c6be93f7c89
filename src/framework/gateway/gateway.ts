import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { requestIdOf } from '#runtime/base/request-id.ts'
import type { Calls } from '../../runtime/calls/pipeline.ts'
import { clientAddress, type TrustedProxies } from '../../runtime/limits/client-address.ts'
import type { ServiceCaller } from '../discovery/discovery.ts'
import type { Admission } from '../kernel/admission.ts'
import type { RpcCall } from '../kernel/call.ts'
import { RpcError } from '../kernel/errors.ts'
import type { Host } from '../kernel/host.ts'
import { openStreams } from '../kernel/open-streams.ts'
import type { RpcRecorder } from '../kernel/record.ts'
import type { Standing } from '../kernel/standing.ts'
import { codeName, grpcCodeOf } from '../kernel/status.ts'
import { answerPreflight, type Exchange, VERBS, VerbRefused, writeAnswer, writeError } from './answers.ts'
import { authorizationOf } from './credentials.ts'
import { answerCall } from './http-calls.ts'
import { ServerStopping } from './invoke.ts'
import { namespaceOf } from './namespaces.ts'
import { callOperation, gatewayOperations, type OperationRequest, writeOperation } from './operation-calls.ts'
import { type Reading, readPath } from './paths.ts'
import { createTargets, type RpcTarget } from './targets.ts'
import { createSockets, methodCall, type SocketCall, type SocketTimes } from './websocket.ts'

export interface GatewayOptions {
  readonly calls: Calls
  readonly host: Pick<Host, 'methods' | 'transport'>
  readonly services: ServiceCaller
  readonly admission: Admission
  readonly standing: Pick<Standing, 'watch'>
  readonly record: RpcRecorder
  /** Of this server, as the root tells it. */
  readonly version: string
  /** The host name under which namespaces have host names of their own. */
  readonly gatewayHost: string | undefined
  readonly trustedProxies: TrustedProxies
  /** How long an endpoint may take for one answer, in milliseconds. */
  readonly timeoutMs: number
  /** Aborts when the server stops: streams end then. */
  readonly stopping: AbortSignal
  readonly socketTimes?: SocketTimes
}

/** Paths of HTTP as endpoints of services. */
export interface Gateway {
  /** Answers a request, of HTTP/1.1 or HTTP/2. */
  handle(req: IncomingMessage, res: ServerResponse): void
  /** Answers the wish for a WebSocket. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
}

const rootId = 'gateway'
/** Sixteen bytes in Base64. */
const keyForm = /^[+/0-9A-Za-z]{22}==$/

/** A request as far as it can be understood before anybody is asked about it. */
interface Understood {
  readonly reading: Reading | undefined
  readonly query: string
  readonly call: RpcCall
}

/** A stream as long as it is open. */
interface OpenStream {
  /** Aborted with the refusal when the caller may not hold it any more. */
  readonly lost: AbortSignal
  close(): void
}

export function createGateway(options: GatewayOptions): Gateway {
  const { calls, admission, standing, record, version, gatewayHost, trustedProxies } = options
  const operations = gatewayOperations(calls.contract)
  const targets = createTargets({ ...options, operations })
  const stop = new AbortController()
  options.stopping.addEventListener('abort', () => stop.abort(new ServerStopping()), { once: true })
  const sockets = createSockets(stop.signal, options.socketTimes)
  const streams = openStreams()

  function understand(req: IncomingMessage, requestId: string): Understood {
    const url = req.url ?? '/'
    const mark = url.indexOf('?')
    const call: RpcCall = {
      requestId,
      authorization: authorizationOf(req),
      namespace: namespaceOf(req.headers, gatewayHost),
      clientAddress: clientAddress(req.socket.remoteAddress, req.headers, trustedProxies),
      startedAt: performance.now(),
    }
    return { reading: readPath(mark < 0 ? url : url.slice(0, mark)), query: mark < 0 ? '' : url.slice(mark + 1), call }
  }

  async function answer(exchange: Exchange): Promise<void> {
    const { req, res, requestId } = exchange
    const verb = req.method ?? 'GET'
    if (verb === 'OPTIONS') return answerPreflight(exchange)
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    let errorId = rootId
    let call: RpcCall | undefined
    let target: RpcTarget | undefined
    let open: OpenStream | undefined
    try {
      if (!(VERBS as readonly string[]).includes(verb)) throw new VerbRefused(rootId, verb, VERBS)
      const understood = understand(req, requestId)
      call = understood.call
      const { reading, query } = understood
      if (!reading) return await answerRoot(exchange, verb, call)
      const operation = operationRequest(req, reading, understood)
      if (operation) {
        await checkNamespace(operation, call)
        return writeOperation(exchange, await callOperation(calls, operation))
      }
      target = await targets.find(reading, call, req.headers)
      errorId = target.errorId
      exchange.limit = call.caller?.limit
      // A single answer is waited for when the server stops; a stream would keep it from stopping.
      const isSingle = target.method.methodKind === 'unary'
      open = openStream(target, call)
      const signal = isSingle ? gone.signal : AbortSignal.any([gone.signal, stop.signal, open.lost])
      note(call, target, await answerCall(exchange, target, query, signal))
    } catch (failure) {
      const error = writeError(exchange, failure, errorId)
      if (call) note(call, target, error)
    } finally {
      open?.close()
    }
  }

  /** Counts and watches a stream of a service that users registered; the framework's own see to theirs themselves. */
  function openStream({ method, headers, service, endpoint, errorId }: RpcTarget, call: RpcCall): OpenStream {
    const { caller } = call
    const lost = new AbortController()
    if (method.methodKind === 'unary' || !headers || !caller) return { lost: lost.signal, close() {} }
    const holder = JSON.stringify([caller.namespace, service, caller.issuer])
    const release = streams.open({ ...caller, issuer: holder, id: caller.id || caller.clientAddress }, errorId)
    const endWatch = standing.watch({ ...call, service, endpoint }, (refusal) => lost.abort(refusal))
    return {
      lost: lost.signal,
      close() {
        endWatch()
        release()
      },
    }
  }

  async function answerRoot(exchange: Exchange, verb: string, call: RpcCall): Promise<void> {
    if (verb !== 'GET' && verb !== 'HEAD') throw new VerbRefused(rootId, verb, ['GET', 'HEAD'])
    const who = await admission.identify(call.authorization, rootId)
    if (!who)
      throw new RpcError(
        'unauthenticated',
        rootId,
        'The gateway needs an account: send "Authorization: Bearer <token>".',
      )
    writeAnswer(exchange, 200, 'application/json', JSON.stringify({ version }))
  }

  function operationRequest(
    req: IncomingMessage,
    { table, product }: Reading,
    { query, call }: Understood,
  ): OperationRequest | undefined {
    const operation = operations.find(table) ?? (product && operations.find(product))
    return operation && { ...call, req, operation, query }
  }

  /** A tool works for its caller's account, wherever the request was sent: another namespace has none of it. */
  async function checkNamespace({ operation }: OperationRequest, { authorization, namespace }: RpcCall): Promise<void> {
    if (namespace === undefined) return
    const who = await admission.identify(authorization, operation.id)
    if (!who || who.issuer === namespace) return
    throw new RpcError(
      'permission_denied',
      operation.id,
      `${operation.id} works for your account, which belongs to the namespace ${who.issuer}: name that one or none.`,
    )
  }

  async function answerUpgrade(exchange: Exchange, socket: Duplex, head: Buffer): Promise<void> {
    const { req, requestId } = exchange
    let call: RpcCall | undefined
    let target: RpcTarget | undefined
    let run: SocketCall
    let open: OpenStream | undefined
    let errorId = rootId
    try {
      const understood = understand(req, requestId)
      call = understood.call
      const { reading } = understood
      if (!reading) throw new RpcError('not_found', rootId, 'The root has no endpoint: name one in the path.')
      checkHandshake(req)
      const operation = operationRequest(req, reading, understood)
      if (operation) {
        await checkNamespace(operation, call)
        errorId = operation.operation.id
        run = operationOnSocket(calls, operation)
      } else {
        target = await targets.find(reading, call, req.headers)
        errorId = target.errorId
        open = openStream(target, call)
        run = methodCall(target, open.lost)
      }
    } catch (failure) {
      const error = writeError(exchange, failure, errorId)
      if (call) note(call, undefined, error)
      return
    }
    exchange.res.detachSocket(socket as Socket)
    if (socket.destroyed) return open?.close()
    socket.once('close', () => open?.close())
    const error = await sockets.run({ req, socket, head }, errorId, run)
    if (target) note(call, target, error)
  }

  /** Notes a call of a service that users registered; the framework's own note theirs themselves, and are noted once. */
  function note(call: RpcCall, target: RpcTarget | undefined, error: RpcError | undefined): void {
    const code = error ? codeName(grpcCodeOf(error)) : 'ok'
    record(call, target?.name ?? 'none', code, error)
  }

  return {
    handle(req, res) {
      answer({ req, res, requestId: requestIdOf(req.headers['x-request-id']) }).catch(() => res.destroy())
    },
    upgrade(req, socket, head) {
      const res = new ServerResponse(req)
      res.shouldKeepAlive = false
      res.assignSocket(socket as Socket)
      res.once('finish', () => socket.end())
      const exchange = { req, res, requestId: requestIdOf(req.headers['x-request-id']) }
      answerUpgrade(exchange, socket, head).catch(() => socket.destroy())
    },
  }
}

/** What the handshake has to hold beside the header that makes it one (RFC 6455, 4.2.1). */
function checkHandshake({ headers, method }: IncomingMessage): void {
  const isWebSocket = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
  const isComplete = keyForm.test(headers['sec-websocket-key'] ?? '') && headers['sec-websocket-version'] === '13'
  if (isWebSocket && isComplete) return
  throw new RpcError(
    'invalid_argument',
    rootId,
    'The request asks for another protocol than WebSocket, or is no whole handshake of it.',
  )
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
