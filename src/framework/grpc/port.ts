import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { admitBy, ConnectionBound } from '../../http/connection-bound.ts'
import { drain, handleUnreadable, listen, maxHeaderBytes } from '../../http/listen.ts'
import type { ApiError } from '../../runtime/base/errors.ts'
import { RpcError } from '../kernel/rpc-errors.ts'
import { FloodPace } from './flood-pace.ts'
import type { Http2Connections } from './http2-connections.ts'

export type PortRequest = IncomingMessage | Http2ServerRequest
export type PortResponse = ServerResponse | Http2ServerResponse

/** Handles the requests on the port. */
export interface PortHandler {
  request(req: PortRequest, res: PortResponse): void
  /** Handles a WebSocket upgrade; HTTP/1.1 only. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface PortTimeouts {
  /** Until the protocol of a connection is known. */
  readonly prefaceMs: number
  /** Until the head of an HTTP/1 request has arrived. */
  readonly headersMs: number
  /** Until an HTTP/1 request has arrived completely. */
  readonly requestMs: number
  /** Until the next HTTP/1 request on a connection begins. */
  readonly keepAliveMs: number
  /** Until an HTTP/2 connection without any stream is closed. */
  readonly idleMs: number
  /** Until the next piece of an incomplete HTTP/2 request. */
  readonly pieceMs: number
  /** How often the HTTP/1 timeouts are checked. */
  readonly checkMs: number
}

/** The timeouts of the product. */
export const defaultTimeouts: PortTimeouts = {
  prefaceMs: 10_000,
  headersMs: 20_000,
  requestMs: 60_000,
  keepAliveMs: 65_000,
  idleMs: 300_000,
  pieceMs: 60_000,
  checkMs: 5000,
}

const keepAliveProbeMs = 60_000

/** Listens and serves at once. Rejects like `bindRpcPort`. */
export async function openRpcPort(
  handler: PortHandler,
  address: { host: string; port: number },
  timeouts = defaultTimeouts,
  floods?: Pick<FloodPace, keyof FloodPace>,
): Promise<RpcPort> {
  const port = await bindRpcPort(address, timeouts, undefined, floods)
  port.serve(handler)
  return port
}

/**
 * Listens for HTTP/1.1 and HTTP/2 without TLS on one port; the first bytes of a connection distinguish them.
 *
 * @throws Error if the address is not available, naming GATEWAY_PORT and HOST
 */
export async function bindRpcPort(
  address: { host: string; port: number },
  timeouts = defaultTimeouts,
  connections = new ConnectionBound(),
  floods: Pick<FloodPace, keyof FloodPace> = new FloodPace(),
): Promise<RpcPort> {
  const port = new RpcPort(timeouts, connections, floods)
  await port.listen(address)
  return port
}

/** A bound port that rejects every request with 503 until it has a handler. */
export class RpcPort {
  readonly #timeouts: PortTimeouts
  readonly #connections: ConnectionBound
  readonly #floods: Pick<FloodPace, keyof FloodPace>
  readonly #sockets = new Set<Socket>()
  /** Connections whose protocol is not known yet. */
  readonly #silent = new Set<Socket>()
  readonly #handler: PortHandler
  readonly #http1: Server
  readonly #readHttp1: (this: Server, socket: Socket) => void
  #port = 0
  #isDraining = false
  #serving: PortHandler = whileStarting
  #http2: Promise<Http2Connections> | undefined

  constructor(timeouts: PortTimeouts, connections: ConnectionBound, floods: Pick<FloodPace, keyof FloodPace>) {
    this.#timeouts = timeouts
    this.#connections = connections
    this.#floods = floods
    this.#handler = {
      request: (req, res) => this.#serving.request(req, res),
      upgrade: (req, socket, head) => this.#serving.upgrade(req, socket, head),
    }
    // The HTTP/1 server owns the port: its timeouts apply only if it listens itself.
    this.#http1 = http1Server(this.#handler, timeouts)
    const [readHttp1] = this.#http1.listeners('connection') as [(this: Server, socket: Socket) => void]
    this.#readHttp1 = readHttp1
    this.#http1.removeAllListeners('connection')
    this.#http1.on('connection', (socket: Socket) => this.#accept(socket))
    admitBy(connections, this.#http1, writtenError)
  }

  /** Known once it listens. */
  get port(): number {
    return this.#port
  }

