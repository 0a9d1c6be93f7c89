import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { FairQueue } from './fair-queue.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

interface Read {
  readonly sql: string
  readonly bindings: readonly unknown[]
  readonly client: string
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: Error) => void
}

/** How long reads wait before another connection is opened, which takes as long. */
const patienceMs = 10
/** The factor while only the server itself has read: its simultaneous reads at the start can wait. */
const patienceAtStart = 25

interface Running {
  readonly client: string
  readonly startedAt: number
}

/** After a busy turn of the event loop, ended reads are counted first. */
async function waitAWhile(): Promise<void> {
  await pause(patienceMs)
  await turn()
}

/**
 * Distributes reads over the reading connections, one at once on each; see `FairQueue`. A client never occupies the last
 * connection, and a read that takes too long is interrupted. No read leaves a transaction open, so each sees everything
 * that any process committed before it started. Further connections are opened when reads have waited for a while, since each
 * has the schema in memory: some megabytes.
 */
export class SqliteReaders {
  readonly #idle: SqliteConnection[]
  readonly #max: number
  readonly #open: () => Promise<SqliteConnection>
  readonly #patience: () => Promise<unknown>
  #count: number
  #hasClients = false
  #opening: Promise<void> | undefined
  readonly #queue: FairQueue<Read>
  readonly #running = new Map<SqliteConnection, Running>()
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
    this.#idle = [first]
    this.#count = 1
    this.#open = open
    this.#max = max
    this.#patience = patience
    this.#queue = new FairQueue(Math.max(1, max - 1))
    this.#limitMs = limitMs
    this.#watch = setInterval(() => this.#interruptLong(), limitMs / 10).unref()
  }

  all(sql: string, bindings: readonly unknown[], client = ''): Promise<unknown[]> {
    this.#hasClients ||= client !== ''
    return new Promise((resolve, reject) => {
      const read = { sql, bindings, client, resolve, reject }
      const mayStart = this.#queue.mayStart(client)
      const connection = mayStart ? this.#idle.pop() : undefined
      if (connection) return this.#run(connection, read)
      this.#queue.add(client, read)
      if (mayStart && this.#count < this.#max) this.#opening ??= this.#openAnother()
    })
  }

  /** After a failure to open a connection, the next read that has to wait tries again; open ones continue. */
  async #openAnother(): Promise<void> {
    for (let waits = 1; ; waits++) {
      await this.#patience()
      if (this.#hasClients || waits === patienceAtStart || !this.#queue.hasNext) break
    }
    const opened = this.#queue.hasNext ? await this.#open().catch(() => undefined) : undefined
    this.#opening = undefined
    if (!opened) return
    this.#count += 1
    this.#takeNext(opened)
    if (this.#count < this.#max && this.#queue.hasNext) this.#opening = this.#openAnother()
  }

  #takeNext(connection: SqliteConnection): void {
    const next = this.#queue.take()
    if (next) this.#run(connection, next.item)
    else {
      this.#idle.push(connection)
      if (this.#idle.length === this.#count) this.#whenIdle?.()
    }
  }

  #run(connection: SqliteConnection, read: Read): void {
    const { client } = read
    this.#queue.started(client)
    if (client !== '') this.#running.set(connection, { client, startedAt: performance.now() })
    connection.start(read.sql, read.bindings, (error, outcome) => {
      this.#queue.ended(client)
      this.#running.delete(connection)
      this.#takeNext(connection)
      if (error) read.reject(error)
      else read.resolve(outcome!.rows)
    })
  }

  #interruptLong(): void {
    const before = performance.now() - this.#limitMs
    for (const [connection, { startedAt }] of this.#running) if (startedAt < before) connection.interrupt()
  }

  /** Resolves when no read is running or waiting. */
  async drained(): Promise<void> {
    while (this.#opening) await this.#opening
    if (this.#idle.length < this.#count) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve
      })
    }
    clearInterval(this.#watch)
  }
}
