import { createSerial } from '../base/serial.ts'
import { onlyReads, type SqliteConnection } from './sqlite-connection.ts'
import type { SqliteReaders } from './sqlite-readers.ts'
import type { SqliteWriter } from './sqlite-writer.ts'

/** How long a read waits for writes. Opening the reading connection takes as long. */
const patienceMs = 10
/** More reads at once are worth a separate connection. */
const maxWaiting = 8

/**
 * Reads on the writing connection while nothing is written, so that a database that is used little needs only one
 * connection. No read sees an unfinished transaction: while something is written, reads use the readers.
 */
export class SqliteSharedReads {
  readonly #writing: SqliteConnection
  readonly #writer: Pick<SqliteWriter, 'isIdle' | 'drained'>
  readonly #readers: SqliteReaders
  readonly #serial = createSerial()
  #waiting = 0

  /** @param writing the connection of `writer` */
  constructor(writing: SqliteConnection, writer: Pick<SqliteWriter, 'isIdle' | 'drained'>, readers: SqliteReaders) {
    this.#writing = writing
    this.#writer = writer
    this.#readers = readers
  }

  /** Like `SqliteReaders.all`. */
  async all(sql: string, bindings: readonly unknown[], client = ''): Promise<unknown[]> {
    // Only the readers' connections refuse to change anything.
    const rows = onlyReads(sql) && this.#hasRoom() ? await this.#allShared(sql, bindings, client) : undefined
    return rows ?? this.#readers.all(sql, bindings, client)
  }

  #hasRoom(): boolean {
    return this.#waiting < (this.#readers.isOpen ? 1 : maxWaiting)
  }

  /** Undefined if something is written meanwhile. */
  async #allShared(sql: string, bindings: readonly unknown[], client: string): Promise<unknown[] | undefined> {
    this.#waiting += 1
    try {
      return await this.#serial.run(async () => {
        if (!this.#writer.isIdle && !this.#readers.isOpen) await this.#writer.drained(patienceMs)
        // What is written from now on waits for the read.
        return this.#writer.isIdle ? this.#readers.readOn(this.#writing, sql, bindings, client) : undefined
      })
    } finally {
      this.#waiting -= 1
    }
  }

  /** Resolves when no read is running. */
  async drained(): Promise<void> {
    await this.#serial.idle()
    await this.#readers.drained()
  }
}
