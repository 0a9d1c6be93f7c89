import { FairQueue } from './fair-queue.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

interface Read {
  readonly sql: string
  readonly bindings: readonly unknown[]
  readonly client: string
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: Error) => void
}

interface Running {
  readonly client: string
  readonly startedAt: number
}

/**
 * Distributes reads over the reading connections, one at a time on each; see `FairQueue`. A client never holds the last
 * connection, and a read of its that takes too long is interrupted. No read leaves a transaction open, so each sees everything
 * that any process committed before it started.
 */
export class SqliteReaders {
  readonly #idle: SqliteConnection[]
  readonly #total: number
  readonly #queue: FairQueue<Read>
  readonly #running = new Map<SqliteConnection, Running>()
  readonly #limitMs: number
  readonly #watch: NodeJS.Timeout
  #whenIdle: (() => void) | undefined

  /** @param limitMs how long a read of a client may run */
  constructor(connections: readonly SqliteConnection[], limitMs: number) {
    this.#idle = [...connections]
    this.#total = connections.length
    this.#queue = new FairQueue(Math.max(1, connections.length - 1))
    this.#limitMs = limitMs
    this.#watch = setInterval(() => this.#interruptLong(), Math.max(1, limitMs / 10)).unref()
  }

  all(sql: string, bindings: readonly unknown[], client = ''): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const read = { sql, bindings, client, resolve, reject }
      const connection = this.#queue.mayStart(client) ? this.#idle.pop() : undefined
      if (connection) this.#run(connection, read)
      else this.#queue.add(client, read)
    })
  }

  #run(connection: SqliteConnection, read: Read): void {
    const { client } = read
    this.#queue.started(client)
    if (client !== '') this.#running.set(connection, { client, startedAt: performance.now() })
    connection.start(read.sql, read.bindings, (error, outcome) => {
      this.#queue.ended(client)
      if (client !== '') this.#running.delete(connection)
      const next = this.#queue.take()
      if (next) this.#run(connection, next.item)
      else {
        this.#idle.push(connection)
        if (this.#idle.length === this.#total) this.#whenIdle?.()
      }
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
    if (this.#idle.length < this.#total) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve
      })
    }
    clearInterval(this.#watch)
  }
}
