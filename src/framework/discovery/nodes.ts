import type { OutgoingHttpHeaders } from 'node:http'
import type { ClientHttp2Stream } from 'node:http2'
import { Code, ConnectError } from '@connectrpc/connect'
import type { UniversalClientFn, UniversalClientRequest, UniversalClientResponse } from '@connectrpc/connect/protocol'
import { createNodeHttpClient, Http2SessionManager } from '@connectrpc/connect-node'
import type { Clock } from '../../runtime/base/clock.ts'
import { RpcError } from '../kernel/errors.ts'
import { withReadableStatus } from '../kernel/grpc-errors/response-status.ts'
import type { ServiceNode } from '../services/registry/types.ts'
import { guardedLookup, originOf } from './node-address.ts'

const firstAsideMs = 1000
const maxAsideMs = 30_000
/** A connection that nothing uses is closed before whatever stands between is likely to forget it. */
const idleMs = 4 * 60_000
/** How often connections to nodes that are gone are looked at for calls that still run. */
const lookAtLeavingMs = 500
/** Servers of gRPC cut clients off that ping more often than every five minutes. */
const pingMs = 5.5 * 60_000

/** One place that is called, and how that went lately. */
interface Peer {
  readonly sessions: Http2SessionManager
  readonly http: UniversalClientFn
  /** The services whose nodes it is. */
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
 * Opens a stream of HTTP/2 to a node, by POST.
 *
 * @param signal gives the connecting up; the stream is for whoever asked for it to end
 * @throws ConnectError whose cause is RpcError 502 where no node accepts a connection
 */
export type OpenStream = (path: string, headers: OutgoingHttpHeaders, signal: AbortSignal) => Promise<ClientHttp2Stream>

/** The HTTP/2 connections to the nodes of all services. */
export interface NodePool {
  /**
   * An HTTP client that sends each request to one of the nodes that `nodes` names at that moment: in turn, leaving out
   * those that lately accepted no connection. One that accepts none is passed over for one other; a request that may
   * have reached a node is not sent again. Addresses of requests count by their path alone.
   *
   * @param service what the nodes are called together in errors
   */
  client(service: string, nodes: () => readonly ServiceNode[]): UniversalClientFn
  /** The same for calls that are passed on as they are. */
  opener(service: string, nodes: () => readonly ServiceNode[]): OpenStream
  /** Says which nodes a service has now. Connections to nodes that no service has are closed once nothing runs there. */
  assign(serviceKey: string, nodes: readonly ServiceNode[]): void
  /** Closes all connections; what runs on them fails. */
  close(): void
}

/**
 * Sessions whose streams fail when they are closed before an answer has begun. The HTTP client takes a stream that is
 * closed without an error code, as a server that goes away may do, for one that is still to be answered.
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

export function createNodePool(options: NodePoolOptions): NodePool {
  return new Http2NodePool(options)
}

class Http2NodePool implements NodePool {
  readonly #clock: Clock
  readonly #connectTimeoutMs: number
  readonly #peers = new Map<string, Peer>()
  /** Checking an address costs more than calling it. */
  readonly #origins = new WeakMap<ServiceNode, string>()
  /** Connections of nodes that are gone, with calls still running on them. */
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

  /** @throws unknown why no connection came about */
  async #connect(peer: Peer, signal: AbortSignal | undefined): Promise<void> {
    const state = peer.sessions.state()
    if (state === 'open' || state === 'idle') {
      // Verifies one that lay idle for long; nothing is waited for otherwise.
      if ((await peer.sessions.connect()) !== 'error') return
    } else if ((await within(peer.sessions.connect(), this.#connectTimeoutMs, signal)) !== 'error') {
      peer.failures = 0
      return
    }
    signal?.throwIfAborted()
    // Left to itself the attempt would go on for minutes, and the next call would wait for it.
    if (peer.sessions.state() === 'connecting') peer.sessions.abort(gone())
    throw peer.sessions.error() ?? gone()
  }

  #setAside(peer: Peer): void {
    peer.failures += 1
    peer.asideUntilMs = this.#clock.now() + Math.min(maxAsideMs, firstAsideMs * 2 ** (peer.failures - 1))
  }

  /** At most two nodes in the order in which they are tried. */
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

  /** Hands out one after the other of the nodes that `nodes` names at that moment; see NodePool. */
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
      if (all.length === 0) throw unreachable(service, 'it has no nodes any more', undefined)
      const reason =
        tried.length > 0 ? `no connection to ${tried.join(' nor ')}` : (failures[0] as Error | undefined)?.message
      throw unreachable(service, reason ?? 'none of its nodes can be called', failures)
    }
  }

  client(service: string, nodes: () => readonly ServiceNode[]): UniversalClientFn {
    const choose = this.#chooser(service, nodes)
    return async (request) => {
      const [origin, peer] = await choose(request.signal)
      return await send(peer, origin, request)
    }
  }

  opener(service: string, nodes: () => readonly ServiceNode[]): OpenStream {
    const choose = this.#chooser(service, nodes)
    return async (path, headers, signal) => {
      const [, { sessions }] = await choose(signal)
      return sessions.request('POST', path, headers, {})
    }
  }

  assign(serviceKey: string, nodes: readonly ServiceNode[]): void {
    const current = new Set<string>()
    for (const node of nodes) {
      try {
        const origin = this.#knownOriginOf(node)
        current.add(origin)
        this.#peerAt(origin).usedBy.add(serviceKey)
      } catch {
        // Told to whoever calls the service.
      }
    }
    for (const [origin, peer] of this.#peers) {
      if (current.has(origin)) continue
      peer.usedBy.delete(serviceKey)
      if (peer.usedBy.size === 0) this.#letGo(origin, peer)
    }
  }

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

/** Not a cancellation: the session manager would take that as a connection to open again. */
function gone(): ConnectError {
  return new ConnectError('the connection to the node is closed', Code.Unavailable)
}

function unreachable(service: string, why: string, failures: unknown): ConnectError {
  const error = new RpcError('upstream_failed', 'gateway', `The service ${service} cannot be reached: ${why}.`, {
    cause: failures,
  })
  return new ConnectError(error.message, Code.Unavailable, undefined, undefined, error)
}

/** What `work` resolves with, or `error` when it took longer or the signal aborted before. */
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
