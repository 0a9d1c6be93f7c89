import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { FairLimiter } from '../base/fair-limiter.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** How long reads wait before another connection is opened, which takes as long. */
const patienceMs = 10
/** The factor while only the server itself has read: its simultaneous reads at the start can wait. */
const patienceAtStart = 25

/** After a busy turn of the event loop, ended reads are counted first. */
async function waitAWhile(): Promise<void> {
  await pause(patienceMs)
  await turn()
}

/**
 * Distributes reads over the reading connections, one at once on each. Clients take turns. A client never occupies the last
 * connection, unlike the product's own work, the client `''`; and a read of a client that takes too long is interrupted. No
 * read leaves a transaction open, so each sees everything that any process committed before it started. Further connections
 * are opened when reads have waited for a while, since each has the schema in memory: some megabytes.
 */
export class SqliteReaders {
  readonly #first: SqliteConnection
  readonly #idle: SqliteConnection[]
  readonly #max: number
  readonly #open: () => Promise<SqliteConnection>
  readonly #patience: () => Promise<unknown>
  #hasClients = false
  #opening: Promise<void> | undefined
  /** As many can run as connections are open. */
  readonly #limiter: FairLimiter
  /** When the read of a client on each connection started. */
  readonly #startedAt = new Map<SqliteConnection, number>()
  readonly #limitMs: number
  readonly #watch: NodeJS.Timeout
  #whenIdle: (() => void) | undefined

  /**
   * @param first the connection that is always there
   * @param open opens another
   * @param max number of connections, including the first
   * @param limitMs how long a read of a client can run
   * @param patience resolves when reads have waited long enough for another connection
   */
  constructor(
    first: SqliteConnection,
    open: () => Promise<SqliteConnection>,
    max: number,
    limitMs: number,
    patience = waitAWhile,
  ) {
    this.#first = first
    this.#idle = [first]
    this.#open = open
    this.#max = max
    this.#patience = patience
    this.#limiter = new FairLimiter({ maxRunning: 1, maxRunningPerSubject: Math.max(1, max - 1), exempt: '' })
    this.#limitMs = limitMs
    this.#watch = setInterval(() => this.#interruptLong(), limitMs / 10).unref()
  }

  async all(sql: string, bindings: readonly unknown[], client = ''): Promise<unknown[]> {
    this.#hasClients ||= client !== ''
    const release = this.#limiter.tryTake(client) ?? (await this.#wait(client))
    const connection = this.#idle.pop()!
    try {
      return await this.readOn(connection, sql, bindings, client)
    } finally {
      this.#idle.push(connection)
      release()
      if (this.#limiter.running === 0) this.#whenIdle?.()
    }
  }

  /** Reads on any connection, one at once on each; a read of a client that takes too long is interrupted. */
  async readOn(
    connection: SqliteConnection,
    sql: string,
    bindings: readonly unknown[],
    client: string,
  ): Promise<unknown[]> {
    if (client !== '') this.#startedAt.set(connection, performance.now())
    try {
      return (await connection.execute(sql, bindings)).rows as unknown[]
    } finally {
      this.#startedAt.delete(connection)
    }
  }

  /** Whether the first connection is open. */
  get isOpen(): boolean {
    return this.#first.isOpen
  }

  #wait(client: string): Promise<() => void> {
    const turn = this.#limiter.take(client)
    if (this.#canGrow()) this.#opening ??= this.#openAnother()
    return turn
  }

  #canGrow(): boolean {
    return this.#limiter.needsRoom && this.#limiter.bounds.maxRunning < this.#max
  }

  /** After a failure to open a connection, the next read that has to wait tries again; open ones continue. */
  async #openAnother(): Promise<void> {
    for (let waits = 1; ; waits++) {
      await this.#patience()
      if (this.#hasClients || waits === patienceAtStart || !this.#limiter.needsRoom) break
    }
    const opened = this.#limiter.needsRoom ? await this.#open().catch(() => undefined) : undefined
    this.#opening = undefined
    if (!opened) return
    this.#idle.push(opened)
    this.#limiter.grow()
    if (this.#canGrow()) this.#opening = this.#openAnother()
  }

  #interruptLong(): void {
    const before = performance.now() - this.#limitMs
    for (const [connection, startedAt] of this.#startedAt) if (startedAt < before) connection.interrupt()
  }

  /** Resolves when no read is running or waiting. */
  async drained(): Promise<void> {
    while (this.#opening) await this.#opening
    if (this.#limiter.running > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve
      })
    }
    clearInterval(this.#watch)
  }
}
