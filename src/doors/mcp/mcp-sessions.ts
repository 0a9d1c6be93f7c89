import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Visit } from './visit.ts'

/** The maximum of sessions of the 2025 revisions in one process. */
export interface SessionBounds {
  readonly perSubject: number
  readonly perProcess: number
  /** After how long without a request a session is dropped. */
  readonly idleMs: number
}

const usualBounds: SessionBounds = { perSubject: 20, perProcess: 1000, idleMs: 30 * 60_000 }

interface SessionOptions {
  readonly bounds?: SessionBounds | undefined
  /** How often an idle stream gets a comment. */
  readonly keepAliveMs?: number
  readonly now?: () => number
}

export interface Session {
  readonly id: string
  readonly subject: string
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Requests and streams that are running. */
  busy: number
  usedAt: number
}

/**
 * The sessions of clients that speak a revision of 2025: they begin with `initialize` and let a client cancel a call
 * and listen. An id is signed for its caller, so a session that this process has dropped, or another one has begun,
 * continues without those two; only one that its client has ended is rejected.
 */
export class Sessions {
  readonly #secret: string
  readonly #bounds: SessionBounds
  readonly #keepAliveMs: number
  readonly #createServer: (visit?: Visit) => Server
  readonly #now: () => number
  /** The least recently used first. */
  readonly #kept = new Map<string, Session>()
  readonly #ended = new Set<string>()

  /** @param secret signs the ids */
  constructor(
    secret: string,
    createServer: (visit?: Visit) => Server,
    { bounds = usualBounds, keepAliveMs = 15_000, now = () => performance.now() }: SessionOptions = {},
  ) {
    this.#secret = secret
    this.#keepAliveMs = keepAliveMs
    this.#createServer = createServer
    this.#bounds = bounds
    this.#now = now
  }

  get count(): number {
    return this.#kept.size
  }

  /**
   * A new session; undefined if all that could be dropped for it are in use: then the client is served without one.
   */
  async begin(subject: string, visit?: Visit): Promise<Session | undefined> {
    if (!this.#makeRoom(subject)) return undefined
    const id = this.#newId(subject)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      keepAliveMs: this.#keepAliveMs,
      onsessionclosed: () => this.#end(id),
    })
    const session: Session = {
      ...{ id, subject, transport, server: this.#createServer(visit) },
      busy: 0,
      usedAt: this.#now(),
    }
    this.#kept.set(id, session)
    await session.server.connect(transport)
    return session
  }

  /** The session with that id, if this process has it and it belongs to this subject. */
  find(id: string, subject: string): Session | undefined {
    const session = this.#kept.get(id)
    if (session?.subject !== subject) return undefined
    session.usedAt = this.#now()
    this.#kept.delete(id)
    this.#kept.set(id, session)
    return session
  }

  /**
   * Whether an instance with this secret created the id for this subject, and its client has not ended the session
   * here.
   */
  isGenuine(id: string, subject: string): boolean {
    const [nonce = '', signature = ''] = id.split('.', 2)
    const expected = Buffer.from(this.#sign(nonce, subject))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given) && !this.#ended.has(id)
  }

  /** Marks a session as in use until the returned function is called. */
  use(session: Session): () => void {
    session.busy += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      session.busy -= 1
      session.usedAt = this.#now()
    }
  }

  /** Drops a session whose `initialize` was rejected. */
  async drop(session: Session): Promise<void> {
    this.#kept.delete(session.id)
    await session.transport.close()
  }

  async close(): Promise<void> {
    const all = [...this.#kept.values()]
    this.#kept.clear()
    await Promise.all(all.map(({ transport }) => transport.close()))
  }

  #end(id: string): void {
    this.#kept.delete(id)
    this.#ended.add(id)
    if (this.#ended.size > this.#bounds.perProcess) {
      for (const oldest of this.#ended) {
        this.#ended.delete(oldest)
        break
      }
    }
  }

  #makeRoom(subject: string): boolean {
    const { perSubject, perProcess, idleMs } = this.#bounds
    const now = this.#now()
    let own = 0
    for (const session of this.#kept.values()) {
      if (session.busy === 0 && now - session.usedAt > idleMs) this.#forget(session)
      else if (session.subject === subject) own += 1
    }
    if (own >= perSubject && !this.#forgetOldest((session) => session.subject === subject)) return false
    return this.#kept.size < perProcess || this.#forgetOldest(() => true)
  }

  #forgetOldest(isOne: (session: Session) => boolean): boolean {
    for (const session of this.#kept.values()) {
      if (session.busy > 0 || !isOne(session)) continue
      this.#forget(session)
      return true
    }
    return false
  }

  #forget(session: Session): void {
    this.#kept.delete(session.id)
    void session.transport.close()
  }

  #newId(subject: string): string {
    const nonce = randomBytes(16).toString('hex')
    return `${nonce}.${this.#sign(nonce, subject)}`
  }

  #sign(nonce: string, subject: string): string {
    return createHmac('sha256', this.#secret).update(`${nonce} ${subject}`).digest('hex').slice(0, 32)
  }
}
