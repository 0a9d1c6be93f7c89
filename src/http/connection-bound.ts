import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../runtime/base/errors.ts'
import { FairLimiter } from '../runtime/base/fair-limiter.ts'
import { addressGroup, isTrustedProxy, type TrustedProxies } from '../runtime/limits/client-address.ts'
import { type WrittenError, writeErrorTo } from './listen.ts'

interface ConnectionBounds {
  /** Most of one address; undefined for no bound. */
  readonly perAddress?: number | undefined
  /** Most of all addresses together, those of trusted proxies too; undefined for no bound. */
  readonly inAll?: number | undefined
  /** Proxies, which connect for many and are not bounded as one address. */
  readonly trusted?: TrustedProxies
}

/**
 * Bounds how many connections one address holds, and all together, on all ports.
 *
 * An address may hold at most as many as are free. Few addresses with many connections thus leave some to everybody who comes
 * later: `n` of them together never get more than `n / (n + 1)` of all. (A. K. Choudhury and E. L. Hahne, "Dynamic queue length
 * thresholds for shared-memory packet switches", IEEE/ACM Transactions on Networking 6(2), 1998, with a factor of 1.)
 */
export class ConnectionBound {
  readonly #limiter: FairLimiter
  readonly #inAll: number
  readonly #trusted: TrustedProxies
  #open = 0
  #refusedForRoom = 0

  constructor({ perAddress, inAll = Number.POSITIVE_INFINITY, trusted = [] }: ConnectionBounds = {}) {
    this.#limiter = new FairLimiter(perAddress === undefined ? {} : { maxRunningPerSubject: perAddress })
    this.#inAll = inAll
    this.#trusted = trusted
  }

  /** Why a new connection is not served. Undefined if it is: then it is counted until it closes. */
  admit(socket: Socket): ApiError | undefined {
    const group = this.#groupOf(socket)
    const free = this.#inAll - this.#open
    if (free <= (group === undefined ? 0 : this.#limiter.runningOf(group))) {
      this.#refusedForRoom += 1
      return noRoom()
    }
    const release = group === undefined ? undefined : this.#limiter.tryTake(group)
    if (group !== undefined && !release) return tooMany(this.#limiter.bounds.maxRunningPerSubject)
    this.#open += 1
    socket.once('close', () => {
      this.#open -= 1
      release?.()
    })
    return undefined
  }

  /** What the connections of a client are counted under; undefined for those of a trusted proxy, and for closed ones. */
  #groupOf({ remoteAddress }: Socket): string | undefined {
    if (remoteAddress === undefined || isTrustedProxy(remoteAddress, this.#trusted)) return undefined
    return addressGroup(remoteAddress)
  }

  /** How many connections are open. */
  get count(): number {
    return this.#open
  }

  /** How many have been refused so far. */
  get refused(): number {
    return this.#limiter.refused + this.#refusedForRoom
  }
}

function tooMany(most: number): ApiError {
  const message = `Your address holds ${most} ${most === 1 ? 'connection' : 'connections'} already, as many as it may; close one, then try again.`
  return new ApiError('rate_limited', message, { retryAfterS: 1 })
}

function noRoom(): ApiError {
  return new ApiError('unavailable', 'This server has no room for another connection of your address; try again.', {
    retryAfterS: 1,
  })
}

/** Tells a client why its connection is not served, and closes it. */
function refuse(socket: Socket, error: ApiError, write: (error: ApiError) => WrittenError): void {
  socket.on('error', () => socket.destroy())
  // Bytes that nobody has read would make the system throw the response away.
  socket.resume()
  writeErrorTo(socket, error, write)
}

/** Lets a server serve only connections that the bound admits. To be called before it listens. */
export function admitBy(bound: ConnectionBound, server: Server, write: (error: ApiError) => WrittenError): void {
  const serving = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const error = bound.admit(socket)
    if (error) refuse(socket, error, write)
    else for (const serve of serving) serve.call(server, socket)
  })
}
