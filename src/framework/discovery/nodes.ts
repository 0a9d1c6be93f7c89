import type { OutgoingHttpHeaders } from 'node:http'
import type { ClientHttp2Stream } from 'node:http2'
import { Code, ConnectError } from '@connectrpc/connect'
import type { UniversalClientFn, UniversalClientRequest, UniversalClientResponse } from '@connectrpc/connect/protocol'
import { createNodeHttpClient } from '@connectrpc/connect-node'
import type { Clock } from '../../runtime/base/clock.ts'
import { withReadableStatus } from '../kernel/grpc-errors/response-status.ts'
import { RpcError } from '../kernel/rpc-errors.ts'
import type { ServiceNode } from '../services/registry/types.ts'
import { originOf } from './node-address.ts'
import { gone, isAlive, NodeSessions, type Patience } from './node-sessions.ts'

const firstAsideMs = 1000
const maxAsideMs = 30_000
const usualPatience: Patience = { silenceMs: 5000, pingTimeoutMs: 3000 }
/** How many nodes that were set aside one call probes, besides those that it tries. */
const probesPerCall = 2
/** How often connections to removed nodes are checked for running calls. */
const lookAtLeavingMs = 500

/** One address of nodes, and its recent health. */
interface Peer {
  readonly sessions: NodeSessions
  readonly http: UniversalClientFn
  /** The services that have a node there. */
  readonly usedBy: Set<string>
  failures: number
  /**
   * Set aside after a failure; called again only once a probe succeeds. It is probed from `untilMs` on, or earlier if a
   * call has no better node left.
   */
  aside: { readonly untilMs: number; probe?: Promise<boolean> } | undefined
}

export interface NodePoolOptions {
  readonly clock: Clock
  /** How long a node may take to accept a connection, in milliseconds. */
  readonly connectTimeoutMs?: number
  /** When a silent node is pinged; by default after five seconds, with three to respond. */
  readonly patience?: Patience
  /** Whether no node may be called. */
  readonly isSealed?: boolean
}

/**
 * Opens an HTTP/2 stream to a node, by POST.
 *
 * @param signal aborts connecting; the caller has to end the stream itself
 * @throws ConnectError whose cause is RpcError 502 if no node accepts a connection
 */
export type OpenStream = (path: string, headers: OutgoingHttpHeaders, signal: AbortSignal) => Promise<ClientHttp2Stream>

/** The HTTP/2 connections to the nodes of all services. */
export class NodePool {
  readonly #clock: Clock
  readonly #connectTimeoutMs: number
  readonly #patience: Patience
  readonly #isSealed: boolean
  readonly #peers = new Map<string, Peer>()
  /** Checking an address costs more than calling it. */
  readonly #origins = new WeakMap<ServiceNode, string>()
  /** Connections to removed nodes, with calls still running on them. */
  readonly #leaving = new Set<NodeSessions>()
  #leavingTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor({ clock, connectTimeoutMs = 3000, patience = usualPatience, isSealed = false }: NodePoolOptions) {
    this.#isSealed = isSealed
    this.#clock = clock
    this.#patience = patience
    this.#connectTimeoutMs = connectTimeoutMs
  }

  #peerAt(origin: string): Peer {
    const known = this.#peers.get(origin)
    if (known) return known
    const sessions = new NodeSessions(origin, this.#patience, () => {
      this.#setAside(peer)
      sessions.abort(hung(origin))
    })
    const http = createNodeHttpClient({ httpVersion: '2', sessionProvider: () => sessions })
    const peer: Peer = { sessions, http, usedBy: new Set(), failures: 0, aside: undefined }
    this.#peers.set(origin, peer)
    return peer
  }

  #knownOriginOf(node: ServiceNode): string {
    if (this.#isSealed) throw new Error('this is a sandbox, which calls no service')
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
  async #connect(origin: string, peer: Peer, signal: AbortSignal | undefined): Promise<void> {
    if (peer.aside) {
      const probe = this.#probe(origin, peer, peer.aside)
      if ((await within(probe, this.#connectTimeoutMs, signal)) !== true) throw gone()
    }
    const state = peer.sessions.state()
    if (state === 'open' || state === 'idle') {
      // Verifies a connection that was idle for long; otherwise returns at once.
      if ((await peer.sessions.connect()) !== 'error') return
    } else if ((await within(peer.sessions.connect(), this.#connectTimeoutMs, signal)) !== 'error') return
    signal?.throwIfAborted()
    // Otherwise the attempt would continue for minutes, and the next call would wait for it.
    if (peer.sessions.state() === 'connecting') peer.sessions.abort(gone())
    throw peer.sessions.error() ?? gone()
  }

  #setAside(peer: Peer): void {
    peer.failures += 1
    peer.aside = { untilMs: this.#clock.now() + Math.min(maxAsideMs, firstAsideMs * 2 ** (peer.failures - 1)) }
  }

  /** Tries a node that was set aside, once for all calls that wait for it. */
  #probe(origin: string, peer: Peer, aside: NonNullable<Peer['aside']>): Promise<boolean> {
    aside.probe ??= isAlive(origin, this.#connectTimeoutMs).then((alive) => {
      if (peer.aside !== aside) return alive
      if (alive) Object.assign(peer, { failures: 0, aside: undefined })
      else this.#setAside(peer)
      return alive
    })
    return aside.probe
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
    const untilMs = ([, { aside }]: [string, Peer]) => aside?.untilMs ?? 0
    const due = reachable.filter(([, { aside }]) => aside && aside.untilMs <= now)
    for (const [origin, peer] of due.slice(0, probesPerCall)) if (peer.aside) void this.#probe(origin, peer, peer.aside)
    return reachable.toSorted((one, other) => untilMs(one) - untilMs(other)).slice(0, 2)
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
          await this.#connect(origin, peer, signal)
          return [origin, peer]
        } catch (failure) {
          signal?.throwIfAborted()
          if (!peer.aside) this.#setAside(peer)
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
   * those that recently accepted no connection or stopped responding. If a node does not accept a connection, one other
   * is tried; a request that may have reached a node is never sent again. Only the path of a request's URL matters.
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

/** The error of all calls to a node that hangs. */
function hung(origin: string): ConnectError {
  const node = origin.slice('http://'.length)
  const message = `The node ${node} does not respond, not even to a ping. The call may have run.`
  const error = new RpcError('upstream_timeout', 'gateway', message)
  return new ConnectError(message, Code.Unavailable, undefined, undefined, error)
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
