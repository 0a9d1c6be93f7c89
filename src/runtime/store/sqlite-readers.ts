import type { SqliteConnection } from './sqlite-connection.ts'

interface Read {
  readonly sql: string
  readonly bindings: readonly unknown[]
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: Error) => void
}

/**
 * Distributes reads over the reading connections, one at a time on each, first come first served. No read leaves a transaction
 * open, so each sees everything that any process committed before it started.
 */
export class SqliteReaders {
  readonly #idle: SqliteConnection[]
  readonly #total: number
  #waiting: Read[] = []
  #waitingFrom = 0
  #whenIdle: (() => void) | undefined

  constructor(connections: readonly SqliteConnection[]) {
    this.#idle = [...connections]
    this.#total = connections.length
  }

  all(sql: string, bindings: readonly unknown[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const read = { sql, bindings, resolve, reject }
      const connection = this.#idle.pop()
      if (connection) this.#run(connection, read)
      else this.#waiting.push(read)
    })
  }

  #run(connection: SqliteConnection, read: Read): void {
    connection.start(read.sql, read.bindings, (error, outcome) => {
      const next = this.#next()
      if (next) this.#run(connection, next)
      else {
        this.#idle.push(connection)
        if (this.#idle.length === this.#total) this.#whenIdle?.()
      }
      if (error) read.reject(error)
      else read.resolve(outcome!.rows)
    })
  }

  /** Takes from the front without moving the rest: a burst can leave thousands waiting. */
  #next(): Read | undefined {
    const read = this.#waiting[this.#waitingFrom]
    if (!read) return undefined
    this.#waitingFrom++
    if (this.#waitingFrom === this.#waiting.length || this.#waitingFrom === 1024) {
      this.#waiting = this.#waiting.slice(this.#waitingFrom)
      this.#waitingFrom = 0
    }
    return read
  }

  /** Resolves when no read is running or waiting. */
  drained(): Promise<void> {
    if (this.#idle.length === this.#total) return Promise.resolve()
    return new Promise((resolve) => {
      this.#whenIdle = resolve
    })
  }
}
