import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { admitBy, ConnectionBound } from '../../http/connection-bound.ts'
import { drain, handleUnreadable, type ListenAddress, listen, maxHeaderBytes } from '../../http/listen.ts'
import { ApiError, errorBody } from '../../runtime/base/errors.ts'

/** How long clients may take, in milliseconds. */
interface HttpTimeouts {
  /** Until the head of a request has arrived. */
  readonly headersMs: number
  /** Until the whole of a request has arrived. */
  readonly requestMs: number
  /** Until the next request on a connection begins. */
  readonly keepAliveMs: number
  /** How often the first two are checked. */
  readonly checkMs: number
}

const defaultTimeouts: HttpTimeouts = { headersMs: 20_000, requestMs: 60_000, keepAliveMs: 65_000, checkMs: 5000 }

/** Handles WebSocket upgrades; a request to upgrade to any other protocol is handled as a plain request. */
export interface Upgrades {
  isFor(req: IncomingMessage): boolean
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** A door that has its port and rejects every request with 503 until `serve` is called. */
export type BoundHttpDoor = Awaited<ReturnType<typeof bindHttpDoor>>

/** Listens and serves at once. Rejects like `bindHttpDoor`. */
export async function openHttpDoor(
  listener: RequestListener,
  address: { host: string; port: number },
  timeouts = defaultTimeouts,
): Promise<BoundHttpDoor> {
  const door = await bindHttpDoor(address, timeouts)
  door.serve(listener)
  return door
}

/** Binds the port. Rejects if the address is not available, naming PORT and HOST. */
export async function bindHttpDoor(
  address: ListenAddress,
  timeouts = defaultTimeouts,
  connections = new ConnectionBound(),
) {
  const writtenError = (error: ApiError) => ({ status: error.status, body: errorBody(error) })
  let upgrades: Upgrades | undefined
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // This avoids a stream for requests without a body: ending one takes several turns of the event loop's queues.
      optimizeEmptyRequests: true,
      // Node's own rejection has an empty body; the listener rejects in our form.
      requireHostHeader: false,
      shouldUpgradeCallback: (req) => upgrades?.isFor(req) ?? false,
    },
    refuseWhileStarting,
  )
  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    upgrades?.upgrade(req, socket, head)
  })
  // An unknown expectation is ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', refuseWhileStarting)
  handleUnreadable(server, writtenError)
  admitBy(connections, server, writtenError)
  await listen(server, address, { name: 'PORT', isOptional: false })
  return {
    /** The actual port; 0 on a Unix socket. */
    port: address.socketPath === undefined ? (server.address() as AddressInfo).port : 0,
    serve(listener: RequestListener, taking?: Upgrades) {
      upgrades = taking
      for (const event of ['request', 'checkExpectation'] as const) {
        server.off(event, refuseWhileStarting)
        server.on(event, listener)
      }
    },
    /** Stops listening, lets running calls finish for at most `timeoutMs`, then cuts the remaining connections. */
    drain: (timeoutMs: number) => drain(server, timeoutMs),
  }
}

function refuseWhileStarting(_req: IncomingMessage, res: ServerResponse): void {
  const error = new ApiError('unavailable', 'The server is starting. Try again in a second.', { retryAfterS: 1 })
  res.writeHead(error.status, {
    'Content-Type': 'application/json',
    'X-Request-Id': requestIdOf(undefined),
    'Cache-Control': 'no-store',
    'Retry-After': '1',
    Connection: 'close',
  })
  res.end(JSON.stringify(errorBody(error)))
}
