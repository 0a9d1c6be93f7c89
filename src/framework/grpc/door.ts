import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { DescMethod } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import type { UniversalHandler, UniversalServerResponse } from '@connectrpc/connect/protocol'
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node'
import { requestIdOf } from '#runtime/base/request-id.ts'
import type { Log } from '../../runtime/base/log.ts'
import { clientAddress, type TrustedProxies } from '../../runtime/limits/client-address.ts'
import type { RpcCall } from '../kernel/call.ts'
import { errorIdOf } from '../kernel/endpoints.ts'
import { asRpcError, RpcError } from '../kernel/errors.ts'
import { endpointOf, type Host, packageOf } from '../kernel/host.ts'
import type { RpcRecorder } from '../kernel/record.ts'
import {
  addCommonHeaders,
  answerPreflight,
  authorizationsOf,
  encodeLeast,
  hasReadableHost,
  refusalOf,
  refuse,
  refuseGrpc,
} from '../kernel/refusals.ts'
import { codeName } from '../kernel/status.ts'
import { completeBody, completeStatus } from './early-errors.ts'
import { answerOf } from './opening.ts'
import type { PortHandler, PortRequest, PortResponse } from './port.ts'

/** What answers the rest of the port: paths of the gateway, and services that users registered. */
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
  /** @throws RpcError 400 for what can be no namespace */
  readonly namespaceOf: (req: PortRequest) => string | undefined
  readonly record: RpcRecorder
  readonly log: Log
}

const grpcType = /^application\/grpc(?:$|[+;])/i
const rpcPath = /^\/([^/]+)\/([^/]+)$/

/** Sends calls of the framework's services to their handlers, and everything else beyond. */
export function createRpcDoor({ host, beyond, proxies, namespaceOf, record, log }: DoorOptions): PortHandler {
  const ownTypes = new Set([...host.handlers.values()].map(({ method }) => method.parent.typeName))

  function request(req: PortRequest, res: PortResponse): void {
    const [path = ''] = (req.url ?? '').split('?', 1)
    const handler = host.handlers.get(path)
    if (handler) {
      if (req.method === 'OPTIONS') answerPreflight(res, requestIdOf(req.headers['x-request-id']))
      else void serve(handler, path, req, res)
    } else if (grpcType.test(req.headers['content-type'] ?? '')) {
      serveUnknown(path, req, res)
    } else {
      beyond.handle(req as IncomingMessage, res as ServerResponse)
    }
  }

  async function serve(handler: UniversalHandler, path: string, req: PortRequest, res: PortResponse): Promise<void> {
    const call = callFrom(req)
    const { requestId } = call
    if (!hasReadableHost(req)) {
      const fault = new RpcError('invalid_argument', 'gateway', 'The request names no host that can be read.')
      return refuse(req, res, fault, { requestId })
    }
    // Whoever hangs up before the handler was reached.
    res.once('close', () => record(call, path, 'canceled'))
    try {
      const received = universalRequestFromNodeRequest(req, res, undefined, host.valuesOf(call))
      const body = allOf(req, received.body as AsyncIterable<Uint8Array>)
      let answer = await answerOf(call, () => handler({ ...received, body }))
      const isEarly = handler.method.methodKind === 'unary' && !call.isRecorded
      if (isEarly && answer.body) answer = await completeBody(answer, errorIdOf(...nameOf(handler.method)))
      if (answer.body) return await universalResponseToNodeResponse(finished(answer, handler, call, req), res)
      record(call, path, 'unimplemented')
      const allow = answer.status === 405 ? 'POST' : undefined
      refuse(req, res, refusalOf(answer.status, path, req), { requestId, allow })
    } catch (failure) {
      if (res.destroyed || req.destroyed) return
      log.error({ requestId, method: path, err: failure }, 'rpc not answered')
      refuse(req, res, failure, { requestId })
    }
  }

  /** The answer with the headers that every one has; noted at its end where no handler was reached. */
  function finished(
    answer: UniversalServerResponse,
    { method, requestPath }: UniversalHandler,
    call: RpcCall,
    req: PortRequest,
  ): UniversalServerResponse {
    const header = addCommonHeaders(new Headers(answer.header), req, call.requestId)
    const trailer = answer.trailer && new Headers(answer.trailer)
    return { ...answer, header, ...(trailer && { trailer }), body: body(answer.body as AsyncIterable<Uint8Array>) }

    async function* body(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      yield* pieces
      // Only now the trailer is complete; it is sent after the last piece.
      if (trailer) {
        for (const [name, value] of new Headers(answer.trailer)) trailer.set(name, value)
        if (trailer.has('grpc-status')) completeStatus(trailer, errorIdOf(...nameOf(method)))
        encodeLeast(trailer)
      }
      const status = Number(trailer?.get('grpc-status') ?? 0)
      record(call, requestPath, status === 0 ? 'invalid_argument' : codeName(status))
    }
  }

  function serveUnknown(path: string, req: PortRequest, res: PortResponse): void {
    const call = callFrom(req)
    const [, typeName = '', name = ''] = rpcPath.exec(path) ?? []
    const lack = ownTypes.has(typeName)
      ? new RpcError('not_implemented', typeName.split('.')[0] ?? '', `${typeName} has no method ${name}.`)
      : name === ''
        ? new RpcError('not_implemented', 'gateway', 'The path of a gRPC call is /<package>.<Interface>/<Method>.')
        : call.fault
    if (lack) refuseGrpc(req, res, lack, call.requestId)
    else beyond.proxyGrpc(req, res, call)
  }

  function callFrom(req: PortRequest): RpcCall {
    const facts = {
      requestId: requestIdOf(req.headers['x-request-id']),
      authorization: authorizationsOf(req),
      clientAddress: clientAddress(req.socket.remoteAddress, req.headers, proxies),
      startedAt: performance.now(),
    }
    try {
      return { ...facts, namespace: namespaceOf(req) }
    } catch (failure) {
      return { ...facts, namespace: undefined, fault: asRpcError(failure, 'gateway') }
    }
  }

  return { request, upgrade: (req, socket, head) => beyond.upgrade(req, socket, head) }
}

function nameOf(method: DescMethod): [service: string, endpoint: string] {
  return [packageOf(method), endpointOf(method)]
}

/**
 * The body of a request, failing where it was broken off: Node ends an HTTP/2 request that was cancelled, or whose
 * connection is gone, as if it were complete, and half of a stream would be taken for all of it.
 */
async function* allOf(req: PortRequest, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body
  // A stream of which this side is still to answer is open, unless the other side gave it up.
  if ('stream' in req && (req.stream.closed || req.stream.destroyed)) {
    throw new ConnectError('the request was broken off', Code.Canceled)
  }
}
