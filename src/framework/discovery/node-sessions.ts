import { type ClientHttp2Stream, connect, type Http2Session } from 'node:http2'
import { Code, ConnectError } from '@connectrpc/connect'
import { Http2SessionManager } from '@connectrpc/connect-node'
import { guardedLookup } from './node-address.ts'

/** An idle connection is closed before a firewall or proxy is likely to drop it. */
const idleMs = 4 * 60_000
/** gRPC servers disconnect clients that ping more often than every five minutes. */
const pingMs = 5.5 * 60_000
/** They tolerate two more between two responses. */
const maxPingsUnanswered = 2

/** Options of every HTTP/2 connection to a node. */
const sessionOptions = { lookup: guardedLookup, settings: { enablePush: false } } as object

export interface Patience {
  /** After how long without any response to running calls a node is pinged, in milliseconds. */
  readonly silenceMs: number
  /** How long the node may then take to respond to the ping, in milliseconds. */
  readonly pingTimeoutMs: number
}

/**
 * The HTTP/2 connection to a node. A node may accept connections and calls though its process hangs: one that neither
 * responds to calls nor to a ping is reported. A handler that only takes long does not keep a node from answering
 * pings.
 */
export class NodeSessions extends Http2SessionManager {
  readonly #patience: Patience
  readonly #onHung: () => void
  #unanswered = 0
  readonly #pingsUnanswered = new WeakMap<Http2Session, number>()
  #silence: NodeJS.Timeout | undefined

  /** @param onHung called when the node answers neither calls nor a ping */
  constructor(origin: string, patience: Patience, onHung: () => void) {
    super(origin, { pingIntervalMs: pingMs, idleConnectionTimeoutMs: idleMs }, sessionOptions)
    this.#patience = patience
    this.#onHung = onHung
  }

  /**
   * The stream fails if it is closed before a response has begun. The HTTP client would keep waiting for a response on
   * a stream that is closed without an error code, as by a server that shuts down.
   */
  override async request(...args: Parameters<Http2SessionManager['request']>): Promise<ClientHttp2Stream> {
    const stream = await super.request(...args)
    const { session } = stream
    let isAnswered = false
    this.#unanswered += 1
    if (session) this.#awaitSign(session)
    stream.once('response', () => {
      isAnswered = true
      this.#unanswered -= 1
      this.#responded(session)
    })
    stream.once('close', () => {
      if (isAnswered) return
      this.#unanswered -= 1
      if (stream.rstCode === 0 && stream.listenerCount('error') > 0) stream.emit('error', gone())
    })
    return stream
  }

  #responded(session: Http2Session | undefined): void {
    clearTimeout(this.#silence)
    this.#silence = undefined
    if (!session) return
    this.#pingsUnanswered.delete(session)
    if (this.#unanswered > 0) this.#awaitSign(session)
  }

  /** Continues even if the callers give up: the next ones should know whether the node hangs. */
  #awaitSign(session: Http2Session): void {
    this.#silence ??= setTimeout(() => void this.#ask(session), this.#patience.silenceMs).unref()
  }

  async #ask(session: Http2Session): Promise<void> {
    this.#silence = undefined
    const pings = this.#pingsUnanswered.get(session) ?? 0
    if (session.destroyed || session.closed || pings >= maxPingsUnanswered) return
    this.#pingsUnanswered.set(session, pings + 1)
    if (!(await respondsToPing(session, this.#patience.pingTimeoutMs)) && !session.destroyed) this.#onHung()
  }

  override abort(reason?: Error): void {
    clearTimeout(this.#silence)
    this.#silence = undefined
    super.abort(reason)
  }
}

/** Whether a node accepts a connection and responds to a ping on it within `timeoutMs`. */
export async function isAlive(origin: string, timeoutMs: number): Promise<boolean> {
  const session = connect(origin, sessionOptions)
  session.on('error', () => undefined)
  try {
    return await respondsToPing(session, timeoutMs)
  } finally {
    session.destroy()
  }
}

/** Also false if the session ends first. A session that is still connecting sends the ping once it has connected. */
async function respondsToPing(session: Http2Session, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const giveUp = () => resolve(false)
  const timer = setTimeout(giveUp, timeoutMs)
  const ping = () => void session.ping((error) => resolve(error === null))
  session.once('close', giveUp)
  if (session.connecting) session.once('connect', ping)
  else ping()
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    session.off('close', giveUp).off('connect', ping)
  }
}

/** Not a cancellation: the session manager would reconnect then. */
export function gone(): ConnectError {
  return new ConnectError('the connection to the node is closed', Code.Unavailable)
}
