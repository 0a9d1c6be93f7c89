import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../runtime/base/errors.ts'
import { FairLimiter } from '../runtime/base/fair-limiter.ts'
import { addressGroup, isTrustedProxy, type TrustedProxies } from '../runtime/limits/client-address.ts'
import { type WrittenError, writeErrorTo } from './listen.ts'

const proxies = ''

interface ConnectionBounds {
  /** The maximum per address; undefined for no limit. */
  readonly perAddress?: number | undefined
  /** The maximum of all addresses together, including trusted proxies; undefined for no limit. */
  readonly inAll?: number | undefined
  /** Proxies, which connect for many and are not limited as one address. */
  readonly trusted?: TrustedProxies
}

/**
 * Limits the connections of one address, and of all together, on all ports. An address may have at most as many as are
 * free (`leavesRoom` of FairLimiter); trusted proxies may fill all of them.
 */
export class ConnectionBound {
  readonly #limiter: FairLimiter
  readonly #trusted: TrustedProxies

  constructor({ perAddress, inAll = Number.POSITIVE_INFINITY, trusted = [] }: ConnectionBounds = {}) {
    const maxRunningPerSubject = perAddress ?? Number.POSITIVE_INFINITY
    this.#limiter = new FairLimiter({ maxRunning: inAll, maxRunningPerSubject, leavesRoom: true, exempt: proxies })
    this.#trusted = trusted
  }

  /** Why a new connection is not served; undefined if it is, and then it is counted until it closes. */
  admit(socket: Socket): ApiError | undefined {
    const group = this.addressOf(socket) ?? proxies
    const release = this.#limiter.tryTake(group)
    if (release) socket.once('close', release)
    else if (this.#limiter.runningOf(group) >= this.#limiter.bounds.maxRunningPerSubject && group !== proxies)
      return tooMany(this.#limiter.bounds.maxRunningPerSubject)
    else return noRoom()
    return undefined
  }

  /** The address by which connections are counted; undefined for trusted proxies, and for closed connections. */
  addressOf({ remoteAddress }: Socket): string | undefined {
    if (remoteAddress === undefined || isTrustedProxy(remoteAddress, this.#trusted)) return undefined
    return addressGroup(remoteAddress)
  }

  /** How many connections are open. */
  get count(): number {
    return this.#limiter.running
  }

  /** How many have been rejected so far. */
  get refused(): number {
    return this.#limiter.refused
  }
}

function tooMany(most: number): ApiError {
  const message = `Your address already has ${most} ${most === 1 ? 'connection' : 'connections'}, the maximum. Close one, and then try again.`
  return new ApiError('rate_limited', message, { retryAfterS: 1 })
}

function noRoom(): ApiError {
  return new ApiError('unavailable', 'This server has no room for another connection from your address. Try again.', {
    retryAfterS: 1,
  })
}

/** Sends a client the reason why its connection is not served, and closes it. */
function refuse(socket: Socket, error: ApiError, write: (error: ApiError) => WrittenError): void {
  socket.on('error', () => socket.destroy())
  // Unread bytes would make the system discard the response.
  socket.resume()
  writeErrorTo(socket, error, write)
}

/** Lets a server serve only connections within the limit. Must be called before it listens. */
export function admitBy(bound: ConnectionBound, server: Server, write: (error: ApiError) => WrittenError): void {
  const serving = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const error = bound.admit(socket)
    if (error) refuse(socket, error, write)
    else for (const serve of serving) serve.call(server, socket)
  })
}