  async listen(address: { host: string; port: number }): Promise<void> {
    await listen(this.#http1, address, { name: 'GATEWAY_PORT', isOptional: true })
    this.#port = (this.#http1.address() as AddressInfo).port
  }

  readonly serve = (handler: PortHandler): void => {
    this.#serving = handler
  }

  /** Stops listening, lets running calls finish for at most `timeoutMs`, then cuts the remaining connections. */
  readonly drain = async (timeoutMs: number): Promise<void> => {
    this.#isDraining = true
    for (const socket of this.#silent) socket.destroy()
    const drained = drain(this.#http1, timeoutMs, () => {
      for (const socket of this.#sockets) socket.destroy()
    })
    void this.#http2?.then((connections) => connections.close())
    await drained
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket)
    this.#silent.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#silent.delete(socket)
    })
    socket.setKeepAlive(true, keepAliveProbeMs)
    sniff(socket, this.#timeouts.prefaceMs, (protocol) => {
      this.#silent.delete(socket)
      if (protocol === 'http1') {
        this.#readHttp1.call(this.#http1, socket)
        socket.resume()
      } else {
        socket.on('error', () => socket.destroy())
        void this.#serveHttp2(socket)
      }
    })
  }

  async #serveHttp2(socket: Socket): Promise<void> {
    // Node's HTTP/2 costs 8 MB, which a server without such clients need not pay.
    this.#http2 ??= import('./http2-connections.ts').then(({ createHttp2Connections }) =>
      createHttp2Connections(
        (req, res) => handOver(this.#handler, req, res),
        (address) => this.#floods.note(address),
        this.#timeouts,
      ),
    )
    const connections = await this.#http2
    socket.allowHalfOpen = false
    const address = this.#connections.addressOf(socket)
    const isServed = address === undefined || (await this.#floods.turn(address, socket))
    if (!isServed || this.#isDraining) socket.destroy()
    if (!socket.destroyed) connections.take(socket, address)
  }
}

const whileStarting: PortHandler = {
  request(_req, res) {
    const error = new RpcError('unavailable', 'gateway', 'The server is starting. Try again in a second.')
    res.statusCode = error.status
    res.setHeader('content-type', 'application/json')
    res.setHeader('retry-after', '1')
    res.end(JSON.stringify(error.body))
  },
  upgrade: (_req, socket) => void socket.destroy(),
}

/** Passes a request to the handler. */
function handOver(handler: PortHandler, req: PortRequest, res: PortResponse): void {
  // A broken stream emits an error on both; its reader and writer notice the failure anyway.
  req.on('error', () => undefined)
  res.on('error', () => undefined)
  handler.request(req, res)
}

function http1Server(handler: PortHandler, timeouts: PortTimeouts): Server {
  const onRequest = (req: IncomingMessage, res: ServerResponse) => {
    // The connection is closing: the response would not be sent.
    if (!req.socket.writableEnded) handOver(handler, req, res)
  }
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkMs,
      requireHostHeader: false,
      // Some clients offer an upgrade to HTTP/2 with every request; it is served as HTTP/1.1.
      shouldUpgradeCallback: asksForWebSocket,
    },
    onRequest,
  )
  handleUnreadable(server, writtenError)
  server.on('checkExpectation', onRequest)
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    handler.upgrade(req, socket, head)
  })
  return server
}

function writtenError({ code, message, status }: ApiError): RpcError {
  return new RpcError(code, 'gateway', message, { status })
}

/** Whether the request asks for an upgrade to WebSocket. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/** The first bytes of every HTTP/2 connection without TLS (RFC 9113, 3.4). */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1')

/** The protocol of a connection by its first bytes; undefined if more of them are needed. */
export function protocolOf(head: Buffer): 'http1' | 'http2' | undefined {
  const length = Math.min(head.length, preface.length)
  if (head.compare(preface, 0, length, 0, length) !== 0) return 'http1'
  return length === preface.length ? 'http2' : undefined
}

/**
 * Detects the protocol of a new connection, and puts back the bytes read. Anything but HTTP/2 counts as HTTP/1, whose
 * parser can reject it. A connection whose protocol is unknown after `timeoutMs` is cut.
 */
function sniff(socket: Socket, timeoutMs: number, found: (protocol: 'http1' | 'http2') => void): void {
  let head: Buffer = Buffer.alloc(0)
  const cut = () => socket.destroy()
  const timer = setTimeout(cut, timeoutMs)
  const stop = () => {
    clearTimeout(timer)
    socket.off('data', onData).off('end', cut).off('error', cut).off('close', stop)
  }
  socket.on('data', onData).on('end', cut).on('error', cut).on('close', stop)

  function onData(chunk: Buffer): void {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const protocol = protocolOf(head)
    if (protocol === undefined) return
    stop()
    socket.pause()
    socket.unshift(head)
    found(protocol)
  }
}
