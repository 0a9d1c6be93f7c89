import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { ApiError, errorBody } from '../../runtime/base/errors.ts'

/** Room for a GET with 30,000 characters of four-byte text, percent-encoded (360 kB), and its headers. */
const maxHeaderBytes = 512 * 1024
const idleSweepMs = 20

/** How long clients may take, in milliseconds. */
export interface HttpTimeouts {
  /** Until the head of a request has arrived. */
  readonly headersMs: number
  /** Until the whole of a request has arrived. */
  readonly requestMs: number
  /** Until the next request on a connection begins. */
  readonly keepAliveMs: number
  /** How often the first two are looked at. */
  readonly checkMs: number
}

const defaultTimeouts: HttpTimeouts = { headersMs: 20_000, requestMs: 60_000, keepAliveMs: 65_000, checkMs: 5000 }

export interface HttpDoor {
  /** The port that was really taken. */
  readonly port: number
  /** Stops listening, lets running calls finish for at most `timeoutMs`, then cuts what is left. */
  drain(timeoutMs: number): Promise<void>
}

/** What takes requests for another protocol, WebSocket; every other request that asks for one is answered without it. */
export interface Upgrades {
  isFor(req: IncomingMessage): boolean
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** A door that has its port and refuses every request with 503 until it is told who serves. */
export interface BoundHttpDoor extends HttpDoor {
  serve(listener: RequestListener, upgrades?: Upgrades): void
}

/** Listens and serves at once. Rejects as `bindHttpDoor`. */
export async function openHttpDoor(
  listener: RequestListener,
  address: { host: string; port: number },
  timeouts = defaultTimeouts,
): Promise<HttpDoor> {
  const door = await bindHttpDoor(address, timeouts)
  door.serve(listener)
  return door
}

/** Takes the port; resolves once it is taken. Rejects when the address cannot be had, naming PORT and HOST. */
export async function bindHttpDoor(
  address: { host: string; port: number },
  timeouts = defaultTimeouts,
): Promise<BoundHttpDoor> {
  let upgrades: Upgrades | undefined
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // Node's own refusal has an empty body; the listener refuses in our form.
      requireHostHeader: false,
      shouldUpgradeCallback: (req) => upgrades?.isFor(req) ?? false,
    },
    refuseWhileStarting,
  )
  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    upgrades?.upgrade(req, socket, head)
  })
  server.on('clientError', answerClientError)
  // An expectation we do not know is ignored (RFC 9110, 10.1.1), and a tunnel refused: without these Node answers nothing readable.
  server.on('checkExpectation', refuseWhileStarting)
  server.on('connect', (_req, socket) => answerOnSocket(socket, noTunnel()))
  await listen(server, address)
  return {
    port: (server.address() as AddressInfo).port,
    serve(listener, taking) {
      upgrades = taking
      for (const event of ['request', 'checkExpectation'] as const) {
        server.off(event, refuseWhileStarting)
        server.on(event, listener)
      }
    },
    drain: (timeoutMs) => drain(server, timeoutMs),
  }
}

function refuseWhileStarting(_req: IncomingMessage, res: ServerResponse): void {
  const error = new ApiError('unavailable', 'The server is starting; try again in a second.', { retryAfterS: 1 })
  res.writeHead(error.status, {
    'Content-Type': 'application/json',
    'X-Request-Id': requestIdOf(undefined),
    'Cache-Control': 'no-store',
    'Retry-After': '1',
    Connection: 'close',
  })
  res.end(JSON.stringify(errorBody(error)))
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(listenError(cause, host, port)))
    server.listen(port, host, resolve)
  })
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another process: stop it, or set PORT to a free one.`,
    EACCES: `This user may not listen on port ${port}: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}: set HOST to one that it has.`,
    ENOTFOUND: `The name ${host} has no address: set HOST to one that has.`,
  }
  return new Error(reasons[cause.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${cause.message}`, { cause })
}

/** What Node could not read as a request is answered in our form as well, as far as the connection still stands. */
function answerClientError(failure: NodeJS.ErrnoException, socket: Duplex): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  answerOnSocket(socket, clientErrorOf(failure.code))
}

function noTunnel(): ApiError {
  return new ApiError('method_not_allowed', 'CONNECT is not served: this server is no proxy.', {
    allow: ['GET', 'POST'],
  })
}

/** Writes an error where there is no response object to write it with, and closes. */
function answerOnSocket(socket: Duplex, error: ApiError): void {
  const body = JSON.stringify(errorBody(error))
  socket.end(
    [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestIdOf(undefined)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      ...(error.allow ? [`Allow: ${error.allow.join(', ')}`] : []),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    // Whoever does not close its side must not hold the connection.
    () => socket.destroy(),
  )
}

function clientErrorOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError(
      'headers_too_large',
      `The address and headers together must be at most ${maxHeaderBytes / 1024} KiB; send long text by POST in a JSON body.`,
    )
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('request_timeout', 'The request did not arrive completely in time; send it without pauses.')
  }
  return new ApiError('invalid_argument', 'What arrived is not a well-formed HTTP request.')
}

/**
 * Stops listening and lets running calls finish for at most `timeoutMs`.
 *
 * @param cutAll ends every connection that is left by then
 */
export function drain(server: Server, timeoutMs: number, cutAll = () => server.closeAllConnections()): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(cutAll, timeoutMs)
    // A connection whose call has just been answered would otherwise be kept open for the client's next one.
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs)
    server.prependListener('request', (_req, res) => {
      res.shouldKeepAlive = false
    })
    server.close(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}
