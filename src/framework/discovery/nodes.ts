import type { OutgoingHttpHeaders } from 'node:http'
import type { ClientHttp2Stream } from 'node:http2'
import { Code, ConnectError } from '@connectrpc/connect'
import type { UniversalClientFn, UniversalClientRequest, UniversalClientResponse } from '@connectrpc/connect/protocol'
import { createNodeHttpClient, Http2SessionManager } from '@connectrpc/connect-node'
import type { Clock } from '../../runtime/base/clock.ts'
import { withReadableStatus } from '../kernel/grpc-errors/response-status.ts'
import { RpcError } from '../kernel/rpc-errors.ts'
import type { ServiceNode } from '../services/registry/types.ts'
import { guardedLookup, originOf } from './node-address.ts'

const firstAsideMs = 1000
const maxAsideMs = 30_000
/** An idle connection is closed before a firewall or proxy is likely to drop it. */
const idleMs = 4 * 60_000
/** How often connections to removed nodes are checked for running calls. */
const lookAtLeavingMs = 500
/** gRPC servers disconnect clients that ping more often than every five minutes. */
const pingMs = 5.5 * 60_000

/** One address of nodes, and its recent health. */
interface Peer {
  readonly sessions: Http2SessionManager
  readonly http: UniversalClientFn
  /** The services that have a node there. */
  readonly usedBy: Set<string>
  failures: number
  asideUntilMs: number
}

export interface NodePoolOptions {
  readonly clock: Clock
  /** How long a node may take to accept a connection, in milliseconds. */
  readonly connectTimeoutMs?: number
}

/**
 * Opens an HTTP/2 stream to a node, by POST.
 *
 * @param signal aborts connecting; the caller has to end the stream itself
 * @throws ConnectError whose cause is RpcError 502 if no node accepts a connection
 */
export type OpenStream = (path: string, headers: OutgoingHttpHeaders, signal: AbortSignal) => Promise<ClientHttp2Stream>

/**
 * Sessions whose streams fail if they are closed before a response has begun. The HTTP client would keep waiting for a
 * response on a stream that is closed without an error code, as by a server that shuts down.
 */
class AnsweringSessions extends Http2SessionManager {
  override async request(...args: Parameters<Http2SessionManager['request']>): Promise<ClientHttp2Stream> {
    const stream = await super.request(...args)
    let isAnswered = false
    stream.once('response', () => {
      isAnswered = true
    })
    stream.once('close', () => {
      if (!isAnswered && stream.rstCode === 0 && stream.listenerCount('error') > 0) stream.emit('error', gone())
    })
    return stream
  }
}

