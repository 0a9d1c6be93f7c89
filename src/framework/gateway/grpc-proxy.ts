import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import {
  type ClientHttp2Stream,
  constants,
  type Http2ServerRequest,
  type IncomingHttpStatusHeader,
  type ServerHttp2Stream,
} from 'node:http2'
import { Code } from '@connectrpc/connect'
import { setTrailerStatus } from '@connectrpc/connect/protocol-grpc'
import type { ServiceCaller } from '../discovery/discovery.ts'
import type { OpenStream } from '../discovery/nodes.ts'
import type { PortRequest, PortResponse } from '../grpc/port.ts'
import { encodeLeast, refuseGrpc } from '../grpc/refusals.ts'
import type { Admission } from '../kernel/admission/admission.ts'
import type { Standing } from '../kernel/admission/standing.ts'
import type { RpcCall } from '../kernel/call.ts'
import { asRpcError, RpcError } from '../kernel/errors.ts'
import { forwardedMetadata, HOPS_HEADER } from '../kernel/forwarded.ts'
import { codeName, connectErrorOf, grpcCodeOf } from '../kernel/grpc-errors/status.ts'
import { upstreamError } from '../kernel/grpc-errors/upstream-errors.ts'
import type { RpcRecorder } from '../kernel/host/record.ts'
import { isPassedOn } from './passed-on.ts'

export interface GrpcProxyOptions {
  readonly services: ServiceCaller
  readonly admission: Pick<Admission, 'admit'>
  readonly standing: Pick<Standing, 'watch'>
  readonly record: RpcRecorder
}

/** Passes a gRPC call on to the service that its path names. */
export type GrpcProxy = (req: PortRequest, res: PortResponse, call: RpcCall) => void

const rpcPath = /^\/((?:[A-Za-z_][\w]*\.)*)([A-Za-z_][\w]*)\/([A-Za-z_][\w]*)$/
const maxPathLength = 500
const version = /^v\d+((alpha|beta)\d*)?$/

/** The services that a type of protobuf may belong to, with their endpoint, the likelier name first. */
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

