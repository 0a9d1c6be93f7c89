import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../../runtime/base/errors.ts'
import { AtOnce } from '../../runtime/limits/at-once.ts'
import { addressGroup, isTrustedProxy, type TrustedProxies } from '../../runtime/limits/client-address.ts'
import { type WrittenError, writeErrorTo } from './listen.ts'

/** Bounds how many connections one address holds, on all ports together. */
export class ConnectionBound {
  readonly #atOnce: AtOnce
  readonly #trusted: TrustedProxies

  /**
   * @param most undefined for no bound
   * @param trusted proxies, which connect for many and are not counted
   */
  constructor(most?: number, trusted: TrustedProxies = []) {
    this.#atOnce = new AtOnce(most)
    this.#trusted = trusted
  }

  /** Whether a new connection may be served. If so it is counted until it closes. */
  admits(socket: Socket): boolean {
    const group = this.groupOf(socket)
    if (group === undefined) return true
    if (!this.#atOnce.begin(group)) return false
    socket.once('close', () => this.#atOnce.end(group))
    return true
  }

  /** What the connections of a client are counted under; undefined for those of a trusted proxy, and for closed ones. */
  groupOf({ remoteAddress }: Socket): string | undefined {
    if (remoteAddress === undefined || isTrustedProxy(remoteAddress, this.#trusted)) return undefined
    return addressGroup(remoteAddress)
  }

  /** How many connections are counted. */
  get count(): number {
    return this.#atOnce.total
  }

  /** How many have been refused so far. */
  get refused(): number {
    return this.#atOnce.refused
  }

  /** Tells a client that its connection is one too many, and closes it. */
  refuse(socket: Socket, write: (error: ApiError) => WrittenError): void {
    const most = this.#atOnce.most ?? 0
    const message = `Your address holds ${most} ${most === 1 ? 'connection' : 'connections'} already, as many as it may; close one, then try again.`
    socket.on('error', () => socket.destroy())
    // Bytes that nobody has read would make the system throw the response away.
    socket.resume()
    writeErrorTo(socket, new ApiError('rate_limited', message, { retryAfterS: 1 }), write)
  }
}

/** Lets a server serve only connections that the bound admits. To be called before it listens. */
export function admitBy(bound: ConnectionBound, server: Server, write: (error: ApiError) => WrittenError): void {
  const serving = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (!bound.admits(socket)) bound.refuse(socket, write)
    else for (const serve of serving) serve.call(server, socket)
  })
}
