import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { ApiError } from '../runtime/base/errors.ts'
import { lingerAfter } from './body.ts'

/** Room for a GET with 30,000 characters of four-byte text, percent-encoded (360 kB), and its headers. */
export const maxHeaderBytes = 512 * 1024

/** How many headers a request may have. Node's own limit reports too many headers as too long. */
const maxHeaders = 1000

const idleSweepMs = 20

/** The setting of a port, for error messages. */
export interface PortSetting {
  readonly name: string
  /** Whether the setting can be `off`. */
  readonly isOptional: boolean
}

/** Where to listen. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
  /** The file of a Unix socket to listen on instead. */
  readonly socketPath?: string | undefined
}

/**
 * Listens.
 *
 * @throws Error if the address is not available, naming the setting to change
 */
export function listen(server: Server, { host, port, socketPath }: ListenAddress, setting: PortSetting): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(listenError(cause, host, port, setting)))
    if (socketPath === undefined) server.listen(port, host, resolve)
    else server.listen(socketPath, resolve)
  })
}

function listenError(
  cause: NodeJS.ErrnoException,
  host: string,
  port: number,
  { name, isOptional }: PortSetting,
): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another process. Stop that process, or set ${name} to a free port${isOptional ? ' or to off' : ''}.`,
    EACCES: `This user may not listen on port ${port}. Set ${name} to a port above 1023${isOptional ? ', or to off' : ''}.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}. Set HOST to an address of this machine.`,
    ENOTFOUND: `The host name ${host} has no address. Set HOST to a name that resolves to an address.`,
  }
  return new Error(reasons[cause.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${cause.message}`, { cause })
}

/** The form of an error on a port: status and body. */
export interface WrittenError {
  readonly status: number
  readonly body: unknown
}

/**
 * Responds to input that Node cannot parse as a request, if the connection is still open, and to CONNECT requests and
 * other versions of HTTP. Node's own responses have no body. Also sets how many headers a request may have.
 *
 * A request of another version is passed on all the same, on a socket that is not writable any more.
 *
 * @param write how this port writes an error
 */
export function handleUnreadable(server: Server, write: (error: ApiError) => WrittenError): void {
  server.maxHeadersCount = maxHeaders
  const latest = new WeakMap<Duplex, ServerResponse>()
  const onRequest = (req: IncomingMessage, res: ServerResponse) => {
    latest.set(req.socket, res)
    if (req.httpVersionMajor !== 1) writeErrorTo(req.socket, new OtherVersion(), write)
  }
  for (const event of ['request', 'checkExpectation'] as const) server.prependListener(event, onRequest)
  server.on('clientError', (failure: NodeJS.ErrnoException, socket: Duplex) => {
    const res = latest.get(socket)
    if (failure.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (res?.headersSent && !(res.req.complete && res.writableFinished)) closeAfter(res)
    else writeErrorTo(socket, clientErrorOf(failure.code), write)
  })
  server.on('connect', (_req: IncomingMessage, socket: Duplex) => writeErrorTo(socket, noTunnel(), write))
}

/** Its request has a response already: another one would be taken for that of the next request. */
function closeAfter(res: ServerResponse): void {
  const { socket } = res.req
  lingerAfter(res.req)
  if (res.writableFinished) socket.destroySoon()
  else res.once('close', () => socket.destroySoon())
}

class OtherVersion extends ApiError {
  override readonly status = 505

  constructor() {
    super('invalid_argument', 'The request names a version of HTTP other than 1.1 and 1.0.')
  }
}

function clientErrorOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError(
      'headers_too_large',
      `A request can have at most ${maxHeaders} headers, and its address and headers can be at most ${maxHeaderBytes / 1024} KiB in total. Send long text in the JSON body of a POST request.`,
    )
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('request_timeout', 'The request did not arrive completely in time. Send it without pauses.')
  }
  return new ApiError('invalid_argument', 'The data received is not a well-formed HTTP request.')
}

function noTunnel(): ApiError {
  return new ApiError('method_not_allowed', 'CONNECT is not supported, because this server is not a proxy.', {
    allow: ['GET', 'POST'],
  })
}

/** Writes an error to a socket without a response object, and closes it. */
export function writeErrorTo(socket: Duplex, error: ApiError, write: (error: ApiError) => WrittenError): void {
  const { status, body: fields } = write(error)
  const body = JSON.stringify(fields)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestIdOf(undefined)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      ...(error.allow ? [`Allow: ${error.allow.join(', ')}`] : []),
      ...(error.retryAfterS === undefined ? [] : [`Retry-After: ${Math.ceil(error.retryAfterS)}`]),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    // A client that does not close its side must not keep the connection open.
    () => socket.destroy(),
  )
}

/**
 * Stops listening and lets running calls finish for at most `timeoutMs`.
 *
 * @param cutAll ends every remaining connection
 */
export function drain(server: Server, timeoutMs: number, cutAll = () => server.closeAllConnections()): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(cutAll, timeoutMs)
    // A connection whose call has just ended would otherwise stay open for the client's next one.
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