/** A proxy that admits callers and passes bytes on unread: the services speak for themselves. */
export function createGrpcProxy(options: GrpcProxyOptions): GrpcProxy {
  const { standing, record } = options

  async function pass(stream: ServerHttp2Stream, req: PortRequest, call: RpcCall): Promise<void> {
    const path = (req.url ?? '').split('?', 1)[0] as string
    const gone = new AbortController()
    const giveUp = () => gone.abort()
    stream.once('close', giveUp)
    let upstream: ClientHttp2Stream
    let service = ''
    let endpoint = ''
    try {
      const found = await findOpener(options, path, call)
      service = found.service
      endpoint = found.endpoint
      upstream = await found.open(path, passedOn(req.headers, call), gone.signal)
      stream.off('close', giveUp)
      if (stream.destroyed) {
        upstream.on('error', () => undefined).close(constants.NGHTTP2_CANCEL)
        return record(call, path, 'canceled')
      }
    } catch (failure) {
      if (stream.destroyed) return record(call, 'none', 'canceled')
      const error = failure instanceof RpcError ? failure : brokenOff(failure, service)
      record(call, 'none', codeName(grpcCodeOf(error)), error)
      return refuse(stream, error, call.requestId)
    }
    const endWatch = standing.watch({ ...call, service, endpoint }, (refusal) => upstream.destroy(refusal))
    relay(stream, upstream, call.requestId, (failure) => brokenOff(failure, service)).then((code) => {
      endWatch()
      // A service that has no such method has told that its name is nobody's.
      record(call, code === Code.Unimplemented ? 'none' : path, code === undefined ? 'ok' : codeName(code))
    })
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

/** Lets the caller in and finds the service, under each of the names that the path allows. */
async function findOpener(
  { services, admission }: Pick<GrpcProxyOptions, 'services' | 'admission'>,
  path: string,
  call: RpcCall,
): Promise<{ open: OpenStream; service: string; endpoint: string }> {
  const failures: unknown[] = []
  for (const { service, endpoint } of namesOf(path)) {
    try {
      const caller = await admission.admit({ ...call, service, endpoint })
      call.caller = caller
      return { open: await services.opener(caller.namespace, service), service, endpoint }
    } catch (failure) {
      const isOfName = failure instanceof RpcError && [403, 404].includes(failure.status)
      if (!isOfName) throw failure
      failures.push(failure)
    }
  }
  throw (
    failures[0] ??
    new RpcError('not_found', 'gateway', `${path} is no path of a gRPC call: /<package>.<Interface>/<Method>.`)
  )
}

/** Answers a status and nothing else. */
function refuse(stream: ServerHttp2Stream, error: RpcError, requestId: string): void {
  if (stream.destroyed || stream.headersSent) return
  const head = { ':status': 200, 'content-type': 'application/grpc', 'x-request-id': requestId }
  stream.respond({ ...head, ...statusOf(error) }, { endStream: true })
}

function statusOf(error: RpcError): OutgoingHttpHeaders {
  const header = new Headers()
  setTrailerStatus(header, connectErrorOf(error))
  encodeLeast(header)
  return Object.fromEntries(header)
}

function brokenOff(failure: unknown, service: string): RpcError {
  const call = { id: 'gateway', service, timeoutMs: undefined, maxMessageBytes: 0 }
  return asRpcError(upstreamError(failure, call), 'gateway')
}

/** What the service is told: the caller's own metadata, without credentials, and who is calling. */
function passedOn(headers: IncomingHttpHeaders, call: RpcCall): OutgoingHttpHeaders {
  const { caller, requestId } = call
  if (!caller) throw new Error('nobody was admitted')
  const passed: OutgoingHttpHeaders = {}
  for (const name of Object.keys(headers)) if (isPassedOn(name)) passed[name] = headers[name]
  const hops = headers[HOPS_HEADER]
  for (const [name, value] of forwardedMetadata(caller, requestId, typeof hops === 'string' ? hops : null)) {
    passed[name] = value
  }
  return passed
}

/**
 * Passes the call on and its answer back, as fast as either side reads. What breaks on one side breaks the other off.
 *
 * @returns the gRPC code that the call ended with; undefined for none: it succeeded
 */
function relay(
  stream: ServerHttp2Stream,
  upstream: ClientHttp2Stream,
  requestId: string,
  errorOf: (failure: unknown) => RpcError,
): Promise<Code | undefined> {
  const { promise, resolve } = Promise.withResolvers<Code | undefined>()
  let trailers: OutgoingHttpHeaders | undefined
  let failure: unknown

  function ended(): RpcError {
    const error = errorOf(failure)
    resolve(grpcCodeOf(error))
    return error
  }

  function fail(): void {
    if (stream.destroyed || stream.writableEnded) return
    if (stream.headersSent) stream.end()
    else refuse(stream, ended(), requestId)
  }

  upstream.once('response', (headers, flags) => {
    if (stream.destroyed) return
    const fault = faultOf(headers)
    if (fault) {
      failure = fault
      upstream.close(constants.NGHTTP2_CANCEL)
      return fail()
    }
    const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
    stream.respond(answerHeaders(headers, requestId), { endStream: isWhole, waitForTrailers: !isWhole })
    if (isWhole) resolve(codeIn(headers))
    else upstream.pipe(stream)
  })
  upstream.once('trailers', (received) => {
    trailers = withoutPseudo(received)
    resolve(codeIn(received))
  })
  upstream.on('error', (error) => {
    failure = error
  })
  upstream.once('close', () => {
    if (trailers === undefined) fail()
  })
  // The compatibility layer of Node would send trailers of its own.
  stream.removeAllListeners('wantTrailers')
  stream.once('wantTrailers', () => stream.sendTrailers(trailers ?? statusOf(ended())))
  stream.on('error', () => undefined)
  stream.once('close', () => {
    if (!upstream.closed) upstream.close(constants.NGHTTP2_CANCEL)
    resolve(Code.Canceled)
  })
  stream.pipe(upstream, { end: false })
  stream.once('end', () => {
    // Node ends a stream that was broken off as if it were complete: the service must not take half of it for all.
    if (stream.closed || stream.destroyed) upstream.close(constants.NGHTTP2_CANCEL)
    else upstream.end()
  })
  return promise
}

function faultOf({ ':status': status, 'content-type': type }: IncomingHttpHeaders & IncomingHttpStatusHeader) {
  if (status === 200 && /^application\/grpc/i.test(type ?? '')) return undefined
  return new RpcError(
    'upstream_failed',
    'gateway',
    `The service does not speak gRPC: it answered HTTP ${status}, ${type ?? 'no type'}.`,
  )
}

function codeIn({ 'grpc-status': status }: IncomingHttpHeaders): Code | undefined {
  const code = Number(status ?? Code.Unknown)
  return code === 0 ? undefined : code in Code ? code : Code.Unknown
}

const ofTheConnection = new Set(['connection', 'date', 'x-request-id'])

function answerHeaders(headers: IncomingHttpHeaders, requestId: string): OutgoingHttpHeaders {
  return { ':status': 200, ...withoutPseudo(headers), 'x-request-id': requestId }
}

function withoutPseudo(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {}
  for (const name of Object.keys(headers)) {
    if (!name.startsWith(':') && !ofTheConnection.has(name)) kept[name] = headers[name]
  }
  return kept
}
