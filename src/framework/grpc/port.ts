import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { answerUnreadable, drain, listen, maxHeaderBytes } from '../../doors/http/listen.ts'
import type { ApiError } from '../../runtime/base/errors.ts'
import { RpcError } from '../kernel/errors.ts'
import type { Http2Connections } from './http2-connections.ts'
import { sniff } from './preface.ts'

export type PortRequest = IncomingMessage | Http2ServerRequest
export type PortResponse = ServerResponse | Http2ServerResponse

/** What answers on the port. */
export interface PortHandler {
  request(req: PortRequest, res: PortResponse): void
  /** A WebSocket is asked for; HTTP/1.1 only. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface RpcPort {
  readonly port: number
  /** Stops listening, lets running calls finish for at most `timeoutMs`, then cuts what is left. */
  drain(timeoutMs: number): Promise<void>
}

export interface PortTimeouts {
  /** Until a connection has told what it speaks. */
  readonly prefaceMs: number
  /** Until the head of an HTTP/1 request has arrived. */
  readonly headersMs: number
  /** Until the whole of an HTTP/1 request has arrived. */
  readonly requestMs: number
  /** Until the next HTTP/1 request on a connection begins. */
  readonly keepAliveMs: number
  /** Until an HTTP/2 connection without any stream is closed. */
  readonly idleMs: number
  /** Until the next piece of an HTTP/2 request that is not complete. */
  readonly pieceMs: number
  /** How often those of HTTP/1 are looked at. */
  readonly checkMs: number
}

const defaultTimeouts: PortTimeouts = {
  prefaceMs: 10_000,
  headersMs: 20_000,
  requestMs: 60_000,
  keepAliveMs: 65_000,
  idleMs: 300_000,
  pieceMs: 60_000,
  checkMs: 5000,
}

const keepAliveProbeMs = 60_000

/** A port that is taken and refuses every request with 503 until it is told who serves. */
export interface BoundRpcPort extends RpcPort {
  serve(handler: PortHandler): void
}

/** Listens and serves at once. Rejects as `bindRpcPort`. */
export async function openRpcPort(
  handler: PortHandler,
  address: { host: string; port: number },
  timeouts = defaultTimeouts,
): Promise<RpcPort> {
  const port = await bindRpcPort(address, timeouts)
  port.serve(handler)
  return port
}

/**
 * Listens for HTTP/1.1 and HTTP/2 without TLS on one port; the first bytes of a connection tell them apart.
 *
 * @throws Error when the address cannot be had, naming GATEWAY_PORT and HOST
 */
export async function bindRpcPort(
  address: { host: string; port: number },
  timeouts = defaultTimeouts,
): Promise<BoundRpcPort> {
  let serving = whileStarting
  const handler: PortHandler = {
    request: (req, res) => serving.request(req, res),
    upgrade: (req, socket, head) => serving.upgrade(req, socket, head),
  }
  const sockets = new Set<Socket>()
  const silent = new Set<Socket>()
  const http1 = http1Server(handler, timeouts)
  let http2: Promise<Http2Connections> | undefined

  async function serveHttp2(socket: Socket): Promise<void> {
    // Node's HTTP/2 costs 8 MB, which a server without such clients need not pay.
    http2 ??= import('./http2-connections.ts').then(({ http2Connections }) => http2Connections(handler, timeouts))
    const connections = await http2
    socket.allowHalfOpen = false
    if (!socket.destroyed) connections.take(socket)
  }

  // The HTTP/1 server owns the port: its timeouts run only where it listens itself.
  const [readHttp1] = http1.listeners('connection') as [(this: Server, socket: Socket) => void]
  http1.removeAllListeners('connection')
  http1.on('connection', (socket: Socket) => {
    sockets.add(socket)
    silent.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      silent.delete(socket)
    })
    socket.setKeepAlive(true, keepAliveProbeMs)
    sniff(socket, timeouts.prefaceMs, (protocol) => {
      silent.delete(socket)
      if (protocol === 'http1') {
        readHttp1.call(http1, socket)
        socket.resume()
      } else {
        socket.on('error', () => socket.destroy())
        void serveHttp2(socket)
      }
    })
  })

  await listen(http1, address, { name: 'GATEWAY_PORT', isOptional: true })
  return {
    port: (http1.address() as AddressInfo).port,
    serve(next) {
      serving = next
    },
    async drain(timeoutMs) {
      for (const socket of silent) socket.destroy()
      const drained = drain(http1, timeoutMs, () => {
        for (const socket of sockets) socket.destroy()
      })
      void http2?.then((connections) => connections.close())
      await drained
    },
  }
}

const whileStarting: PortHandler = {
  request(_req, res) {
    const error = new RpcError('unavailable', 'gateway', 'The server is starting; try again in a second.')
    res.statusCode = error.status
    res.setHeader('content-type', 'application/json')
    res.setHeader('retry-after', '1')
    res.end(JSON.stringify(error.body))
  },
  upgrade: (_req, socket) => void socket.destroy(),
}

/** Hands a request over. */
export function handOver(handler: PortHandler, req: PortRequest, res: PortResponse): void {
  // A stream that breaks says so on both; whoever reads or writes it learns by itself.
  req.on('error', () => undefined)
  res.on('error', () => undefined)
  handler.request(req, res)
}

function http1Server(handler: PortHandler, timeouts: PortTimeouts): Server {
  const onRequest = (req: IncomingMessage, res: ServerResponse) => handOver(handler, req, res)
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkMs,
      requireHostHeader: false,
      // Clients that would rather speak HTTP/2 ask with every request; it is answered as it is.
      shouldUpgradeCallback: asksForWebSocket,
    },
    onRequest,
  )
  answerUnreadable(server, writtenError)
  server.on('checkExpectation', onRequest)
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    handler.upgrade(req, socket, head)
  })
  return server
}

/** As this port words it: it speaks two protocols, and refuses long headers as any other request that is too large. */
function writtenError({ code, message }: ApiError): RpcError {
  if (code === 'headers_too_large') return new RpcError('too_large', 'gateway', message)
  const isUnreadable = code === 'invalid_argument'
  return new RpcError(code, 'gateway', isUnreadable ? unreadable : message)
}

const unreadable = 'What arrived is neither a well-formed HTTP/1.1 request nor HTTP/2.'

/** Whether the request wants to go on as a WebSocket. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}