/** The HTTP/2 connections to the nodes of all services. */
export class NodePool {
  readonly #clock: Clock
  readonly #connectTimeoutMs: number
  readonly #peers = new Map<string, Peer>()
  /** Checking an address costs more than calling it. */
  readonly #origins = new WeakMap<ServiceNode, string>()
  /** Connections to removed nodes, with calls still running on them. */
  readonly #leaving = new Set<Http2SessionManager>()
  #leavingTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor({ clock, connectTimeoutMs = 3000 }: NodePoolOptions) {
    this.#clock = clock
    this.#connectTimeoutMs = connectTimeoutMs
  }

  #peerAt(origin: string): Peer {
    let peer = this.#peers.get(origin)
    if (!peer) {
      const sessions = new AnsweringSessions(origin, { pingIntervalMs: pingMs, idleConnectionTimeoutMs: idleMs }, {
        lookup: guardedLookup,
        settings: { enablePush: false },
      } as object)
      const http = createNodeHttpClient({ httpVersion: '2', sessionProvider: () => sessions })
      peer = { sessions, http, usedBy: new Set(), failures: 0, asideUntilMs: 0 }
      this.#peers.set(origin, peer)
    }
    return peer
  }

  #knownOriginOf(node: ServiceNode): string {
    const origin = this.#origins.get(node) ?? originOf(node.address, node.port)
    this.#origins.set(node, origin)
    return origin
  }

  #letGo(origin: string, peer: Peer): void {
    this.#peers.delete(origin)
    this.#leaving.add(peer.sessions)
    this.#closeLeaving()
  }

  #closeLeaving(): void {
    for (const sessions of this.#leaving) {
      if (sessions.state() === 'open') continue
      sessions.abort(gone())
      this.#leaving.delete(sessions)
    }
    if (this.#leaving.size > 0) this.#leavingTimer ??= setInterval(() => this.#closeLeaving(), lookAtLeavingMs).unref()
    else this.#stopLooking()
  }

  #stopLooking(): void {
    clearInterval(this.#leavingTimer)
    this.#leavingTimer = undefined
  }

  /** @throws unknown the reason for the failed connection */
  async #connect(peer: Peer, signal: AbortSignal | undefined): Promise<void> {
    const state = peer.sessions.state()
    if (state === 'open' || state === 'idle') {
      // Verifies a connection that was idle for long; otherwise returns at once.
      if ((await peer.sessions.connect()) !== 'error') return
    } else if ((await within(peer.sessions.connect(), this.#connectTimeoutMs, signal)) !== 'error') {
      peer.failures = 0
      return
    }
    signal?.throwIfAborted()
    // Otherwise the attempt would continue for minutes, and the next call would wait for it.
    if (peer.sessions.state() === 'connecting') peer.sessions.abort(gone())
    throw peer.sessions.error() ?? gone()
  }

  #setAside(peer: Peer): void {
    peer.failures += 1
    peer.asideUntilMs = this.#clock.now() + Math.min(maxAsideMs, firstAsideMs * 2 ** (peer.failures - 1))
  }

  /** At most two nodes, in the order to try them. */
  #candidates(nodes: readonly ServiceNode[], turn: number, refusals: unknown[]): [string, Peer][] {
    const reachable: [string, Peer][] = []
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[(turn + index) % nodes.length] as ServiceNode
      try {
        const origin = this.#knownOriginOf(node)
        reachable.push([origin, this.#peerAt(origin)])
      } catch (refusal) {
        refusals.push(refusal)
      }
    }
    const now = this.#clock.now()
    const healthy = reachable.filter(([, peer]) => peer.asideUntilMs <= now)
    const aside = reachable.filter(([, peer]) => peer.asideUntilMs > now)
    aside.sort(([, one], [, other]) => one.asideUntilMs - other.asideUntilMs)
    return [...healthy, ...aside].slice(0, 2)
  }

  /** Chooses the nodes that `nodes` returns in turn; see NodePool. */
  #chooser(service: string, nodes: () => readonly ServiceNode[]) {
    let turn = 0
    return async (signal: AbortSignal | undefined): Promise<[string, Peer]> => {
      if (this.#closed) throw unreachable(service, 'the server is stopping', undefined)
      const all = nodes()
      const failures: unknown[] = []
      const tried: string[] = []
      for (const [origin, peer] of this.#candidates(all, turn++ % Math.max(1, all.length), failures)) {
        try {
          await this.#connect(peer, signal)
          return [origin, peer]
        } catch (failure) {
          signal?.throwIfAborted()
          this.#setAside(peer)
          failures.push(failure)
          tried.push(origin.slice('http://'.length))
        }
      }
      if (all.length === 0) throw unreachable(service, 'it no longer has nodes', undefined)
      const reason =
        tried.length > 0 ? `no connection to ${tried.join(' nor ')}` : (failures[0] as Error | undefined)?.message
      throw unreachable(service, reason ?? 'none of its nodes can be called', failures)
    }
  }

  /**
   * An HTTP client that sends each request to one of the nodes that `nodes` returns at that moment: in turn, skipping
   * those that recently accepted no connection. If a node does not accept a connection, one other is tried; a request
   * that may have reached a node is never sent again. Only the path of a request's URL matters.
   *
   * @param service the name of the service, for errors
   */
  client(service: string, nodes: () => readonly ServiceNode[]): UniversalClientFn {
    const choose = this.#chooser(service, nodes)
    return async (request) => {
      const [origin, peer] = await choose(request.signal)
      return await send(peer, origin, request)
    }
  }

  /** The same for calls that are relayed unchanged. */
  opener(service: string, nodes: () => readonly ServiceNode[]): OpenStream {
    const choose = this.#chooser(service, nodes)
    return async (path, headers, signal) => {
      const [, { sessions }] = await choose(signal)
      return sessions.request('POST', path, headers, {})
    }
  }

  /** Sets the nodes of a service. Connections to nodes of no service are closed once their calls have ended. */
  assign(serviceKey: string, nodes: readonly ServiceNode[]): void {
    const current = new Set<string>()
    for (const node of nodes) {
      try {
        const origin = this.#knownOriginOf(node)
        current.add(origin)
        this.#peerAt(origin).usedBy.add(serviceKey)
      } catch {
        // Reported by calls of the service.
      }
    }
    for (const [origin, peer] of this.#peers) {
      if (current.has(origin)) continue
      peer.usedBy.delete(serviceKey)
      if (peer.usedBy.size === 0) this.#letGo(origin, peer)
    }
  }

  /** Closes all connections; running calls fail. */
  close(): void {
    this.#closed = true
    this.#stopLooking()
    for (const { sessions } of this.#peers.values()) sessions.abort(gone())
    for (const sessions of this.#leaving) sessions.abort(gone())
    this.#peers.clear()
    this.#leaving.clear()
  }
}

async function send(peer: Peer, origin: string, request: UniversalClientRequest): Promise<UniversalClientResponse> {
  const { pathname, search } = new URL(request.url)
  return withReadableStatus(await peer.http({ ...request, url: `${origin}${pathname}${search}` }))
}

/** Not a cancellation: the session manager would reconnect then. */
function gone(): ConnectError {
  return new ConnectError('the connection to the node is closed', Code.Unavailable)
}

function unreachable(service: string, why: string, failures: unknown): ConnectError {
  const error = new RpcError('upstream_failed', 'gateway', `The service ${service} cannot be reached: ${why}.`, {
    cause: failures,
  })
  return new ConnectError(error.message, Code.Unavailable, undefined, undefined, error)
}

/** The result of `work`, or `error` on a timeout or if the signal aborts first. */
async function within<T>(work: Promise<T>, timeoutMs: number, signal: AbortSignal | undefined): Promise<T | 'error'> {
  const { promise, resolve } = Promise.withResolvers<'error'>()
  const giveUp = () => resolve('error')
  const timer = setTimeout(giveUp, timeoutMs)
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
